//! The keys and values of INFO: one row of a table for each key.
//!
//! INFO has no reply, so parsing it cannot fail: an unknown key or an invalid value becomes
//! [`Info::Other`]. The session ignores it, and names misspelt keys and invalid values with its next move. The
//! rows are also those of the settings in docs/protocol.md, which a test compares.

mod rule_code;

use std::fmt;
use std::ops::RangeInclusive;

use crate::engine::Level;
use crate::near::{nearest, suggestion};
use crate::protocol::integer;
use crate::protocol::notation::Notation;
use crate::search::margins::{Margin, MarginOverrides, Margins};

pub use rule_code::RuleCode;

/// The number of milliseconds from which on a limit means "no limit", as managers write it.
pub const NO_LIMIT: i64 = i32::MAX as i64;

/// Returns a number as a value of INFO; `i64::MAX` for one that is too large.
///
/// ```
/// use dolmen::protocol::info::number;
///
/// assert_eq!(number(350_u64 << 20), 367_001_600);
/// assert_eq!(number(u64::MAX), i64::MAX);
/// ```
pub fn number(value: impl TryInto<i64>) -> i64 {
    value.try_into().unwrap_or(i64::MAX)
}

/// Defines [`Info`] and [`Values`] by rows with the meaning, the key, the variant and the type of the
/// value, the range of a number, and the default: `=` a number, or `or` a text.
macro_rules! keys {
    ($(
        $(#[doc = $about:literal])+
        $key:ident: $variant:ident($type:ty) $(from $min:tt to $max:tt)?
            $(= $default:literal)? $(or $shown:literal)?;
    )*) => {
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
            $(
                #[doc = concat!("`", stringify!($key), "`:", $($about),+)]
                $variant($type),
            )*
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
            fn known(key: &str, value: &str) -> Option<Self> {
                match key {
                    $(stringify!($key) => {
                        let value = <$type as Value>::parse(value)?;
                        $(if !($min..=$max).contains(&value) {
                            return None;
                        })?
                        Some(Self::$variant(value))
                    })*
                    key => Self::margin(margin_index(key)?, integer::parse(value)?),
                }
            }

            /// Returns what a known key expects as its value.
            fn expected(key: &str) -> Option<String> {
                match key {
                    $(stringify!($key) => {
                        let expected = <$type as Value>::EXPECTED.to_owned();
                        Some(expected $(+ &in_words($min..=$max))?)
                    })*
                    key => {
                        let range = margin_range(margin_index(key)?);
                        Some(i64::EXPECTED.to_owned() + &in_words(range))
                    }
                }
            }

            /// The keys without the margins.
            const KEYS: &[&str] = &[$(stringify!($key)),*];

            /// Returns the key and the value as text.
            fn words(&self) -> (String, String) {
                match self {
                    $(Self::$variant(value) => (stringify!($key).to_owned(), value.to_string()),)*
                    Self::Margin { index, value } => {
                        (MARGIN_PREFIX.to_owned() + Margins::ALL[*index].name, value.to_string())
                    }
                    Self::Other { key, value } => (key.clone(), value.clone()),
                }
            }
        }

        /// The last value of each key; `None` if INFO has not named it.
        #[derive(Clone, Debug, Default)]
        pub(crate) struct Values {
            $(pub(crate) $key: Option<$type>,)*
            pub(crate) margins: MarginOverrides,
        }

        impl Values {
            /// Replaces the value of a key.
            pub(crate) fn set(&mut self, info: &Info) {
                match info.clone() {
                    $(Info::$variant(value) => self.$key = Some(value),)*
                    Info::Margin { index, value } => {
                        self.margins.set(&Margins::ALL[index], value);
                    }
                    Info::Other { .. } => {}
                }
            }

            $($(
                /// Returns the value of the key, or the default.
                pub(crate) fn $key(&self) -> $type {
                    self.$key.unwrap_or($default)
                }
            )?)*
        }

        /// The rows of the table in docs/protocol.md: key, meaning and default.
        #[cfg(test)]
        const ROWS: &[[&str; 3]] = &[$([
            stringify!($key),
            concat!($($about),+),
            concat!($($default)? $($shown)?),
        ],)*];
    };
}

