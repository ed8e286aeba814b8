//! The command `losses`: weights and games in, losses and a picture out.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use dolmen::eval::Evaluator;
use dolmen::rules::Rule;
use training::learn::calibration::Calibration;
use training::learn::losses::{HeldOut, by_kind};
use training::learn::picture;
use training::learn::samples::Features;
use training::learn::select::{Amount, Paths, by_rule};
use training::learn::targets::Targets;

use crate::common::{Ending, Failure, log_damage, read_weights, write_picture};

/// The arguments of `losses`.
#[derive(Debug, Args)]
pub(crate) struct Losses {
    /// Files of games, and folders of them. All games count, including those from which the
    /// weights were learned.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Weights to measure [default: the built-in weights]. Rules that the file lacks use
    /// hand-set weights.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Use only games of this rule.
    #[arg(long)]
    rule: Option<Rule>,
    /// Calibration plot (SVG) to draw: win probabilities that the weights and the stored searches
    /// predict, against actual results.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
}

impl Losses {
    /// Prints how well the weights predict the games.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let evaluator = match &self.weights {
            None => Evaluator::built_in(),
            Some(path) => Arc::new(Evaluator::new(read_weights(path)?)),
        };
        let paths = Paths { training: &[], held_out: Some(&self.paths) };
        let mut output = io::stdout();
        let rules = by_rule(paths, self.rule)?;
        if rules.is_empty() {
            return Err("no files of games of this rule found".into());
        }
        let mut panels: Vec<(String, [Calibration; 2])> = Vec::new();
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
            let forecasts = [("evaluation", &forecast), ("search", &held_out.searched())];
            let calibrations =
                forecasts.map(|(name, forecast)| held_out.calibration(name, forecast));
            panels.push((rule.to_string(), calibrations));
        }
        if let Some(path) = &self.picture {
            let panels =
                panels.iter().map(|(rule, calibrations)| (rule.clone(), &calibrations[..]));
            write_picture(path, &picture::draw(&panels.collect::<Vec<_>>()))?;
        }
        Ok(Ending::Done)
    }
}
