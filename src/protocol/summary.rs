//! The text of a `MESSAGE` about a search:
//! `depth D-SD ev V wp PERCENT n NODES n/s SPEED tm MS pv M1 M2 …`.
//!
//! The fields and their order are those of the strongest open engines, so that a runner
//! reads them all; of several best lines each has `multipv K` after its depth. Numbers are
//! written in full; the value is from the view of the side to move, in evaluation units or as
//! a proved win `+M5` or loss `-M4` with its distance in plies, and again as the chance to win
//! in percent; points are column letter (none skipped) and row from 1 at the top, `h8`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::board::{BoardSize, Point};
use crate::eval::Score;

/// The state of a search, as one line of text tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Depth of the last iteration, in plies.
    pub depth: u32,
    /// Deepest line looked at, in plies.
    pub selective_depth: u32,
    /// Place of the line among several best ones, from 1; `None` if there is only one.
    pub rank: Option<usize>,
    /// Worth of the position to the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited in a second.
    pub speed: u64,
    /// Time used; milliseconds count.
    pub elapsed: Duration,
    /// Best line, the move to play first; at most [`Summary::LONGEST_LINE`] are shown.
    pub principal_variation: Vec<Point>,
}

impl Summary {
    /// Most moves shown of a principal variation: replies of more than some hundred bytes
    /// are cut by managers.
    pub const LONGEST_LINE: usize = 60;
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, selective_depth, score, nodes, speed, .. } = self;
        let milliseconds = self.elapsed.as_millis();
        write!(f, "depth {depth}-{selective_depth} ")?;
        if let Some(rank) = self.rank {
            write!(f, "multipv {rank} ")?;
        }
        let percent = 100.0 * score.win_probability();
        write!(f, "ev {score} wp {percent:.1} n {nodes} n/s {speed} ")?;
        write!(f, "tm {milliseconds} pv")?;
        let line = self.principal_variation.iter().take(Self::LONGEST_LINE);
        line.into_iter().try_for_each(|point| write!(f, " {point}"))
    }
}

/// A text that is no summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSummaryError {
    /// The text.
    pub text: String,
}

impl fmt::Display for ParseSummaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid search summary {:?}", self.text)
    }
}

impl std::error::Error for ParseSummaryError {}

impl FromStr for Summary {
    type Err = ParseSummaryError;

    /// Reads the fields in any order and leaves out what is not known; a depth is needed.
    /// Counts may end in K, M or G.
    fn from_str(text: &str) -> Result<Self, ParseSummaryError> {
        parse(text).ok_or_else(|| ParseSummaryError { text: text.to_owned() })
    }
}

fn parse(text: &str) -> Option<Summary> {
    let mut summary = Summary::default();
    let mut words = text.split_ascii_whitespace().peekable();
    words.next_if_eq(&"depth")?;
    let depths = words.next()?;
    let (depth, selective_depth) = depths.split_once('-').unwrap_or((depths, depths));
    summary.depth = depth.parse().ok()?;
    summary.selective_depth = selective_depth.parse().ok()?;
    while let Some(word) = words.next() {
        match word {
            "multipv" => summary.rank = Some(words.next()?.parse().ok()?),
            "ev" => summary.score = parse_score(words.next()?)?,
            "n" => summary.nodes = parse_count(words.next()?)?,
            "n/s" => summary.speed = parse_count(words.next()?)?,
            "tm" => summary.elapsed = Duration::from_millis(words.next()?.parse().ok()?),
            "pv" => {
                summary.principal_variation =
                    words.by_ref().map_while(|word| word.parse().ok()).collect();
            }
            _ => {}
        }
    }
    Some(summary)
}

fn parse_score(word: &str) -> Option<Score> {
    const FARTHEST: i32 = (BoardSize::MAX * BoardSize::MAX) as i32;
    let plies = |word: &str| word.parse().ok().filter(|plies| (0..=FARTHEST).contains(plies));
    if let Some(word) = word.strip_prefix("+M") {
        plies(word).map(Score::win_in)
    } else if let Some(word) = word.strip_prefix("-M") {
        plies(word).map(Score::loss_in)
    } else {
        word.parse().ok().map(Score::new)
    }
}

fn parse_count(word: &str) -> Option<u64> {
    let (digits, unit) = match word.as_bytes().last()? {
        b'K' => (&word[..word.len() - 1], 1_000),
        b'M' => (&word[..word.len() - 1], 1_000_000),
        b'G' => (&word[..word.len() - 1], 1_000_000_000),
        _ => (word, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests;
