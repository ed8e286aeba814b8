//! The command `learn` as a person sees it: files in, weights, losses and a picture out.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use dolmen::eval::{Evaluator, Weights};
use dolmen::rules::Rule;
use training::learn::losses::{self, Sharing, Verdict, with_commas};
use training::learn::moves::{self, Foresight, Moves};
use training::learn::network;
use training::learn::picture;
use training::learn::samples::{Features, Samples};
use training::learn::select::{Amount, Paths, RuleFiles, by_rule};
use training::learn::values::{self, Fit, Values};
use training::learn::weights;
use training::store::Damage;

use crate::arguments::LearnArguments;
use crate::ending::Failure;

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
    let held_out = (!arguments.held_out.is_empty()).then_some(&arguments.held_out[..]);
    let paths = Paths { training: &arguments.paths, held_out };
    for files in by_rule(paths, arguments.rule)? {
        if let Some(learned_rule) = learn_files(&files, arguments)? {
            write!(output, "{learned_rule}")?;
            learned.push(learned_rule);
        }
    }
    if learned.is_empty() {
        return Err("too few games to learn from".into());
    }
    let others = weights_or_built_in(arguments.others.as_deref())?;
    let mut result = Weights { command: command(), notes: String::new(), ..others };
    for Learned { rule, values, networks, moves, positions, .. } in &learned {
        let (values, moves) = ((values, arguments.units), (moves, arguments.move_units));
        result.rules[rule.index()] = Some(weights(*rule, values, networks, moves));
        // A line network corrects the weights that it was learned with.
        result.lines[rule.index()] = None;
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

/// Reads a file of weights; the error says what is wrong with it.
pub(crate) fn read_weights(path: &Path) -> Result<Weights, String> {
    let explain = |why: String| format!("cannot use the weights file {}: {why}", path.display());
    let bytes = fs::read(path).map_err(|error| explain(error.to_string()))?;
    Weights::from_bytes(&bytes).map_err(|error| explain(error.to_string()))
}

/// Reads a file of weights, or returns the built-in ones.
pub(crate) fn weights_or_built_in(path: Option<&Path>) -> Result<Weights, String> {
    path.map_or_else(|| Ok(Weights::built_in()), read_weights)
}

/// Reads the positions of a rule and fits its weights, unless there are too few.
fn learn_files(files: &RuleFiles, arguments: &LearnArguments) -> Result<Option<Learned>, Failure> {
    let rule = files.rule;
    let mut times = Times::default();
    let amount = Amount { positions: arguments.positions, features: Features::All };
    let samples = times
        .measure("reading", || files.samples(amount, &Evaluator::built_in(), &mut log_damage))?;
    let positions = samples.positions.len();
    let held_out = samples.positions.iter().filter(|sample| sample.is_held_out).count();
    writeln!(
        io::stdout(),
        "{rule}: {} training positions, {} held out, {} bytes each",
        with_commas(positions - held_out),
        with_commas(held_out),
        samples.bytes() / positions.max(1)
    )?;
    if held_out == 0 || held_out == positions {
        log_progress(&format!(
            "skipping {rule}: learning needs both training games and held-out games"
        ));
        return Ok(None);
    }
    let learned = learn_rule(rule, &samples, arguments, &mut times);
    writeln!(io::stdout(), "{rule}: {}", times.line(positions - held_out))?;
    Ok(Some(learned))
}

/// Fits all weights of a rule.
fn learn_rule(
    rule: Rule,
    samples: &Samples,
    arguments: &LearnArguments,
    times: &mut Times,
) -> Learned {
    let &LearnArguments { epochs, result_share, decay, seed, units, .. } = arguments;
    let fit = Fit { epochs, result_share, decay, seed };
    let values = times.measure_passes("values", epochs, || {
        values::fit(samples, rule, &fit, &mut |epoch, loss| {
            log_progress(&format!("{rule} values, pass {}: {loss:.4}", epoch + 1));
        })
    });
    let settings = (arguments.network_epochs, seed);
    let networks = times.measure_passes("network", arguments.network_epochs, || {
        network::fit(samples, &values, settings, &mut |epoch, loss| {
            log_progress(&format!("{rule} network, pass {}: {loss:.4}", epoch + 1));
        })
    });
    let mut networks: Vec<Sharing> =
        networks.iter().map(|network| (network.rounded(units), network.share())).collect();
    let weigh = |networks: &[Sharing]| losses::verdict(samples, rule, &values, networks, units);
    let mut verdict = times.measure("losses", || weigh(&networks));
    if verdict.learned.target >= verdict.sums.target {
        log_progress(&format!("{rule}: dropping the network, which does not reduce the loss"));
        networks.clear();
        verdict = times.measure("losses without network", || weigh(&networks));
    }
    let settings = (arguments.move_epochs, decay, seed);
    let moves = times.measure_passes("moves", arguments.move_epochs, || {
        moves::fit(samples, rule, settings, &mut |epoch| {
            log_progress(&format!("{rule} moves, pass {}", epoch + 1));
        })
    });
    Learned { rule, values, networks, verdict, moves, positions: samples.positions.len() }
}

/// The times of the phases.
#[derive(Default)]
struct Times {
    phases: Vec<Phase>,
}

/// A part of the work.
struct Phase {
    name: &'static str,
    /// Passes over all positions; none if it has no such passes.
    passes: usize,
    seconds: f64,
}

impl Times {
    /// Does a part of the work.
    fn measure<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        self.measure_passes(name, 0, work)
    }

    /// Does a part of the work that goes over all positions so many times.
    fn measure_passes<T>(
        &mut self,
        name: &'static str,
        passes: usize,
        work: impl FnOnce() -> T,
    ) -> T {
        let started = Instant::now();
        let done = work();
        self.phases.push(Phase { name, passes, seconds: started.elapsed().as_secs_f64() });
        done
    }

    /// The times of all phases, with those of a pass over a million positions.
    fn line(&self, positions: usize) -> String {
        let phase = |phase: &Phase| {
            let Phase { name, passes, seconds } = phase;
            let millions = positions as f64 / 1e6 * *passes as f64;
            if millions > 0.0 {
                let one = seconds / millions;
                format!("{name} {seconds:.1} s ({one:.2} s per pass and million positions)")
            } else {
                format!("{name} {seconds:.1} s")
            }
        };
        self.phases.iter().map(phase).collect::<Vec<_>>().join(", ")
    }
}

