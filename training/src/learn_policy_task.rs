//! The command `learn-policy`: trains a policy on games, and reports its foresight.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use dolmen::eval::Evaluator;
use dolmen::eval::line_network::LineNetwork;
use dolmen::eval::line_network::policy::{Policy, PolicyInput};
use dolmen::rules::Rule;
use dolmen::threats::ThreatBoard;
use number_text::whole_number_in;
use training::learn::losses::with_commas;
use training::learn::moves::Foresight;
use training::learn::samples::colors_of;
use training::policy::position::SCORE_UNITS;
use training::policy::rounded::rounded;
use training::policy::trainer::{Settings, Task, Trainer};

use crate::common::{
    Ending, Failure, GamesArguments, command_line, read_weights, weights_or_built_in, write_weights,
};
use crate::course_arguments::{CourseArguments, Start};
use crate::notes::{self, Part};
use crate::outputs::WEIGHTS;

/// The arguments of `learn-policy`.
#[derive(Debug, Args)]
pub(crate) struct LearnPolicy {
    #[command(flatten)]
    games: GamesArguments,
    /// The rule: freestyle, standard, renju, caro, caro6 or omok.
    #[arg(long)]
    rule: Rule,
    /// Weights with a line network of the rule, whose rows the policy shares [default: the built-in
    /// weights].
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Weights with a policy of some rule, from which the training begins.
    #[arg(long, value_name = "FILE[:RULE]")]
    start: Option<Start>,
    /// The file to write: the weights with the policy of the rule.
    #[arg(long, value_name = "FILE", value_parser = WEIGHTS.parser())]
    output: PathBuf,
    /// Maximum number of held-out positions on which the policy is measured, drawn evenly.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole_number_in(0_usize..))]
    measured: usize,
    #[command(flatten)]
    course: CourseArguments,
}

/// The policy from which the training starts, and the network whose rows it has.
struct Beginning {
    policy: Arc<Policy>,
    network: Arc<LineNetwork>,
}

impl LearnPolicy {
    /// Trains a policy and writes it.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let rule = self.rule;
        let stored = self.course.prepare(&self.output, None)?;
        let mut weights = weights_or_built_in(self.weights.as_deref())?;
        let network = weights.lines[rule.index()].clone();
        let network = network.ok_or_else(|| {
            format!(
                "the weights have no line network for {rule}, whose rows the policy could share"
            )
        })?;
        let started = Instant::now();
        let evaluator = Arc::new(Evaluator::new(weights.clone()));
        let samples = self.games.samples(rule, &evaluator)?;
        let settings = self.settings();
        let evaluator = Arc::clone(evaluator.rule(rule));
        let task = Task::new(&samples, evaluator, &network.dictionary, self.measured);
        writeln!(
            io::stdout(),
            "{rule}: {} training positions, {} measured, {} bytes each, read in {:.0} s",
            with_commas(task.positions()),
            with_commas(task.measured()),
            samples.bytes() / samples.positions.len().max(1),
            started.elapsed().as_secs_f64(),
        )?;
        if task.positions() == 0 || task.measured() == 0 {
            return Err("learning needs both training games and held-out games".into());
        }
        let mut trainer = match stored {
            None => {
                let start = self.start()?;
                let start = start
                    .as_ref()
                    .map(|Beginning { policy, network }| (&**policy, &*network.dictionary));
                Trainer::new(&task, settings, start)
            }
            Some(bytes) => Trainer::from_bytes(&task, &settings, &bytes)
                .map_err(|error| self.course.cannot_resume(&self.output, &error))?,
        };
        let ending =
            self.course.train(&mut trainer, &self.output, |trainer| line(&trainer.foresight()))?;
        if ending == Ending::Stopped {
            return Ok(ending);
        }
        let policy = rounded(&network.dictionary, trainer.model());
        let before = trainer.foresight_of_threats();
        let after = foresight(&task, &policy, rule, &network.dictionary);
        writeln!(io::stdout(), "{rule}: threats alone {}", line(&before))?;
        writeln!(io::stdout(), "{rule}: policy {}", line(&trainer.foresight()))?;
        writeln!(io::stdout(), "{rule}: in whole numbers {}", line(&after))?;
        weights.policies[rule.index()] = Some(Arc::new(policy));
        notes::replace(&mut weights, rule, Part::Policy, task.positions());
        weights.command = command_line();
        write_weights(&self.output, &weights)?;
        Ok(Ending::Done)
    }

    /// Returns the settings of the training.
    fn settings(&self) -> Settings {
        Settings {
            rule: self.rule,
            plan: self.course.plan(),
            colors_differ: colors_of(self.rule).len() > 1,
        }
    }

    /// Returns the policy from which the training starts, and the network whose rows it has.
    fn start(&self) -> Result<Option<Beginning>, Failure> {
        let Some(Start { path, rule }) = &self.start else { return Ok(None) };
        let rule = rule.unwrap_or(self.rule);
        let mut weights = read_weights(path)?;
        let found = weights.policies[rule.index()].take().zip(weights.lines[rule.index()].take());
        let missing = || format!("{} has no policy for {rule}", path.display());
        let (policy, network) = found.ok_or_else(missing)?;
        Ok(Some(Beginning { policy, network }))
    }
}

/// Measures the slow definition of a policy on held-out positions.
fn foresight(
    task: &Task<'_>,
    policy: &Policy,
    rule: Rule,
    dictionary: &dolmen::eval::line_network::Dictionary,
) -> Foresight {
    let samples = task.samples();
    task.foresight(rule, |index, position| {
        let sample = &samples.positions[index];
        let stones = samples.stones(index).position(sample.mover);
        let near = ThreatBoard::new(&stones, rule).near();
        let input = PolicyInput { near, evaluation: sample.eval, urgency: position.urgency };
        let worths = policy.worths(dictionary, &stones, input);
        let moves = position.candidates.iter().zip(worths);
        moves
            .map(|(move_, (_, worth))| {
                (move_.score * SCORE_UNITS + worth as f32) / policy.units as f32
            })
            .collect()
    })
}

/// Returns a foresight on one line.
fn line(foresight: &Foresight) -> String {
    let Foresight { loss, first, among_three } = foresight;
    let (first, among_three) = (100.0 * first, 100.0 * among_three);
    format!("loss {loss:.4}, first {first:.2} %, among three {among_three:.2} %")
}
