//! The text of a `MESSAGE` about a search:
//! `depth D-SD ev V wp PERCENT n NODES n/s SPEED tm MS pv M1 M2 …`.
//!
//! The fields and their order are those of the strongest open engines, so that one parser reads
//! all of them. After the depth comes `multipv K` in multi-PV mode, `forced` if there was no other
//! move, `book` if the move comes from the opening book, and `proof` if it comes from a certificate.
//! Numbers are written in full. The score is from the point of view of the side to move, in
//! evaluation units or as a proven win `+M5` or loss `-M4` with its distance in plies; `wp` is the
//! same as a win rate in percent. Points are named in the [`Notation`] of the manager; `h8` and
//! `7,7` can be parsed.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::board::{BoardSize, Point};
use crate::eval::Score;
use crate::protocol::coordinate::Coordinate;
use crate::protocol::error::ParseError;
use crate::protocol::notation::{Notation, Style};
use crate::search::Origin;

/// The state of a search, as one text line describes it.
///
/// ```
/// use dolmen::protocol::summary::Summary;
///
/// let summary: Summary = "depth 7-12 ev 35 n 2M tm 1934 pv h8 g9".parse()?;
/// assert_eq!((summary.depth, summary.nodes), (7, 2_000_000));
/// assert!(summary.to_string().ends_with("pv h8 g9"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The depth of the last iteration, in plies.
    pub depth: u32,
    /// The length of the longest variation that was searched, in plies.
    pub selective_depth: u32,
    /// The rank of the variation in multi-PV mode, from 1; `None` if there is only one variation.
    pub rank: Option<usize>,
    /// The score for the side to move.
    pub score: Score,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The number of nodes searched per second.
    pub speed: u64,
    /// The time used, which is written in whole milliseconds.
    pub elapsed: Duration,
    /// The principal variation, best move first; at most [`Summary::MAX_PV_LENGTH`] moves are
    /// written.
    pub principal_variation: Vec<Point>,
    /// The way in which the move was found.
    pub origin: Origin,
}

impl Summary {
    /// The number of moves of a principal variation that are written: managers cut text lines of
    /// more than some hundred bytes.
    pub const MAX_PV_LENGTH: usize = 60;
}

impl Summary {
    /// Returns the text line with the points named in a style.
    #[must_use]
    pub(crate) fn text(&self, style: Style) -> String {
        let variation = self.principal_variation.iter().take(Self::MAX_PV_LENGTH);
        let names = variation.map(|&point| style.name(point));
        names.fold(self.numbers(), |text, name| text + " " + &name)
    }

    /// Returns the text line without the points.
    fn numbers(&self) -> String {
        let Self { depth, selective_depth, score, nodes, speed, .. } = self;
        let rank = self.rank.map_or_else(String::new, |rank| format!("multipv {rank} "));
        let origin = match self.origin {
            Origin::Search => "",
            Origin::Forced => "forced ",
            Origin::Book => "book ",
            Origin::Proof => "proof ",
        };
        let percent = 100.0 * score.win_probability();
        let milliseconds = self.elapsed.as_millis();
        format!(
            "depth {depth}-{selective_depth} {rank}{origin}ev {score} wp {percent:.1} \
             n {nodes} n/s {speed} tm {milliseconds} pv"
        )
    }
}

impl fmt::Display for Summary {
    /// Writes the points by letters, which programs can read for every size of board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = BoardSize::square(BoardSize::MAX);
        f.write_str(&self.text(Style { notation: Notation::Letters, size }))
    }
}

/// Returns the number of nodes searched per second.
#[must_use]
pub(crate) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let milliseconds = elapsed.as_millis().max(1);
    u64::try_from(u128::from(nodes) * 1000 / milliseconds).unwrap_or(u64::MAX)
}

impl FromStr for Summary {
    type Err = ParseError;

    /// Parses the fields in any order after the depth, which is required.
    ///
    /// Unknown fields are skipped. Counts may end in K, M or G.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text).ok_or_else(|| ParseError::new("search summary", text, ""))
    }
}

fn parse(text: &str) -> Option<Summary> {
    let mut summary = Summary::default();
    let mut fields = text.split_ascii_whitespace().peekable();
    fields.next_if_eq(&"depth")?;
    let depths = fields.next()?;
    let (depth, selective_depth) = depths.split_once('-').unwrap_or((depths, depths));
    summary.depth = depth.parse().ok()?;
    summary.selective_depth = selective_depth.parse().ok()?;
    while let Some(field) = fields.next() {
        match field {
            "forced" => summary.origin = Origin::Forced,
            "book" => summary.origin = Origin::Book,
            "proof" => summary.origin = Origin::Proof,
            "multipv" => summary.rank = Some(fields.next()?.parse().ok()?),
            "ev" => summary.score = fields.next()?.parse().ok()?,
            "n" => summary.nodes = parse_count(fields.next()?)?,
            "n/s" => summary.speed = parse_count(fields.next()?)?,
            "tm" => summary.elapsed = Duration::from_millis(fields.next()?.parse().ok()?),
            "pv" => {
                summary.principal_variation = fields.by_ref().map_while(parse_point).collect();
            }
            _ => {}
        }
    }
    Some(summary)
}

/// Parses a point by letters, such as `h8`, or by numbers, such as `7,7`.
fn parse_point(text: &str) -> Option<Point> {
    let largest = BoardSize::square(BoardSize::MAX);
    let by_numbers = || text.parse::<Coordinate>().ok()?.on(largest);
    text.parse().ok().or_else(by_numbers)
}

fn parse_count(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 1_000),
        b'M' => (&text[..text.len() - 1], 1_000_000),
        b'G' => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests;
