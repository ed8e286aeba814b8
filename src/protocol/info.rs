//! The keys and values of INFO.
//!
//! INFO has no reply, so parsing it cannot fail: an unknown key or an invalid value becomes
//! [`Info::Other`], which the session ignores.

use std::fmt;

use crate::protocol::integer;
use crate::protocol::notation::Notation;
use crate::rules::{GameRule, Rule};
use crate::search::margins::{Margin, Margins};

/// A key of INFO with its value.
///
/// ```
/// use dolmen::protocol::info::Info;
///
/// assert_eq!(Info::parse("timeout_turn 1000"), Info::TimeoutTurn(1000));
/// assert_eq!(Info::TimeLeft(500).to_string(), "time_left 500");
/// assert!(matches!(Info::parse("rule go"), Info::Other { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// `timeout_turn`: milliseconds for each move; 0 or less means as fast as possible.
    TimeoutTurn(i64),
    /// `timeout_match`: milliseconds for the whole game; 0 or less means no limit.
    TimeoutMatch(i64),
    /// `time_left`: milliseconds left for the game; 0 or less means move at once, 2147483647
    /// means no limit.
    TimeLeft(i64),
    /// `time_increment`: milliseconds that are added to the time left after each move.
    TimeIncrement(i64),
    /// `max_memory`: bytes for the whole process; 0 or less means no limit.
    MaxMemory(i64),
    /// `game_type`: 0 for a human opponent, 1 for an engine, 2 for a tournament, 3 for a network
    /// tournament.
    GameType(i64),
    /// `rule`: the rule, as a sum of bits or by name.
    Rule(RuleCode),
    /// `max_depth`: the depth limit in plies; 0 or less means no limit.
    MaxDepth(i64),
    /// `max_node`: the node limit; 0 or less means no limit.
    MaxNode(i64),
    /// `thread_num`: the number of search threads; at most one per processor is used.
    ThreadNum(i64),
    /// `hash_size`: kilobytes for the transposition table; 0 or less means the default size.
    HashSize(i64),
    /// `show_detail`: bit 0 turns on messages about a running search, bit 1 `INFO` lines.
    ShowDetail(i64),
    /// `pondering`: 1 to think on the opponent's time; 0 or less not to.
    Pondering(i64),
    /// `notation`: how comments name points, in place of the choice by the manager's commands. An
    /// extension of Dolmen.
    Notation(Notation),
    /// `book`: 0 to search every move, 1 to play the best move of the opening book, 2 to choose among
    /// its best moves. An extension of Dolmen.
    Book(i64),
    /// `certificates`: 0 to search even where a certificate has a move. An extension of Dolmen.
    Certificates(i64),
    /// `usedatabase`: 1 to use the file of positions that `YXSETDATABASE` names; 0 or less not to.
    UseDatabase(i64),
    /// `database_readonly`: 1 to leave the file of positions as it is.
    DatabaseReadOnly(i64),
    /// `folder`: a folder for the engine's files, which Dolmen does not need.
    Folder(String),
    /// `seed`: the seed of varied openings. An extension of Dolmen.
    Seed(i64),
    /// `level`: the playing level; 0 or less means full strength. An extension of Dolmen.
    Level(i64),
    /// `reserve`: milliseconds of every move that are kept back for the pipe and scheduling;
    /// less than 0 means the default share. An extension of Dolmen.
    Reserve(i64),
    /// `margin_NAME`: a tuning parameter of the search. An extension of Dolmen.
    Margin {
        /// The index in [`Margins::ALL`].
        index: usize,
        /// The value, within the range of the parameter.
        value: i32,
    },
    /// An unknown key, or a known key with an invalid value.
    Other {
        /// The key as it was written.
        key: String,
        /// The rest of the text line.
        value: String,
    },
}