keys! {
    /// milliseconds for a move; 0 is as fast as possible
    timeout_turn: TimeoutTurn(i64) from 0 to MAX = 30_000;
    /// milliseconds for a game; 0 is no limit
    timeout_match: TimeoutMatch(i64) from 0 to MAX = 0;
    /// milliseconds left for the game; 2147483647 is no limit
    time_left: TimeLeft(i64) or "–";
    /// milliseconds that each move adds to the time left
    time_increment: TimeIncrement(i64) from 0 to MAX = 0;
    /// bytes for the whole process; 0 is no limit. A limit below 50 MB, and 3 MB for each thread after the
    /// first, may be exceeded, since Dolmen itself needs 30 to 33 MB
    max_memory: MaxMemory(i64) from 0 to MAX = 0;
    /// the rule, by its sum or its name in the table above
    rule: Rule(RuleCode) or "0";
    /// 0 or 1: a message reports each new best move while Dolmen thinks; 2 or 3: none does
    game_type: GameType(i64) from 0 to 3 = 1;
    /// the greatest depth of a search in plies; 0 or −1 is no limit
    max_depth: MaxDepth(i64) from UNLIMITED to MAX = 0;
    /// the greatest number of nodes of a search; 0 or −1 is no limit
    max_node: MaxNode(i64) from UNLIMITED to MAX = 0;
    /// search threads, at most one for each processor
    thread_num: ThreadNum(i64) from 1 to MAX = 1;
    /// kilobytes for the transposition table, from 1024 to 1048576; 0 is 512 MiB, or what the memory limit
    /// allows
    hash_size: HashSize(i64) from 0 to MAX = 0;
    /// 1: `MESSAGE REALTIME …` for each move tried at the root; 2: `INFO` text lines about each of the
    /// best moves; 3: both. Both have the form of Yixin-Board
    show_detail: ShowDetail(i64) from 0 to 3 = 0;
    /// 1: play the best move of the built-in opening book without a search; 2: choose among its best
    /// moves; 0: search every move. With a `seed`, the choice follows it. Levels and `YXNBEST` do
    /// without the book, which knows openings of freestyle and some of standard on 15×15
    book: Book(i64) from 0 to 2 = 1;
    /// 0: search even where a certificate of `--certificate` has a move
    certificates: Certificates(i64) from 0 to 1 = 1;
    /// 0: leave the file of `YXSETDATABASE` alone
    usedatabase: UseDatabase(i64) from 0 to 1 = 1;
    /// 1: read that file, but do not change it
    database_readonly: DatabaseReadOnly(i64) from 0 to 1 = 0;
    /// 1: think on the opponent's time, without messages; the next command ends that at once, unless it
    /// is the expected move
    pondering: Pondering(i64) from 0 to 1 = 0;
    /// how messages name points: `letters` (`h3`), `numbers` (`7,2`, as Piskvork and qpiskvork) or
    /// `yixin` (`c8`, as Yixin-Board, whose letters are the rows of the protocol, and whose numbers count
    /// its columns from the other side: on 15×15, the point 5,7 is `h10`)
    notation: Notation(Notation) or "that of the manager, as far as its commands identify it";
    /// a folder for the engine's files, which Dolmen does not need: the key shows that the manager is
    /// Piskvork
    folder: Folder(String) or "–";
    /// a number that varies the first three moves and the first three stones of openings. Dolmen then
    /// chooses them near the centre without a search; every number has this effect, 0 too, and an empty
    /// value ends it
    seed: Seed(i64) or "the same moves every time";
    /// a playing level for people, from 1 to 15, limited by nodes and sight instead of time, with a
    /// first stone near the centre instead of on it; 0 is full strength
    level: Level(i64) from 0 to MAX_LEVEL = 0;
    /// milliseconds of each move kept back for delays outside the engine
    reserve: Reserve(i64) from 0 to MAX or "a twentieth of the limit, from 5 to 60";
}

