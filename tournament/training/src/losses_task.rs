//! The command `losses` as a person sees it: weights and files in, losses out.

use std::io::{self, Write};
use std::sync::Arc;

use dolmen::eval::Evaluator;
use training::learn::losses::{HeldOut, by_kind};
use training::learn::samples::Features;
use training::learn::select::{Amount, Paths, by_rule};
use training::learn::targets::Targets;

use crate::arguments::LossesArguments;
use crate::ending::Failure;
use crate::learn_task::{log_damage, read_weights};

/// Says how well weights foretell games.
pub(crate) fn losses(arguments: &LossesArguments) -> Result<(), Failure> {
    let evaluator = match &arguments.weights {
        None => Evaluator::built_in(),
        Some(path) => Arc::new(Evaluator::new(read_weights(path)?)),
    };
    let paths = Paths { training: &[], held_out: Some(&arguments.paths) };
    let mut output = io::stdout();
    let rules = by_rule(paths, arguments.rule)?;
    if rules.is_empty() {
        return Err("no files of games of this rule found".into());
    }
    for files in rules {
        let rule = files.rule;
        let amount = Amount { positions: None, features: Features::Scores };
        let samples = files.samples(amount, &evaluator, &mut log_damage)?;
        let targets = Targets::new(&samples, 0.0);
        let held_out = HeldOut::new(&samples, &targets);
        let forecast = held_out.in_use();
        for line in by_kind(rule, &held_out, &[("", &forecast)]) {
            writeln!(output, "{line}")?;
        }
        writeln!(
            output,
            "{rule}: a sigmoid of one is {:.0?} units of stored scores, by source, and {:.0} \
             units of the evaluation",
            targets.score_units, forecast.units
        )?;
    }
    Ok(())
}
