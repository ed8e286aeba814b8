//! The sets of openings that the runner carries with it, made by its own generator; each
//! file's head tells the command.

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::config::Opening;
use crate::openings::read::{Form, drafts};

/// A set: the side of the board that it was made for, and its text.
type Set = (usize, &'static str);

const FREESTYLE: [Set; 2] = [
    (15, include_str!("../../openings/freestyle-15.txt")),
    (20, include_str!("../../openings/freestyle-20.txt")),
];
const STANDARD: [Set; 2] = [
    (15, include_str!("../../openings/standard-15.txt")),
    (20, include_str!("../../openings/standard-20.txt")),
];
const RENJU: [Set; 2] = [
    (15, include_str!("../../openings/renju-15.txt")),
    (20, include_str!("../../openings/renju-20.txt")),
];
const CARO: [Set; 2] = [
    (15, include_str!("../../openings/caro-15.txt")),
    (20, include_str!("../../openings/caro-20.txt")),
];
const CARO6: [Set; 2] = [
    (15, include_str!("../../openings/caro6-15.txt")),
    (20, include_str!("../../openings/caro6-20.txt")),
];
const OMOK: [Set; 2] = [
    (15, include_str!("../../openings/omok-15.txt")),
    (19, include_str!("../../openings/omok-19.txt")),
];

/// The sets for a rule, the smaller board first.
const fn sets(rule: Rule) -> &'static [Set; 2] {
    match rule {
        Rule::Freestyle => &FREESTYLE,
        Rule::Standard => &STANDARD,
        Rule::Renju => &RENJU,
        Rule::Caro => &CARO,
        Rule::Caro6 => &CARO6,
        Rule::Omok => &OMOK,
    }
}

/// Openings for a rule and a board: even by the judgement of the engine that made them, no
/// two the same up to symmetry, and never none.
///
/// There are sets for 15×15 and 20×20, of omok for 15×15 and 19×19. Another board gets those
/// openings of the nearest set, by its shorter side, that fit on it and can be played there
/// when they are laid around its middle; how even they are on it nobody has looked at. If
/// there is none, as on the smallest boards, the opening without moves is the only one.
#[must_use]
pub fn built_in(rule: Rule, size: BoardSize) -> Vec<Opening> {
    let shorter = size.width().min(size.height());
    let &(side, text) = sets(rule)
        .iter()
        .min_by_key(|(side, _)| side.abs_diff(shorter))
        .expect("every rule has sets");
    let drafts = drafts(text, Form::Offsets, size).expect("the sets are tested");
    let numbered = drafts.iter().zip(1..);
    let openings: Vec<Opening> = numbered
        .filter_map(|(draft, number)| {
            draft.check(format!("{rule}-{side}:{number}"), size, rule).ok()
        })
        .collect();
    if openings.is_empty() {
        return vec![Opening { name: "empty board".to_owned(), moves: Vec::new() }];
    }
    openings
}

#[cfg(test)]
mod tests;
