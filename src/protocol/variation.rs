//! The group of `INFO` lines about a variation, as Yixin-Board reads it:
//!
//! ```text
//! INFO PV 0
//! INFO NUMPV 3
//! INFO DEPTH 9
//! …
//! INFO BESTLINE 7,6 10,0
//! INFO PV DONE
//! ```

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use crate::board::{BoardSize, Point};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::summary::Summary;

/// A report of one of the best variations; engines leave fields out.
///
/// ```
/// use dolmen::protocol::variation::VariationReader;
///
/// let mut reader = VariationReader::default();
/// for text in ["PV 0", "DEPTH 9", "EVAL +M5", "BESTLINE 7,7 8,8"] {
///     assert_eq!(reader.read(text), None);
/// }
/// let variation = reader.read("PV DONE").expect("the group is complete");
/// assert_eq!((variation.depth, variation.moves.len()), (Some(9), 2));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variation {
    /// The rank, from 0, which is the best.
    pub rank: usize,
    /// The number of variations that are reported.
    pub count: Option<usize>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The length of the longest variation that was searched, in plies.
    pub selective_depth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// The time used, which is written in whole milliseconds.
    pub elapsed: Option<Duration>,
    /// The number of nodes searched per second.
    pub speed: Option<u64>,
    /// The value for the side to move as the engine writes it, such as `120` or `+M5`.
    pub value: Option<String>,
    /// The win rate of the side to move, from 0 to 1.
    pub win_rate: Option<f64>,
    /// The moves, the best one first; at most [`Summary::MAX_PV_LENGTH`] are written.
    pub moves: Vec<Point>,
}

impl Variation {
    /// Returns the lines, without the keyword `INFO` and their ends.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let moves = self.moves.iter().take(Summary::MAX_PV_LENGTH);
        let moves: Vec<String> = moves.map(|&point| Coordinate::from(point).to_string()).collect();
        let milliseconds = self.elapsed.map(|elapsed| elapsed.as_millis());
        let win_rate = self.win_rate.map(|win_rate| format!("{win_rate:.4}"));
        let fields = [
            field("PV", Some(self.rank)),
            field("NUMPV", self.count),
            field("DEPTH", self.depth),
            field("SELDEPTH", self.selective_depth),
            field("NODES", self.nodes),
            field("TOTALNODES", self.nodes),
            field("TOTALTIME", milliseconds),
            field("SPEED", self.speed),
            field("EVAL", self.value.as_ref()),
            field("WINRATE", win_rate),
            field("BESTLINE", Some(moves.join(" "))),
            field("PV", Some("DONE")),
        ];
        fields.into_iter().flatten().collect()
    }

    /// Stores a field; an unknown or invalid one is skipped.
    fn set(&mut self, key: &str, value: &str) {
        match key {
            "NUMPV" => self.count = number(value),
            "DEPTH" => self.depth = number(value),
            "SELDEPTH" => self.selective_depth = number(value),
            "TOTALNODES" => self.nodes = number(value),
            "TOTALTIME" => self.elapsed = number(value).map(Duration::from_millis),
            "SPEED" => self.speed = number(value),
            "EVAL" => self.value = Some(value.to_owned()),
            "WINRATE" => {
                self.win_rate = number(value).filter(|rate| (0.0..=1.0).contains(rate));
            }
            "BESTLINE" => self.moves = value.split(' ').map_while(point).collect(),
            _ => {}
        }
    }
}

fn field(key: &str, value: Option<impl Display>) -> Option<String> {
    value.map(|value| format!("{key} {value}"))
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// Parses a point of the largest board.
fn point(text: &str) -> Option<Point> {
    text.parse::<Coordinate>().ok()?.on(BoardSize::square(BoardSize::MAX))
}

/// Collects the lines of a group.
#[derive(Clone, Debug, Default)]
pub struct VariationReader {
    /// The group that has begun.
    group: Option<Variation>,
}

impl VariationReader {
    /// Reads a line without the keyword `INFO`, and returns the variation whose last line it is.
    pub fn read(&mut self, text: &str) -> Option<Variation> {
        let (key, value) = text.split_once(' ').unwrap_or((text, ""));
        match (key, value) {
            ("PV", "DONE") => return self.group.take(),
            ("PV", rank) => {
                let rank = number(rank);
                self.group = rank.map(|rank| Variation { rank, ..Variation::default() });
            }
            _ => {
                if let Some(group) = &mut self.group {
                    group.set(key, value);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Variation, VariationReader};
    use crate::board::Point;

    fn read(lines: &str) -> Vec<Variation> {
        let mut reader = VariationReader::default();
        lines.lines().filter_map(|line| reader.read(line.trim())).collect()
    }

    #[test]
    fn groups_survive_writing_and_reading() {
        let variation = Variation {
            rank: 1,
            count: Some(3),
            depth: Some(9),
            selective_depth: Some(14),
            nodes: Some(3_000),
            elapsed: Some(Duration::from_millis(1_500)),
            speed: Some(2_000),
            value: Some("+M5".to_owned()),
            win_rate: Some(1.0),
            moves: vec![Point::new(7, 6), Point::new(10, 0)],
        };
        let lines = "PV 1\nNUMPV 3\nDEPTH 9\nSELDEPTH 14\nNODES 3000\nTOTALNODES 3000\n\
                     TOTALTIME 1500\nSPEED 2000\nEVAL +M5\nWINRATE 1.0000\nBESTLINE 7,6 10,0\nPV DONE";
        assert_eq!(variation.lines().join("\n"), lines);
        assert_eq!(read(lines), [variation]);
    }

    #[test]
    fn invalid_fields_are_skipped() {
        let expected = |rank| Variation { rank, ..Variation::default() };
        let lines = "DEPTH 3\nPV 0\nDEPTH x\nWINRATE 1.5\nBESTLINE 99,0 7,7\nSOON 1\nPV DONE";
        assert_eq!(read(lines), [expected(0)]);
        assert_eq!(read("PV x\nPV DONE\nPV DONE"), []);
        assert_eq!(read("PV 0\nDEPTH 3\nPV 2\nPV DONE"), [expected(2)]);
    }
}
