//! The search results and judgements of a position, and the marks of a person in it.

use dolmen::board::{Bitboard, Point};
use dolmen::notation::Sign;
use serde::{Deserialize, Serialize};

/// The result of a search of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reading {
    /// The value for the side to move, as the engine writes it: `120`, `+M5`.
    pub value: String,
    /// The value of the second best move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The best line.
    pub line: Vec<Point>,
    /// The maximum number of nodes of the search.
    pub nodes: u64,
}

/// One of the best lines that an analysis has found in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FoundLine {
    /// The value for the side to move, as the engine writes it: `120`, `+M5`.
    pub value: Option<String>,
    /// The chance of Black to win.
    pub black_wins: Option<f64>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The depth of the deepest line in plies.
    pub selective_depth: Option<u32>,
    /// The visited positions.
    pub nodes: Option<u64>,
    /// The milliseconds of the search.
    pub ms: Option<u64>,
    /// The moves.
    pub line: Vec<Point>,
}

/// The judgement of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Judgement {
    /// The class of the move.
    pub class: MoveClass,
    /// The chance that it gave away, from 0 to 1; `None` if it is not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The reason, if it is more than the loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The reason in words, as sentences without names of points; empty if there is nothing to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// The line that was better.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<Point>,
}

impl Judgement {
    /// Returns a judgement that is only a class.
    #[must_use]
    pub const fn of(class: MoveClass) -> Self {
        Self { class, loss: None, reason: None, words: String::new(), better: Vec::new() }
    }
}

/// The class of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MoveClass {
    /// `!!`: the only good move, and not an obvious one.
    Brilliant,
    /// `!?`: better than the search had thought.
    Interesting,
    /// The best move, or as good.
    Best,
    /// A move that gave away little.
    Good,
    /// `?!`.
    Inaccuracy,
    /// `?`.
    Mistake,
    /// `??`.
    Blunder,
    /// The only move that stops a five; not judged.
    Forced,
    /// A move in a lost position; not judged.
    Lost,
}

impl MoveClass {
    /// Returns whether the move was an error.
    #[must_use]
    pub const fn is_error(self) -> bool {
        matches!(self, Self::Inaccuracy | Self::Mistake | Self::Blunder)
    }
}

/// The reason of a judgement, with distances in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Reason {
    /// The side had a win in this number of plies.
    MissedWin {
        /// The distance.
        plies: u32,
        /// Indicates whether fours alone win.
        by_fours: bool,
    },
    /// The other side wins now.
    Loses {
        /// The distance.
        plies: u32,
        /// Indicates whether fours alone win.
        by_fours: bool,
    },
    /// The win is kept, but there was a shorter one.
    LongerWin {
        /// The distance of the shorter one.
        shorter: u32,
    },
    /// The only move that wins.
    OnlyWin {
        /// The distance.
        plies: u32,
    },
    /// The only move that holds.
    OnlyMove,
}

/// The points that an engine searches in a position.
///
/// ```
/// use board_table::tree::Area;
/// use dolmen::{BoardSize, Position};
///
/// let empty = Position::new(BoardSize::square(15)).empty();
/// let area = Area { excluded: vec!["h8".parse()?], only: Vec::new() };
/// assert_eq!(area.left_out(empty).len(), 1);
/// let area = Area { excluded: Vec::new(), only: vec!["h8".parse()?] };
/// assert_eq!(area.left_out(empty).len(), 224);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Area {
    /// The points that are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<Point>,
    /// The only points that are searched; all if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<Point>,
}

impl Area {
    /// Returns whether every point is searched.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.excluded.is_empty() && self.only.is_empty()
    }

    /// Returns those of the empty points that are not searched.
    #[must_use]
    pub fn left_out(&self, empty: Bitboard) -> Bitboard {
        let excluded: Bitboard = self.excluded.iter().copied().collect();
        if self.only.is_empty() {
            return excluded & empty;
        }
        let only: Bitboard = self.only.iter().copied().collect();
        empty - (only - excluded)
    }
}

/// A mark on a point, or an arrow between two points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Drawing {
    /// The point of the mark, or the one where the arrow begins.
    pub from: Point,
    /// The point where the arrow ends; `None` for a mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Point>,
    /// The form of the mark; arrows ignore it.
    #[serde(default, skip_serializing_if = "is_circle")]
    pub sign: Sign,
    /// The colour.
    pub color: DrawColor,
}

fn is_circle(sign: &Sign) -> bool {
    *sign == Sign::Circle
}

/// The colour of a drawing. Files do not have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DrawColor {
    /// Green.
    #[default]
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}
