//! The command `learn` as a person sees it: files in, weights, losses and a picture out.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use dolmen::eval::weights::Weights;
use dolmen::rules::Rule;
use training::learn::groups::group_of_code;
use training::learn::losses::{self, Sharing, Verdict};
use training::learn::moves::{self, Foresight, Moves};
use training::learn::network;
use training::learn::picture;
use training::learn::samples::Samples;
use training::learn::values::{self, Fit, Values};
use training::learn::weights;
use training::store::{Shard, games_files};

use crate::Failure;
use crate::arguments::LearnArguments;

/// A rule, what was fitted for it and to how many positions.
struct Learned {
    rule: Rule,
    values: Values,
    /// For each side that has weights of its own; none if none helped.
    networks: Vec<Sharing>,
    verdict: Verdict,
    moves: Moves,
    positions: usize,
}

/// Fits weights and writes them.
pub(crate) fn learn(arguments: &LearnArguments) -> Result<(), Failure> {
    let started = Instant::now();
    let mut output = io::stdout();
    let mut learned = Vec::new();
    for (rule, samples) in read_samples(arguments)? {
        let positions = samples.positions.len();
        let held_out = samples.positions.iter().filter(|sample| sample.is_held_out).count();
        writeln!(output, "{rule}: {positions} positions, {held_out} of them held out")?;
        if held_out == 0 || held_out == positions {
            log_progress(&format!("{rule} is left out: too few games to hold some out"));
            continue;
        }
        let learned_rule = learn_rule(rule, &samples, arguments);
        write!(output, "{learned_rule}")?;
        learned.push(learned_rule);
    }
    if learned.is_empty() {
        return Err("there are too few games".into());
    }
    let mut result = Weights { command: command(), notes: String::new(), ..Weights::default() };
    for Learned { rule, values, networks, moves, positions, .. } in &learned {
        let (values, moves) = ((values, arguments.units), (moves, arguments.move_units));
        result.rules[rule.index()] = Some(weights(*rule, values, networks, moves));
        result.notes += &format!("{rule}: {positions} positions\n");
    }
    let bytes = result.to_bytes();
    fs::write(&arguments.output, &bytes)?;
    if let Some(path) = &arguments.picture {
        let panels: Vec<_> = learned
            .iter()
            .map(|learned| (learned.rule.to_string(), &learned.verdict.calibrations[..]))
            .collect();
        fs::write(path, picture::draw(&panels))?;
    }
    let name = arguments.output.display();
    writeln!(output, "{name}: {} bytes, {:.0} s", bytes.len(), started.elapsed().as_secs_f64())?;
    Ok(())
}

/// Fits all weights of a rule.
fn learn_rule(rule: Rule, samples: &Samples, arguments: &LearnArguments) -> Learned {
    let &LearnArguments { epochs, result_share, decay, seed, units, .. } = arguments;
    let fit = Fit { epochs, result_share, decay, seed };
    let values = values::fit(samples, rule, &fit, &mut |epoch, loss| {
        log_progress(&format!("{rule} values, pass {}: {loss:.4}", epoch + 1));
    });
    let settings = (arguments.network_epochs, seed);
    let networks = network::fit(samples, &values, settings, &mut |epoch, loss| {
        log_progress(&format!("{rule} network, pass {}: {loss:.4}", epoch + 1));
    });
    let mut networks: Vec<Sharing> =
        networks.iter().map(|network| (network.rounded(units), network.share())).collect();
    let mut verdict = losses::verdict(samples, &values, &networks, units);
    if verdict.learned.target >= verdict.sums.target {
        log_progress(&format!("{rule}: the network is left out, it does not help"));
        networks.clear();
        verdict = losses::verdict(samples, &values, &networks, units);
    }
    let settings = (arguments.move_epochs, decay, seed);
    let moves = moves::fit(samples, rule, settings, &mut |epoch| {
        log_progress(&format!("{rule} moves, pass {}", epoch + 1));
    });
    Learned { rule, values, networks, verdict, moves, positions: samples.positions.len() }
}

/// Says on standard error how it gets on.
fn log_progress(text: &str) {
    writeln!(io::stderr(), "{text}").ok();
}

/// The command line, for the file.
fn command() -> String {
    let arguments = std::env::args().skip(1);
    std::iter::once("training".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// The positions of all files, by rule.
fn read_samples(arguments: &LearnArguments) -> Result<Vec<(Rule, Samples)>, Failure> {
    let group_of_code = group_of_code();
    let mut samples: BTreeMap<usize, Samples> = BTreeMap::new();
    for path in games_files(&arguments.paths)? {
        let name = path.display().to_string();
        let shard = Shard::read(&path).map_err(|error| format!("{name} {error}"))?;
        for damage in &shard.damage {
            log_progress(&format!("{name}: {damage}"));
        }
        if arguments.rule.is_none_or(|rule| rule == shard.rule) {
            samples.entry(shard.rule.index()).or_default().add(&shard, &group_of_code);
        }
    }
    let by_rule = |(index, samples)| (Rule::ALL[index], samples);
    Ok(samples.into_iter().map(by_rule).collect())
}

impl fmt::Display for Learned {
    /// The held-out losses before and after.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, values, verdict, moves, .. } = self;
        let Verdict { before, sums, learned, .. } = verdict;
        writeln!(
            f,
            "{rule}: loss against the target {:.4} before, {:.4} by sums alone, {:.4} learned, \
             {:.4} at the least; against results {:.4}, {:.4}, {:.4}",
            before.target,
            sums.target,
            learned.target,
            learned.least,
            before.result,
            sums.result,
            learned.result
        )?;
        writeln!(
            f,
            "{rule}: a sigmoid of one is {:.0?} units of stored scores, by engine and nodes, {:.0} of \
             the evaluation before",
            values.score_units, values.eval_units
        )?;
        for calibration in &verdict.calibrations {
            writeln!(f, "{rule}: {} off by {:.3}", calibration.name, calibration.error())?;
        }
        let (before, after) = moves.foresight;
        let mut order = |name: &str, foresight: Foresight| {
            let Foresight { loss, first, among_three } = foresight;
            let (first, among_three) = (100.0 * first, 100.0 * among_three);
            writeln!(
                f,
                "{rule}: order of moves {name}: loss {loss:.3}, best move first {first:.1} %, \
                 among three {among_three:.1} %"
            )
        };
        order("before", before)?;
        order("after", after)
    }
}
