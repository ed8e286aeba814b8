//! What INFO can say. INFO is never answered, so nothing here fails: a key that Dolmen
//! does not know, or a value that makes no sense, is kept as [`Info::Other`] and ignored.

use std::fmt;

use crate::protocol::integer;
use crate::rules::{GameRule, Rule};
use crate::search::margins::{Margin, Margins};

/// One key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// `timeout_turn`: milliseconds for a move; 0 or less means as fast as possible.
    TimeoutTurn(i64),
    /// `timeout_match`: milliseconds for the whole game; 0 or less means no limit.
    TimeoutMatch(i64),
    /// `time_left`: milliseconds left; 0 or less means move at once, 2147483647 no limit.
    TimeLeft(i64),
    /// `time_increment`: milliseconds that each move adds to the time left.
    TimeIncrement(i64),
    /// `max_memory`: bytes for the whole process; 0 or less means no limit.
    MaxMemory(i64),
    /// `game_type`: 0 against a human, 1 against an engine, 2 tournament, 3 network
    /// tournament.
    GameType(i64),
    /// `rule`: a sum of bits, or the name of a rule.
    Rule(RuleCode),
    /// `max_depth`: plies; 0 or less means no limit.
    MaxDepth(i64),
    /// `max_node`: nodes; 0 or less means no limit.
    MaxNode(i64),
    /// `thread_num`: threads that search; at most one for each processor is used.
    ThreadNum(i64),
    /// `hash_size`: kilobytes for the table of positions; 0 or less means the usual size.
    HashSize(i64),
    /// `show_detail`: bit 0 for messages about a running search, bit 1 for `INFO` lines.
    ShowDetail(i64),
    /// `seed`: of varied openings. Dolmen's own key.
    Seed(i64),
    /// `reserve`: milliseconds kept back for the pipe and scheduling in every move; less
    /// than 0 means the usual share. Dolmen's own key.
    Reserve(i64),
    /// `margin_NAME`: one of the numbers that the search is tuned by, as its place in
    /// [`Margins::ALL`], and its value. Dolmen's own key.
    Margin(usize, i32),
    /// Anything else.
    Other {
        /// The key as it came.
        key: String,
        /// The rest of the line.
        value: String,
    },
}

impl Info {
    /// Reads what follows the word INFO.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim_matches(integer::is_blank);
        let (key, value) = text.split_once(integer::is_blank).unwrap_or((text, ""));
        let value = value.trim_matches(integer::is_blank);
        let known = if key.eq_ignore_ascii_case("rule") {
            RuleCode::parse(value).map(Info::Rule)
        } else {
            integer::parse(value).and_then(|number| Self::numeric(key, number))
        };
        known.unwrap_or_else(|| Self::Other { key: key.to_owned(), value: value.to_owned() })
    }

    fn numeric(key: &str, number: i64) -> Option<Self> {
        Some(match key.to_ascii_lowercase().as_str() {
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
            "seed" => Self::Seed(number),
            "reserve" => Self::Reserve(number),
            key => {
                let name = key.strip_prefix("margin_")?;
                let place = Margins::ALL.iter().position(|margin| margin.name == name)?;
                let Margin { min, max, .. } = Margins::ALL[place];
                let value = number.clamp(i64::from(min), i64::from(max));
                Self::Margin(place, value as i32)
            }
        })
    }

    /// Whether it limits the time of a search that is already running.
    #[must_use]
    pub const fn is_time_limit(&self) -> bool {
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
            Self::MaxDepth(number) => write!(f, "max_depth {number}"),
            Self::MaxNode(number) => write!(f, "max_node {number}"),
            Self::ThreadNum(number) => write!(f, "thread_num {number}"),
            Self::HashSize(number) => write!(f, "hash_size {number}"),
            Self::ShowDetail(number) => write!(f, "show_detail {number}"),
            Self::Seed(number) => write!(f, "seed {number}"),
            Self::Reserve(number) => write!(f, "reserve {number}"),
            Self::Margin(place, value) => write!(f, "margin_{} {value}", Margins::ALL[*place].name),
            Self::Other { key, value } if value.is_empty() => write!(f, "{key}"),
            Self::Other { key, value } => write!(f, "{key} {value}"),
        }
    }
}

/// The value of `INFO rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleCode {
    /// A sum of bits: 1 exactly five, 2 continuous, 4 renju, 8 caro, 16 omok.
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
    /// Freestyle, the rule of a game about which nothing was said.
    pub const FREESTYLE: Self = Self::Sum(0);

    /// The code by which a manager asks for a rule.
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

    /// The rule to play: of several bits renju counts before caro, caro before omok, omok
    /// before exactly five; bits without a meaning do not count. In Yixin's dialect a sum
    /// of 2 is renju.
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

    /// Whether the code says something else than what is played, so that the manager
    /// should be told.
    #[must_use]
    pub fn is_ambiguous(self, is_yixin: bool) -> bool {
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
