//! The record of a game: one line of the file of results.

mod last_words;
mod negotiation;
mod streak;
mod time;

use std::fmt;

use dolmen::opening::Player;
use serde::{Deserialize, Serialize};

pub(crate) use last_words::with_last_line;
pub use negotiation::{ActRecord, Negotiation};
pub(crate) use streak::prolonged;
pub(crate) use time::{date, moment, now};

/// The number of a game in a tournament: pairs are numbered from 0, and have two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameId {
    /// The pair.
    pub pair: u64,
    /// 0, or 1 with the colours swapped.
    pub game: u8,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pair {}, game {}", self.pair, self.game)
    }
}

/// The result of a game, as seen from black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Black won.
    Black,
    /// White won.
    White,
    /// A draw.
    Draw,
    /// The game does not count: it was aborted, or the machine failed.
    Void,
}

/// A reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Five in a row under the rule.
    Five,
    /// No legal move is left.
    BoardFull,
    /// The agreed number of stones is reached.
    MoveLimit,
    /// The loser's own messages put it too far behind.
    Resignation,
    /// The messages of both engines put neither ahead.
    DrawByScore,
    /// The loser's move is outside the board or on a stone.
    Illegal,
    /// The loser's move is forbidden under the rule.
    Foul,
    /// The loser took longer than its limit for a move.
    TimeoutTurn,
    /// The loser used up its clock of the game.
    TimeoutGame,
    /// The loser did not answer START in time.
    TimeoutStart,
    /// The loser's process ended.
    Crash,
    /// The loser sent an invalid answer.
    Protocol,
    /// The loser exceeded its memory limit.
    Memory,
    /// The tournament was stopped.
    Aborted,
    /// The engine could not be started by the system.
    Infrastructure,
    /// The machine took so much time that the engine may not have been late.
    Machine,
}

impl Score {
    /// Returns the result as it is usually written, black first.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Black => "1-0",
            Self::White => "0-1",
            Self::Draw => "½-½",
            Self::Void => "void",
        }
    }

    /// Returns the half points of black; `None` for a void game.
    #[must_use]
    pub fn half_points_of_black(self) -> Option<u8> {
        match self {
            Self::Black => Some(2),
            Self::Draw => Some(1),
            Self::White => Some(0),
            Self::Void => None,
        }
    }
}

impl Reason {
    /// Every reason, and its words in tables and pages.
    pub(crate) const WORDS: [(Self, &str); 16] = [
        (Self::Five, "five in a row"),
        (Self::BoardFull, "board full"),
        (Self::MoveLimit, "move limit"),
        (Self::Resignation, "resignation"),
        (Self::DrawByScore, "draw by score"),
        (Self::Illegal, "illegal move"),
        (Self::Foul, "forbidden move"),
        (Self::TimeoutTurn, "move time"),
        (Self::TimeoutGame, "game time"),
        (Self::TimeoutStart, "no start"),
        (Self::Crash, "crash"),
        (Self::Protocol, "protocol"),
        (Self::Memory, "memory"),
        (Self::Aborted, "aborted"),
        (Self::Infrastructure, "not started"),
        (Self::Machine, "machine too busy"),
    ];

    /// Returns the reason in words.
    pub(crate) fn words(self) -> &'static str {
        let words = Self::WORDS.iter().find(|&&(reason, _)| reason == self);
        words.expect("every reason has words").1
    }

    /// Returns whether the loser forfeited the game by a fault.
    #[must_use]
    pub fn is_failure(self) -> bool {
        self.is_breakdown() || matches!(self, Self::Illegal | Self::Foul)
    }

    /// Returns whether the engine failed (crash, timeout, violation of the protocol) rather than lost
    /// on the board.
    #[must_use]
    pub fn is_breakdown(self) -> bool {
        match self {
            Self::TimeoutTurn
            | Self::TimeoutGame
            | Self::TimeoutStart
            | Self::Crash
            | Self::Protocol
            | Self::Memory => true,
            Self::Five
            | Self::BoardFull
            | Self::MoveLimit
            | Self::Resignation
            | Self::DrawByScore
            | Self::Illegal
            | Self::Foul
            | Self::Aborted
            | Self::Infrastructure
            | Self::Machine => false,
        }
    }
}