impl Info {
    /// Parses what follows the word INFO.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim_matches(integer::is_blank);
        let (key, value) = text.split_once(integer::is_blank).unwrap_or((text, ""));
        let value = value.trim_matches(integer::is_blank);
        let known = match key.to_ascii_lowercase().as_str() {
            "rule" => RuleCode::parse(value).map(Info::Rule),
            "notation" => value.parse().ok().map(Info::Notation),
            "folder" => Some(Info::Folder(value.to_owned())),
            key => integer::parse(value).and_then(|number| Self::numeric(key, number)),
        };
        known.unwrap_or_else(|| Self::Other { key: key.to_owned(), value: value.to_owned() })
    }

    fn numeric(key: &str, number: i64) -> Option<Self> {
        Some(match key {
            "timeout_turn" => Self::TimeoutTurn(number),
            "timeout_match" => Self::TimeoutMatch(number),
            "time_left" => Self::TimeLeft(number),
            "time_increment" => Self::TimeIncrement(number),
            "max_memory" => Self::MaxMemory(number),
            "game_type" => Self::GameType(number),
            "max_depth" => Self::MaxDepth(number),
            "max_node" => Self::MaxNode(number),
            "thread_num" => Self::ThreadNum(number),
            "hash_size" => Self::HashSize(number),
            "show_detail" => Self::ShowDetail(number),
            "pondering" => Self::Pondering(number),
            "book" => Self::Book(number),
            "certificates" => Self::Certificates(number),
            "usedatabase" => Self::UseDatabase(number),
            "database_readonly" => Self::DatabaseReadOnly(number),
            "seed" => Self::Seed(number),
            "level" => Self::Level(number),
            "reserve" => Self::Reserve(number),
            key => {
                let name = key.strip_prefix("margin_")?;
                let index = Margins::ALL.iter().position(|margin| margin.name == name)?;
                let Margin { min, max, .. } = Margins::ALL[index];
                let value = number.clamp(i64::from(min), i64::from(max)) as i32;
                Self::Margin { index, value }
            }
        })
    }

    /// Returns whether the key limits the time of a search that is already running.
    #[must_use]
    pub(crate) const fn is_time_limit(&self) -> bool {
        matches!(self, Self::TimeoutTurn(_) | Self::TimeoutMatch(_) | Self::TimeLeft(_))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeoutTurn(number) => write!(f, "timeout_turn {number}"),
            Self::TimeoutMatch(number) => write!(f, "timeout_match {number}"),
            Self::TimeLeft(number) => write!(f, "time_left {number}"),
            Self::TimeIncrement(number) => write!(f, "time_increment {number}"),
            Self::MaxMemory(number) => write!(f, "max_memory {number}"),
            Self::GameType(number) => write!(f, "game_type {number}"),
            Self::Rule(code) => write!(f, "rule {code}"),
            Self::Book(number) => write!(f, "book {number}"),
            Self::Certificates(number) => write!(f, "certificates {number}"),
            Self::UseDatabase(number) => write!(f, "usedatabase {number}"),
            Self::DatabaseReadOnly(number) => write!(f, "database_readonly {number}"),
            Self::MaxDepth(number) => write!(f, "max_depth {number}"),
            Self::MaxNode(number) => write!(f, "max_node {number}"),
            Self::ThreadNum(number) => write!(f, "thread_num {number}"),
            Self::HashSize(number) => write!(f, "hash_size {number}"),
            Self::ShowDetail(number) => write!(f, "show_detail {number}"),
            Self::Pondering(number) => write!(f, "pondering {number}"),
            Self::Notation(notation) => write!(f, "notation {notation}"),
            Self::Folder(folder) if folder.is_empty() => write!(f, "folder"),
            Self::Folder(folder) => write!(f, "folder {folder}"),
            Self::Seed(number) => write!(f, "seed {number}"),
            Self::Level(number) => write!(f, "level {number}"),
            Self::Reserve(number) => write!(f, "reserve {number}"),
            Self::Margin { index, value } => {
                write!(f, "margin_{} {value}", Margins::ALL[*index].name)
            }
            Self::Other { key, value } if value.is_empty() => write!(f, "{key}"),
            Self::Other { key, value } => write!(f, "{key} {value}"),
        }
    }
}

/// The value of `INFO rule`.
///
/// ```
/// use dolmen::Rule;
/// use dolmen::protocol::info::{Info, RuleCode};
///
/// assert_eq!(Info::parse("rule 4"), Info::Rule(RuleCode::of(Rule::Renju.into())));
/// assert_eq!(RuleCode::Sum(9).game_rule(false).rule, Rule::Caro);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleCode {
    /// A sum of bits: 1 for exactly five, 2 for continuous, 4 for renju, 8 for caro, 16 for omok.
    Sum(i64),
    /// A rule by its name.
    Named(Rule),
}

const EXACT: i64 = 1;
const CONTINUOUS: i64 = 2;
const RENJU: i64 = 4;
const CARO: i64 = 8;
const OMOK: i64 = 16;

impl RuleCode {
    /// The code of freestyle, the default rule.
    pub(crate) const FREESTYLE: Self = Self::Sum(0);

    /// Returns the code by which a manager asks for a rule.
    #[must_use]
    pub const fn of(game_rule: GameRule) -> Self {
        let sum = match game_rule.rule {
            Rule::Freestyle => 0,
            Rule::Standard => EXACT,
            Rule::Renju => RENJU,
            Rule::Caro6 => CARO,
            Rule::Caro => CARO | EXACT,
            Rule::Omok => OMOK | EXACT,
        };
        Self::Sum(if game_rule.continuous { sum | CONTINUOUS } else { sum })
    }

    fn parse(value: &str) -> Option<Self> {
        match integer::parse(value) {
            Some(sum) => (sum >= 0).then_some(Self::Sum(sum)),
            None => value.parse().ok().map(Self::Named),
        }
    }

    /// Returns the rule to play.
    ///
    /// If several bits are set, renju takes precedence over caro, caro over omok, and omok over
    /// exactly five; unknown bits are ignored. `is_yixin` says that the manager is Yixin-Board,
    /// for which a sum of 2 means renju.
    #[must_use]
    pub const fn game_rule(self, is_yixin: bool) -> GameRule {
        let sum = match self {
            Self::Named(rule) => return GameRule { rule, continuous: false },
            Self::Sum(CONTINUOUS) if is_yixin => RENJU,
            Self::Sum(sum) => sum,
        };
        let rule = if sum & RENJU != 0 {
            Rule::Renju
        } else if sum & (CARO | EXACT) == CARO | EXACT {
            Rule::Caro
        } else if sum & CARO != 0 {
            Rule::Caro6
        } else if sum & OMOK != 0 {
            Rule::Omok
        } else if sum & EXACT != 0 {
            Rule::Standard
        } else {
            Rule::Freestyle
        };
        GameRule { rule, continuous: sum & CONTINUOUS != 0 }
    }

    /// Returns whether the code differs from that of the rule which is played, so that the
    /// manager should be told.
    #[must_use]
    pub(crate) fn is_ambiguous(self, is_yixin: bool) -> bool {
        let yixin_renju = is_yixin && self == Self::Sum(CONTINUOUS);
        matches!(self, Self::Sum(_)) && !yixin_renju && self != Self::of(self.game_rule(is_yixin))
    }
}

impl fmt::Display for RuleCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum(sum) => write!(f, "{sum}"),
            Self::Named(rule) => write!(f, "{rule}"),
        }
    }
}

#[cfg(test)]
mod tests;
