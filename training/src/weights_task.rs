//! The commands that write weights without learning: `by-hand` and `combine`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use dolmen::eval::Weights;
use dolmen::rules::Rule;

use crate::common::{
    Ending, Failure, command_line, read_weights, weights_or_built_in, write_weights,
};
use crate::outputs::WEIGHTS;

/// The arguments of `by-hand`.
#[derive(Debug, Args)]
pub(crate) struct ByHand {
    /// The file of weights to write.
    #[arg(long, value_name = "FILE", value_parser = WEIGHTS.parser())]
    output: PathBuf,
}

impl ByHand {
    /// Writes the weights set by hand.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        write_weights(&self.output, &Weights::by_hand())?;
        say_written(&self.output)?;
        Ok(Ending::Done)
    }
}

/// The arguments of `combine`.
#[derive(Debug, Args)]
pub(crate) struct Combine {
    /// A rule, and the file from which its weights, its line network and its policy are taken. Without any, the
    /// command writes a copy of --others.
    #[arg(value_name = "RULE=FILE")]
    parts: Vec<RulePart>,
    /// Weights for the other rules [default: the built-in weights of the engine].
    #[arg(long, value_name = "FILE")]
    others: Option<PathBuf>,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE", value_parser = WEIGHTS.parser())]
    output: PathBuf,
}

/// A rule and a file of weights.
#[derive(Clone, Debug)]
struct RulePart {
    rule: Rule,
    path: PathBuf,
}

impl FromStr for RulePart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = || "expected a rule and a file such as freestyle=new.weights".to_owned();
        let (rule, path) = text.split_once('=').ok_or_else(expected)?;
        let rule = rule.parse().map_err(|error| format!("{error}"))?;
        Ok(Self { rule, path: path.into() })
    }
}

impl Combine {
    /// Writes the weights of some rules from several files.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let mut result = weights_or_built_in(self.others.as_deref())?;
        result.command = command_line();
        for RulePart { rule, path } in &self.parts {
            let index = rule.index();
            let Weights { notes, rules, lines, policies, .. } = read_weights(path)?;
            let missing = || format!("{} has no weights for {rule}", path.display());
            result.rules[index] = Some(rules[index].clone().ok_or_else(missing)?);
            result.lines[index] = lines[index].clone();
            result.policies[index] = policies[index].clone();
            let is_of_rule = |line: &&str| line.starts_with(&format!("{rule}: "));
            let kept = result.notes.lines().filter(|line| !is_of_rule(line));
            let taken = notes.lines().filter(is_of_rule);
            result.notes = kept.chain(taken).map(|line| format!("{line}\n")).collect();
        }
        write_weights(&self.output, &result)?;
        say_written(&self.output)?;
        Ok(Ending::Done)
    }
}

/// Prints the name of a file that was written.
fn say_written(path: &Path) -> io::Result<()> {
    writeln!(io::stdout(), "{}: written", path.display())
}