/// The conduct of an engine in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conduct {
    /// Name in the tournament.
    pub name: String,
    /// Hash of its executable, 16 hexadecimal digits.
    pub hash: String,
    /// Moves that it made itself.
    pub moves: u32,
    /// Its total thinking time, in milliseconds.
    pub time_ms: f64,
    /// Its longest thinking time for one move, in milliseconds.
    pub longest_ms: f64,
    /// Moves that came after the limit but within the margin.
    pub late: u32,
    /// The largest part of the margin that it used, in milliseconds.
    pub latest_ms: f64,
    /// The time that the machine took from it, in milliseconds; not counted as late.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub machine_ms: f64,
    /// The number of text lines that were neither a reply to the runner nor a comment.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stray: u32,
    /// The first of these text lines, truncated to 200 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stray_line: Option<String>,
    /// The first comment that named one of its options, truncated to 200 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option_comment: Option<String>,
    /// Peak resident memory of its processes, in bytes.
    pub peak_memory: u64,
    /// Processor time that it used while the opponent thought, in milliseconds.
    pub foreign_cpu_ms: f64,
    /// The rung of the kill ladder that ended it, if not the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub killed: Option<String>,
    /// The end of its standard error and its last words, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_words: Option<String>,
}

/// Returns whether a number is 0.
fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Column and row, from 0.
    pub at: (u8, u8),
    /// The thinking time in milliseconds; `None` for moves of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// The engine's last message before the move, truncated to 200 bytes, if messages are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game.
    #[serde(flatten)]
    pub id: GameId,
    /// The index of the opening.
    pub opening: usize,
    /// The seed of the game.
    pub seed: u64,
    /// The conduct of the engine that had black at the end, after any swap.
    pub black: Conduct,
    /// The conduct of the engine that had white at the end.
    pub white: Conduct,
    /// The result.
    pub score: Score,
    /// The reason for the end of the game.
    pub reason: Reason,
    /// A description of the fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The opening that the engines negotiated, if they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub negotiation: Option<Negotiation>,
    /// All moves, with the opening.
    pub moves: Vec<MoveRecord>,
    /// The time at which it began, seconds since 1970.
    pub started: u64,
    /// The machine on which it was played: its index among the hosts in the header of the file. A game
    /// that is appended to a file gets the index of this machine.
    #[serde(default)]
    pub host: usize,
    /// The number of times that the game was played before and found void, because the machine took
    /// too much time.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub replays: u32,
}

impl GameRecord {
    /// Returns the number of moves of the given opening, for which no engine thought; 0 if the engines
    /// negotiated it, since Black is then the colour that they chose for the empty board.
    #[must_use]
    pub fn opening_length(&self) -> usize {
        if self.negotiation.is_some() {
            return 0;
        }
        self.moves.iter().take_while(|played| played.ms.is_none()).count()
    }

    /// Returns the engine that thought about the move with this index. In a negotiated opening that is the player
    /// of the act, whose colour the other engine may have now.
    ///
    /// # Panics
    /// Panics if the game has no such move.
    #[must_use]
    pub fn thinker(&self, ply: usize) -> &Conduct {
        let played = &self.moves[ply];
        let of_color = [&self.black, &self.white][ply % 2];
        let Some(negotiation) = &self.negotiation else { return of_color };
        let Some(player) = negotiation.thinker(played) else { return of_color };
        let is_black_first = self.black.name == negotiation.first;
        if is_black_first == (player == Player::First) { &self.black } else { &self.white }
    }

    /// Returns the description of the fault; that of a crash ends with the last line of the engine.
    pub(crate) fn account(&self) -> String {
        let words = self.loser_by_fault().and_then(|loser| loser.last_words.as_deref());
        with_last_line(&self.detail, words.filter(|_| self.reason == Reason::Crash))
    }

    /// Returns the engine that forfeited the game, if one did.
    #[must_use]
    pub fn loser_by_fault(&self) -> Option<&Conduct> {
        match self.score {
            _ if !self.reason.is_failure() => None,
            Score::Black => Some(&self.white),
            Score::White => Some(&self.black),
            Score::Draw | Score::Void => None,
        }
    }
}
