//! Scores of pairings in the form of `GomocupEloRating`, `A - B: x : y`: the games that A won and
//! those that B won. That program takes the largest x + y as the number of games of every pairing
//! and counts the missing games as draws.

use crate::record::GameRecord;
use crate::statistics::{Wdl, meetings};
use crate::store::Header;
use crate::store::export::one_line;

/// A number of games that `GomocupEloRating` assumes wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uneven {
    /// The number of games that it assumes for every pairing.
    pub assumed: u64,
    /// The number of games that a pairing has instead.
    pub actual: u64,
}

/// Returns a line for each pairing that has games, in the order of the engines.
#[must_use]
pub fn elo_lines(records: &[GameRecord], header: &Header) -> String {
    let names: Vec<String> =
        header.config.engines.iter().map(|engine| name(&engine.name)).collect();
    let line = |((one, other), Wdl { won, lost, .. }): ((usize, usize), Wdl)| {
        format!("{} - {}: {won} : {lost}\n", names[one], names[other])
    };
    pairings(records, header).map(line).collect()
}

/// Returns the first number of games that `GomocupEloRating` would assume wrongly.
#[must_use]
pub fn uneven(records: &[GameRecord], header: &Header) -> Option<Uneven> {
    let assumed = pairings(records, header).map(|(_, wdl)| wdl.won + wdl.lost).max()?;
    let actual =
        pairings(records, header).map(|(_, wdl)| wdl.games()).find(|&games| games != assumed)?;
    Some(Uneven { assumed, actual })
}

/// Returns the results of all pairings by the indexes of their engines, the lower one first.
fn pairings(
    records: &[GameRecord],
    header: &Header,
) -> impl Iterator<Item = ((usize, usize), Wdl)> {
    let names: Vec<String> =
        header.config.engines.iter().map(|engine| engine.name.clone()).collect();
    meetings(records, &names).into_iter().filter(|((one, other), _)| one < other)
}

/// Returns a name without blanks and colons, which would end it.
fn name(name: &str) -> String {
    one_line(name).replace(|letter: char| letter.is_whitespace() || letter == ':', "_")
}

#[cfg(test)]
mod tests;