/// Says on standard error how it gets on.
pub(crate) fn log_progress(text: &str) {
    writeln!(io::stderr(), "{text}").ok();
}

/// The command line, for the file.
pub(crate) fn command() -> String {
    let arguments = std::env::args().skip(1);
    std::iter::once("training".to_owned()).chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Says on standard error what is lost.
pub(crate) fn log_damage(path: &Path, damage: &Damage) {
    log_progress(&format!("{}: {damage}", path.display()));
}

impl fmt::Display for Learned {
    /// The held-out losses before and after.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, values, verdict, moves, .. } = self;
        let Verdict { sums, kinds, units_before, .. } = verdict;
        kinds.iter().try_for_each(|losses| writeln!(f, "{losses}"))?;
        writeln!(f, "{rule}: loss {:.4} with the sums alone", sums.target)?;
        writeln!(
            f,
            "{rule}: a sigmoid of one is {:.0?} units of stored scores, by source, and {:.0} \
             units of the previous evaluation",
            values.targets.score_units, units_before
        )?;
        for calibration in &verdict.calibrations {
            writeln!(
                f,
                "{rule}: {} has a calibration error of {:.3}",
                calibration.name,
                calibration.error()
            )?;
        }
        let (before, after) = moves.foresight;
        let mut order = |name: &str, foresight: Foresight| {
            let Foresight { loss, first, among_three } = foresight;
            let (first, among_three) = (100.0 * first, 100.0 * among_three);
            writeln!(
                f,
                "{rule}: move ordering {name}: loss {loss:.3}, best move first in {first:.1} %, \
                 among the first three in {among_three:.1} %"
            )
        };
        order("before", before)?;
        order("after", after)
    }
}
