//! The command `learn`: fits weights to games, and reports their losses.

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use dolmen::board::{Color, PerColor};
use dolmen::eval::weights::{ColorWeights, GroupWeights};
use dolmen::eval::{Evaluator, Weights};
use dolmen::rules::Rule;
use number_text::{number_in, whole_number_in};
use training::learn::losses::{Comparison, Sharing, compare, with_commas};
use training::learn::moves::{self, Foresight};
use training::learn::passes::Fit;
use training::learn::samples::{Features, Samples};
use training::learn::select::{Amount, RuleFiles, by_rule};
use training::learn::targets::{self, Targets};
use training::learn::{Fitted, Units, network, values};

use crate::common::{
    Ending, Failure, GamesArguments, TargetArguments, command_line, log, log_damage, no_games_of,
    passes, weights_or_built_in, write_weights,
};
use crate::notes::{self, Part};
use crate::outputs::WEIGHTS;

/// The arguments of `learn`.
#[derive(Debug, Args)]
pub(crate) struct Learn {
    #[command(flatten)]
    games: GamesArguments,
    #[command(flatten)]
    targets: TargetArguments,
    /// Seed of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number_in(0_u64..))]
    seed: u64,
    /// Use only games of this rule.
    #[arg(long)]
    rule: Option<Rule>,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE", value_parser = WEIGHTS.parser())]
    output: PathBuf,
    /// Weights for the rules that are not learned [default: the built-in weights of the
    /// engine].
    #[arg(long, value_name = "FILE")]
    others: Option<PathBuf>,
    /// Learn the evaluation alone, and keep the order of moves, the line network and the policy of
    /// --others. `learn-network --start --keep-windows` then fits the line network to the new
    /// evaluation.
    #[arg(long, conflicts_with_all = ["move_epochs", "move_units"])]
    evaluation_only: bool,
    /// Passes over the positions for the evaluation.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = passes())]
    epochs: usize,
    /// Passes over the positions for the network of the evaluation.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = passes())]
    network_epochs: usize,
    /// Passes over the positions for the order of moves.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = passes())]
    move_epochs: usize,
    /// Strength of the weight decay of the terms of single codes.
    #[arg(long, value_name = "X", default_value_t = 0.000_3, value_parser = number_in(0.0_f32..=1.0))]
    decay: f32,
    /// Evaluation, in units, that stands for a win probability of 73 % (the sigmoid of
    /// one). The margins of the search use the same units.
    #[arg(long, value_name = "N", default_value_t = targets::UNITS, value_parser = number_in(targets::RANGE))]
    units: f32,
    /// Units of a move's score that make the move e times as likely. The search's own
    /// history of a move adds up to 150 units.
    #[arg(long, value_name = "N", default_value_t = moves::UNITS, value_parser = number_in(moves::RANGE))]
    move_units: f32,
}

/// A rule, its fitted weights and the number of positions that they were learned from.
struct Learned {
    rule: Rule,
    fitted: Fitted,
    comparison: Comparison,
    positions: usize,
}

