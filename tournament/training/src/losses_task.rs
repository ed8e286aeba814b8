//! The command `losses` as a person sees it: weights and files in, losses out.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use dolmen::eval::{Evaluator, Weights};
use training::learn::losses::{HeldOut, by_kind};
use training::learn::samples::Features;
use training::learn::select::{Amount, Paths, by_rule};
use training::learn::targets::Targets;

use crate::arguments::LossesArguments;
use crate::ending::Failure;
use crate::learn_task::log_damage;

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

/// Reads a file of weights; the error says what is wrong with it.
pub(crate) fn read_weights(path: &Path) -> Result<Weights, String> {
    let explain = |why: String| format!("cannot use the weights file {}: {why}", path.display());
    let bytes = fs::read(path).map_err(|error| explain(error.to_string()))?;
    Weights::from_bytes(&bytes).map_err(|error| explain(error.to_string()))
}
