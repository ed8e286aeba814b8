//! The commands that write weights without learning: `by-hand` and `combine`.

use std::fs;

use dolmen::eval::Weights;

use crate::arguments::{ByHandArguments, CombineArguments};
use crate::ending::Failure;
use crate::learn_task::{command, read_weights, weights_or_built_in};

/// Writes the weights set by hand.
pub(crate) fn by_hand(arguments: &ByHandArguments) -> Result<(), Failure> {
    Ok(fs::write(&arguments.output, Weights::by_hand().to_bytes())?)
}

/// Writes the weights of some rules from several files.
pub(crate) fn combine(arguments: &CombineArguments) -> Result<(), Failure> {
    let mut result = weights_or_built_in(arguments.others.as_deref())?;
    result.command = command();
    for part in &arguments.parts {
        let index = part.rule.index();
        let Weights { notes, rules, lines, .. } = read_weights(&part.path)?;
        let missing = || format!("{} has no weights for {}", part.path.display(), part.rule);
        result.rules[index] = Some(rules[index].clone().ok_or_else(missing)?);
        result.lines[index] = lines[index].clone();
        let of_rule = format!("{}: ", part.rule);
        let (_, kept) = partition(&result.notes, &of_rule);
        let (taken, _) = partition(&notes, &of_rule);
        result.notes = kept + &taken;
    }
    Ok(fs::write(&arguments.output, result.to_bytes())?)
}

/// Returns the text lines that begin with a prefix, and the others.
fn partition(notes: &str, prefix: &str) -> (String, String) {
    let (with, without): (Vec<&str>, Vec<&str>) =
        notes.lines().partition(|line| line.starts_with(prefix));
    let text = |lines: Vec<&str>| lines.into_iter().map(|line| format!("{line}\n")).collect();
    (text(with), text(without))
}
