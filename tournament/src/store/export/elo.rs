//! Scores of pairings as GomocupEloRating reads them, `A - B: x : y`: the games that A won and
//! those that B won. It takes what the fullest pairing has more than x + y for draws.

use crate::record::{GameRecord, Score};
use crate::store::Header;
use crate::store::export::one_line;

/// Games that a reader of the lines would count wrongly: draws and games that were not played
/// look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uneven {
    /// Games that are assumed for every pairing.
    pub assumed: usize,
    /// Games that some pairing has instead.
    pub actual: usize,
}

/// Wins of both and all games of a pairing.
#[derive(Clone, Copy, Debug, Default)]
struct Pairing {
    wins: [usize; 2],
    games: usize,
}

/// One line for each pairing that has games, in the order of the engines.
#[must_use]
pub fn elo_lines(records: &[GameRecord], header: &Header) -> String {
    let names = names(header);
    let line = |((one, other), pairing): ((usize, usize), Pairing)| {
        let [won, lost] = pairing.wins;
        format!("{} - {}: {won} : {lost}\n", name(names[one]), name(names[other]))
    };
    pairings(records, &names).into_iter().map(line).collect()
}

/// Returns whether a reader of the lines would count games wrongly.
#[must_use]
pub fn uneven(records: &[GameRecord], header: &Header) -> Option<Uneven> {
    let pairings = pairings(records, &names(header));
    let decided = |(_, pairing): &((usize, usize), Pairing)| pairing.wins.iter().sum();
    let assumed: usize = pairings.iter().map(decided).max()?;
    let mut games = pairings.iter().map(|(_, pairing)| pairing.games);
    let actual = games.find(|games| *games != assumed)?;
    Some(Uneven { assumed, actual })
}

fn names(header: &Header) -> Vec<&str> {
    header.config.engines.iter().map(|engine| engine.name.as_str()).collect()
}

/// All pairings with games, by their engines' indexes, the lower first.
fn pairings(records: &[GameRecord], names: &[&str]) -> Vec<((usize, usize), Pairing)> {
    let mut pairings = std::collections::BTreeMap::<(usize, usize), Pairing>::new();
    let index = |name: &str| names.iter().position(|other| *other == name);
    for record in records {
        let both = (index(&record.black.name), index(&record.white.name));
        let (Some(black), Some(white)) = both else { continue };
        let pairing = pairings.entry((black.min(white), black.max(white))).or_default();
        let winner = match record.score {
            Score::Black => Some(black),
            Score::White => Some(white),
            Score::Draw => None,
            Score::Void => continue,
        };
        pairing.games += 1;
        if let Some(winner) = winner {
            pairing.wins[usize::from(winner != black.min(white))] += 1;
        }
    }
    pairings.into_iter().collect()
}

/// A name without what would end it: its reader stops at blanks and colons.
fn name(name: &str) -> String {
    let plain = |letter: char| if letter.is_whitespace() || letter == ':' { '_' } else { letter };
    one_line(name).chars().map(plain).collect()
}

#[cfg(test)]
mod tests;