impl Learn {
    /// Fits weights and writes them.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let started = Instant::now();
        let mut output = io::stdout();
        let mut learned = Vec::new();
        let others = weights_or_built_in(self.others.as_deref())?;
        let rules = by_rule(self.games.paths(), self.rule)?;
        if rules.is_empty() {
            return Err(no_games_of(self.rule).into());
        }
        for files in rules {
            if self.evaluation_only && others.rules[files.rule.index()].is_none() {
                return Err(format!(
                    "the weights have no order of moves for {} to keep",
                    files.rule
                )
                .into());
            }
            if let Some(of_rule) = self.learn_files(&files)? {
                write!(output, "{of_rule}")?;
                learned.push(of_rule);
            }
        }
        if learned.is_empty() {
            return Err("too few games to learn from".into());
        }
        let mut result = Weights { command: command_line(), ..others };
        let units = Units { values: self.units, moves: self.move_units };
        for &Learned { rule, ref fitted, positions, .. } in &learned {
            notes::replace(&mut result, rule, Part::Evaluation, positions);
            let before = result.rules[rule.index()].replace(fitted.weights(rule, units));
            if let Some(before) = before.filter(|_| self.evaluation_only) {
                keep_order(&mut result, rule, &before);
            } else {
                // A line network corrects the weights that it was learned with, and a policy has its
                // rows.
                result.lines[rule.index()] = None;
                result.policies[rule.index()] = None;
                notes::remove(&mut result, rule, &[Part::LineNetwork, Part::Policy]);
            }
        }
        write_weights(&self.output, &result)?;
        let (name, seconds) = (self.output.display(), started.elapsed().as_secs_f64());
        writeln!(output, "{name}: written after {seconds:.0} s")?;
        if !self.evaluation_only {
            let rules: Vec<_> = learned.iter().map(|of_rule| of_rule.rule.name()).collect();
            log(&format!(
                "without a line network and a policy for {}: learn-network and learn-policy add them",
                rules.join(", ")
            ));
        }
        Ok(Ending::Done)
    }

    /// Reads the positions of a rule and fits its weights, unless there are too few.
    fn learn_files(&self, files: &RuleFiles) -> Result<Option<Learned>, Failure> {
        let rule = files.rule;
        let (shares, teacher) = (self.targets.shares()?, self.targets.teacher()?);
        let amount = Amount { positions: self.games.positions, features: Features::All };
        let read = || files.samples(amount, &Evaluator::built_in(), &mut log_damage);
        let samples = timed(rule, "reading", read)?;
        let (positions, held_out) = (samples.positions.len(), samples.held_out());
        writeln!(
            io::stdout(),
            "{rule}: {} training positions, {} held out, {} bytes each",
            with_commas(positions - held_out),
            with_commas(held_out),
            samples.bytes() / positions.max(1)
        )?;
        if held_out == 0 || held_out == positions {
            let why = "learning needs both training games and held-out games";
            log(&format!("skipping {rule}: {why}"));
            return Ok(None);
        }
        let targets = Targets::new(&samples, shares, teacher.as_ref());
        self.targets.log_taught(&targets, positions - held_out)?;
        Ok(Some(self.learn_rule(rule, &samples, targets)))
    }

    /// Fits all weights of a rule.
    fn learn_rule(&self, rule: Rule, samples: &Samples, targets: Targets) -> Learned {
        let fit = |passes| Fit { passes, decay: self.decay, seed: self.seed };
        let log_passes = |what: &'static str| {
            move |pass: usize, loss: f64| log(&format!("{rule} {what}, pass {pass}: {loss:.4}"))
        };
        let values = timed(rule, "values", || {
            values::fit(samples, rule, targets, fit(self.epochs), &mut log_passes("values"))
        });
        let networks = timed(rule, "network", || {
            network::fit(samples, &values, fit(self.network_epochs), &mut log_passes("network"))
        });
        let networks = networks.iter().map(|network| Sharing {
            network: network.rounded(self.units),
            share: network.share(),
        });
        let mut networks: Vec<Sharing> = networks.collect();
        let weigh = |networks: &[Sharing]| compare(samples, rule, &values, networks, self.units);
        let mut comparison = timed(rule, "losses", || weigh(&networks));
        if comparison.learned.target >= comparison.sums.target {
            log(&format!("{rule}: dropping the network, which does not reduce the loss"));
            networks.clear();
            comparison = timed(rule, "losses without network", || weigh(&networks));
        }
        let moves = (!self.evaluation_only).then(|| {
            timed(rule, "moves", || {
                moves::fit(samples, rule, fit(self.move_epochs), &mut log_passes("moves"))
            })
        });
        let fitted = Fitted { values, networks, moves };
        let positions = samples.positions.len() - samples.held_out();
        Learned { rule, fitted, comparison, positions }
    }
}

/// Replaces the order of moves of a rule by an earlier one.
fn keep_order(weights: &mut Weights, rule: Rule, before: &PerColor<ColorWeights>) {
    let Some(new) = &mut weights.rules[rule.index()] else { return };
    for color in Color::ALL {
        for (new, before) in new[color].groups.iter_mut().zip(&before[color].groups) {
            *new = GroupWeights { attack: before.attack, defence: before.defence, ..*new };
        }
    }
}

/// Does a part of the work for a rule, and logs the time that it took.
fn timed<T>(rule: Rule, part: &str, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = work();
    log(&format!("{rule}: {part} took {:.1} s", started.elapsed().as_secs_f64()));
    done
}

impl fmt::Display for Learned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, fitted: Fitted { values, moves, .. }, comparison, .. } = self;
        let Comparison { sums, kinds, units_before, .. } = comparison;
        kinds.iter().try_for_each(|losses| writeln!(f, "{losses}"))?;
        writeln!(f, "{rule}: loss {:.4} with the sums alone", sums.target)?;
        writeln!(
            f,
            "{rule}: a logit is {:.0?} units of stored scores, by source, and {:.0} units of the \
             previous evaluation",
            values.targets.score_units, units_before
        )?;
        let mut order = |name: &str, foresight: Foresight| {
            let Foresight { loss, first, among_three } = foresight;
            let (first, among_three) = (100.0 * first, 100.0 * among_three);
            writeln!(
                f,
                "{rule}: move ordering {name}: loss {loss:.3}, best move first in {first:.1} %, \
                 among the first three in {among_three:.1} %"
            )
        };
        let Some(moves) = moves else { return Ok(()) };
        order("before", moves.before)?;
        order("after", moves.after)
    }
}
