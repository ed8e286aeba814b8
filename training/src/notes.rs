//! The notes of weights: for each rule a text line about each learned part, with the number of positions that
//! it was learned from.
//!
//! Invariant: a part has at most one note, and only parts that are there have one.

use dolmen::eval::Weights;
use dolmen::rules::Rule;
use training::learn::losses::with_commas;

/// A learned part of the weights of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The sums over codes, with the order of moves.
    Evaluation,
    /// The line network.
    LineNetwork,
    /// The policy.
    Policy,
}

impl Part {
    /// Returns the words before the number of positions.
    const fn words(self) -> &'static str {
        match self {
            Self::Evaluation => "",
            Self::LineNetwork => "a line network, ",
            Self::Policy => "a policy, ",
        }
    }

    /// Returns the part that the rest of a note behind its rule is about.
    fn of_note(rest: &str) -> Self {
        let is_named = |part: &Self| rest.starts_with(part.words());
        [Self::LineNetwork, Self::Policy].into_iter().find(is_named).unwrap_or(Self::Evaluation)
    }
}

/// Removes the notes about some parts of the weights of a rule.
pub(crate) fn remove(weights: &mut Weights, rule: Rule, parts: &[Part]) {
    let is_kept = |line: &&str| {
        let rest = line.strip_prefix(&*format!("{rule}: "));
        rest.is_none_or(|rest| !parts.contains(&Part::of_note(rest)))
    };
    let kept = weights.notes.lines().filter(is_kept);
    weights.notes = kept.map(|line| format!("{line}\n")).collect();
}

/// Replaces the note about a part of the weights of a rule.
pub(crate) fn replace(weights: &mut Weights, rule: Rule, part: Part, positions: usize) {
    remove(weights, rule, &[part]);
    let (words, positions) = (part.words(), with_commas(positions));
    weights.notes += &format!("{rule}: {words}{positions} positions\n");
}

#[cfg(test)]
mod tests {
    use dolmen::eval::Weights;
    use dolmen::rules::Rule;

    use super::{Part, remove, replace};

    #[test]
    fn a_part_has_one_note() {
        let notes = "caro: 100 positions\ncaro6: 200 positions\ncaro6: a line network, 1,000 positions\n\
                     caro6: a policy, 300 positions\ncaro6: a line network, 2,000 positions\n";
        let mut weights = Weights { notes: notes.to_owned(), ..Weights::default() };
        replace(&mut weights, Rule::Caro6, Part::LineNetwork, 4000);
        let expected = "caro: 100 positions\ncaro6: 200 positions\ncaro6: a policy, 300 positions\n\
                        caro6: a line network, 4,000 positions\n";
        assert_eq!(weights.notes, expected);
        remove(&mut weights, Rule::Caro6, &[Part::LineNetwork, Part::Policy]);
        replace(&mut weights, Rule::Caro6, Part::Evaluation, 50);
        assert_eq!(weights.notes, "caro: 100 positions\ncaro6: 50 positions\n");
    }
}