impl Info {
    /// Parses what follows the word INFO.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim_matches(integer::is_blank);
        let (key, value) = text.split_once(integer::is_blank).unwrap_or((text, ""));
        let value = value.trim_matches(integer::is_blank);
        Self::known(&key.to_ascii_lowercase(), value)
            .unwrap_or_else(|| Self::Other { key: key.to_owned(), value: value.to_owned() })
    }

    fn margin(index: usize, number: i64) -> Option<Self> {
        let is_valid = margin_range(index).contains(&number);
        is_valid.then_some(Self::Margin { index, value: number as i32 })
    }

    /// Returns the error of a key or value that has another effect than it seems to have: an invalid value of a
    /// known key, or an unknown key that looks like a misspelt one or is that of another program.
    ///
    /// ```
    /// use dolmen::protocol::info::Info;
    ///
    /// let error = |text: &str| Info::parse(text).error();
    /// let expected = "invalid value \"77\" of level: expected a whole number from 0 to 15";
    /// assert_eq!(error("level 77").as_deref(), Some(expected));
    /// assert_eq!(error("levl 4").as_deref(), Some("unknown key \"levl\"; did you mean level?"));
    /// assert_eq!(error("nodes 9").as_deref(), Some("unknown key \"nodes\"; did you mean max_node?"));
    /// let expected = "unknown key \"aspiration\"; did you mean margin_aspiration?";
    /// assert_eq!(error("aspiration 9").as_deref(), Some(expected));
    /// assert_eq!(error("rule renju"), None);
    /// assert_eq!(error("color blue"), None);
    /// ```
    #[must_use]
    pub fn error(&self) -> Option<String> {
        let Self::Other { key, value } = self else { return None };
        let lowercase = key.to_ascii_lowercase();
        if let Some(expected) = Self::expected(&lowercase) {
            let shown = shown(value);
            return Some(format!("invalid value {shown:?} of {key}: expected {expected}"));
        }
        let meant = meant_key(&lowercase);
        let is_ours = meant.is_some() || lowercase.starts_with(MARGIN_PREFIX);
        is_ours.then(|| format!("unknown key {:?}{}", shown(key), suggestion(meant.as_deref())))
    }

    /// Returns the key in lowercase letters.
    pub(crate) fn key(&self) -> String {
        self.words().0.to_ascii_lowercase()
    }

    /// Returns whether the key limits the time of a search that is already running.
    #[must_use]
    pub(crate) const fn is_time_limit(&self) -> bool {
        matches!(self, Self::TimeoutTurn(_) | Self::TimeoutMatch(_) | Self::TimeLeft(_))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, value) = self.words();
        if value.is_empty() { write!(f, "{key}") } else { write!(f, "{key} {value}") }
    }
}

/// The beginning of the keys of margins.
const MARGIN_PREFIX: &str = "margin_";

/// The ends of the ranges of numbers.
const MAX: i64 = i64::MAX;
const MAX_LEVEL: i64 = Level::MAX as i64;
/// Yixin-Board's depth or number of nodes without a limit.
const UNLIMITED: i64 = -1;

/// Returns a range as what follows "a whole number" in an error.
fn in_words(range: RangeInclusive<i64>) -> String {
    let (min, max) = range.into_inner();
    if max == MAX { format!(" of {min} or more") } else { format!(" from {min} to {max}") }
}

/// Returns the key that an unknown one in lowercase letters stands for: its name in other programs, a misspelt one, or
/// a margin without its prefix.
fn meant_key(key: &str) -> Option<String> {
    const NAMES: [(&str, &str); 8] = [
        ("threads", "thread_num"),
        ("nodes", "max_node"),
        ("depth", "max_depth"),
        ("memory", "max_memory"),
        ("hash", "hash_size"),
        ("skill", "level"),
        ("strength", "level"),
        ("ponder", "pondering"),
    ];
    if key.len() > MAX_SHOWN {
        return None;
    }
    if let Some((_, meant)) = NAMES.into_iter().find(|(name, _)| *name == key) {
        return Some(meant.to_owned());
    }
    let mut margins = Margins::ALL.iter().map(|margin| margin.name);
    let margin = match key.strip_prefix(MARGIN_PREFIX) {
        Some(misspelt) => nearest(misspelt, margins),
        None => margins.find(|name| *name == key),
    };
    let margin = margin.map(|name| MARGIN_PREFIX.to_owned() + name);
    margin.or_else(|| nearest(key, Info::KEYS.iter().copied()).map(str::to_owned))
}

/// Returns the valid values of a margin.
fn margin_range(index: usize) -> RangeInclusive<i64> {
    let Margin { min, max, .. } = Margins::ALL[index];
    i64::from(min)..=i64::from(max)
}

/// Returns the index in [`Margins::ALL`] of the margin that a key names.
fn margin_index(key: &str) -> Option<usize> {
    let name = key.strip_prefix(MARGIN_PREFIX)?;
    Margins::ALL.iter().position(|margin| margin.name == name)
}

/// The number of characters of a key or value that an error repeats, and the length beyond which no key is a
/// misspelt one.
const MAX_SHOWN: usize = 40;

/// Returns the part of a key or value that an error repeats.
fn shown(text: &str) -> String {
    text.chars().take(MAX_SHOWN).collect()
}

/// The type of the value of a key.
trait Value: Sized {
    /// A valid value, in words.
    const EXPECTED: &'static str;

    /// Parses a value, without the blanks around it; `None` if it is invalid.
    fn parse(text: &str) -> Option<Self>;
}

impl Value for i64 {
    const EXPECTED: &'static str = "a whole number";

    fn parse(text: &str) -> Option<Self> {
        integer::parse(text)
    }
}

impl Value for Notation {
    const EXPECTED: &'static str = "letters, numbers or yixin";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Value for String {
    const EXPECTED: &'static str = "a text";

    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

#[cfg(test)]
mod tests;
