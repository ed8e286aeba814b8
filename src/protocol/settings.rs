//! The settings that INFO has made so far. START and RESTART do not change them.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::mem;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::engine::{BookUse, Level, Options};
use crate::protocol::info::{self, Info, NO_LIMIT, RuleCode, Values};
use crate::protocol::notation::Notation;
use crate::protocol::yixin::ShowDetail;
use crate::rules::GameRule;
use crate::search::Limits;

/// The values of `INFO game_type` for games that a person may watch.
const HUMAN_OPPONENT: i64 = 0;
const ENGINE_OPPONENT: i64 = 1;

/// The maximum number of misspelt keys and invalid values that are named with a move.
const MAX_ERRORS: usize = 8;
/// The maximum number of keys that are remembered until the move, to look for errors.
const MAX_DOUBTFUL: usize = 64;

/// The settings that the manager has made by INFO.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    values: Values,
    rule_is_announced: bool,
    /// The last INFO of each key since the last move, if it may have an error. Whether it has one is found out with
    /// the move, since some managers send INFO by the thousand.
    doubtful: Vec<Info>,
    /// The messages about values that are taken as others, as far as they have been announced.
    announced_bounds: Vec<String>,
    is_yixin: bool,
    /// The seed of the choice among the best moves of the book.
    book_seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            values: Values::default(),
            rule_is_announced: true,
            doubtful: Vec::new(),
            announced_bounds: Vec::new(),
            is_yixin: false,
            book_seed: RandomState::new().hash_one(0),
        }
    }
}

impl Settings {
    /// Applies one key and its value.
    pub(crate) fn apply(&mut self, info: &Info) {
        if let Info::Rule(code) = info {
            self.rule_is_announced &= *code == self.rule();
        }
        let key = info.key();
        self.doubtful.retain(|other| other.key() != key);
        if matches!(info, Info::Other { .. }) && self.doubtful.len() < MAX_DOUBTFUL {
            self.doubtful.push(info.clone());
        }
        self.values.set(info);
    }

    /// Notes that the manager is Yixin-Board.
    pub(crate) const fn set_yixin(&mut self) {
        self.is_yixin = true;
    }

    /// Returns whether the engine thinks on the opponent's time.
    #[must_use]
    pub(crate) fn is_pondering(&self) -> bool {
        self.values.pondering() > 0
    }

    fn rule(&self) -> RuleCode {
        self.values.rule.unwrap_or(RuleCode::Sum(0))
    }

    /// Returns the rule to play.
    #[must_use]
    pub(crate) fn game_rule(&self) -> GameRule {
        self.rule().game_rule(self.is_yixin)
    }

    /// Returns the names of points in the manager's window, as far as its commands identify the manager.
    ///
    /// Piskvork names a folder, and qpiskvork announces a human opponent.
    #[must_use]
    pub(crate) fn notation(&self) -> Notation {
        let has_folder = self.values.folder.is_some();
        self.values.notation.unwrap_or(if self.is_yixin {
            Notation::Yixin
        } else if has_folder || self.values.game_type() == HUMAN_OPPONENT {
            Notation::Numbers
        } else {
            Notation::Letters
        })
    }

    /// Returns the messages that the manager has not seen yet: one for each misspelt key or invalid value, one
    /// for each number that is taken as another, once for each number, and one that names the rule if the
    /// manager's code is ambiguous, once for each code.
    pub(crate) fn announcements(&mut self) -> Vec<String> {
        let doubtful = mem::take(&mut self.doubtful);
        let mut found: Vec<String> = doubtful.iter().filter_map(Info::error).collect();
        if found.len() > MAX_ERRORS {
            let more = found.split_off(MAX_ERRORS).len();
            found.push(format!("{more} more settings are unknown or invalid"));
        }
        let bounds = self.bounds();
        found.extend(bounds.iter().filter(|bound| !self.announced_bounds.contains(bound)).cloned());
        self.announced_bounds = bounds;
        if !self.rule_is_announced && self.rule().is_ambiguous(self.is_yixin) {
            found.push(format!("rule {} is played as {}", self.rule(), self.game_rule()));
        }
        self.rule_is_announced = true;
        found
    }

    /// Returns a message for each number that is taken as another one because this machine or the engine cannot
    /// use it.
    fn bounds(&self) -> Vec<String> {
        let of_threads =
            |threads| bound("thread_num", threads, thread_range(), "one for each processor");
        let of_size = |size| bound("hash_size", size, TABLE_KILOBYTES, "or 0 for the default");
        // The defaults are always possible; to count the processors takes a moment.
        let threads = Some(self.values.thread_num()).filter(|&threads| threads != 1);
        let size = Some(self.values.hash_size()).filter(|&size| size != 0);
        threads.and_then(of_threads).into_iter().chain(size.and_then(of_size)).collect()
    }

    /// Returns whether a person may be watching, so that new best moves are worth a message.
    #[must_use]
    pub(crate) fn is_watched(&self) -> bool {
        matches!(self.values.game_type(), HUMAN_OPPONENT | ENGINE_OPPONENT)
    }

    /// Returns the comments about a running search that the manager asked for.
    #[must_use]
    pub(crate) fn show_detail(&self) -> ShowDetail {
        ShowDetail::from_bits(self.values.show_detail())
    }

    /// Returns the options of the engine.
    #[must_use]
    pub(crate) fn options(&self) -> Options {
        let values = &self.values;
        Options {
            max_memory: limit(values.max_memory()),
            max_table: positive(values.hash_size()).map(|size| size.saturating_mul(KILOBYTE)),
            threads: usize::try_from(values.thread_num()).unwrap_or(1).clamp(1, max_threads()),
            seed: self.seed(),
            level: u8::try_from(values.level()).ok().and_then(Level::new),
            book: self.book(),
            uses_certificates: values.certificates() > 0,
            margins: values.margins,
        }
    }

    fn seed(&self) -> Option<u64> {
        self.values.seed.map(i64::cast_unsigned)
    }

    fn book(&self) -> BookUse {
        match (self.values.book(), self.seed()) {
            (..=0, _) => BookUse::Off,
            (_, Some(seed)) => BookUse::Varied(seed),
            (1, None) => BookUse::Best,
            (_, None) => BookUse::Varied(self.book_seed),
        }
    }

    /// Returns whether the file of positions is used.
    #[must_use]
    pub(crate) fn uses_database(&self) -> bool {
        self.values.usedatabase() > 0
    }

    /// Returns whether the file of positions may be changed.
    #[must_use]
    pub(crate) fn may_change_database(&self) -> bool {
        self.uses_database() && self.values.database_readonly() <= 0
    }

    /// Returns the limits of the next move.
    ///
    /// `used` is the engine's thinking time since the manager last sent the time left.
    #[must_use]
    pub(crate) fn limits(&self, used: Duration) -> Limits {
        let values = &self.values;
        let turn = values.timeout_turn();
        let reserve = values.reserve.and_then(|reserve| u64::try_from(reserve).ok());
        Limits {
            turn: (turn < NO_LIMIT).then(|| milliseconds(turn)),
            match_left: self.match_left(used),
            increment: milliseconds(values.time_increment().min(NO_LIMIT)),
            reserve: reserve.map(Duration::from_millis),
            lateness: Duration::ZERO,
            depth: positive(values.max_depth()).map(|depth| depth.try_into().unwrap_or(u32::MAX)),
            nodes: limit(values.max_node()),
        }
    }

    fn match_left(&self, used: Duration) -> Option<Duration> {
        let total = self.values.timeout_match();
        let total = Some(total).filter(|&total| total > 0);
        let left = self.values.time_left.or(total).filter(|&left| left < NO_LIMIT);
        left.map(|left| milliseconds(left).saturating_sub(used))
    }

    /// Returns the hard time limit of one move.
    #[must_use]
    pub(crate) fn allowance(&self, used: Duration) -> Duration {
        let turn = milliseconds(self.values.timeout_turn().min(NO_LIMIT));
        self.match_left(used).map_or(turn, |left| left.min(turn))
    }
}

/// The number of bytes in a unit of `INFO hash_size`.
const KILOBYTE: u64 = 1 << 10;
/// The sizes of the transposition table that `INFO hash_size` can set.
const TABLE_KILOBYTES: RangeInclusive<i64> =
    (Options::MIN_TABLE_BYTES / KILOBYTE) as i64..=(Options::MAX_TABLE_BYTES / KILOBYTE) as i64;

/// The maximum number of threads where the platform does not tell the number of processors.
const MAX_UNKNOWN_THREADS: usize = 32;

/// Returns the maximum number of useful threads: one for each processor.
#[must_use]
pub(crate) fn max_threads() -> usize {
    std::thread::available_parallelism().map_or(MAX_UNKNOWN_THREADS, NonZero::get)
}

/// Returns the numbers of threads that `INFO thread_num` can set.
fn thread_range() -> RangeInclusive<i64> {
    1..=info::number(max_threads())
}

/// Returns the message about a value out of its range, which is taken as the nearest one in it; `None` for other values.
fn bound(key: &str, value: i64, range: RangeInclusive<i64>, addition: &str) -> Option<String> {
    let (min, max) = range.into_inner();
    let used = value.clamp(min, max);
    (used != value).then(|| {
        format!("{key} {value} is taken as {used}: expected a whole number from {min} to {max}, {addition}")
    })
}

/// Returns a duration of this many milliseconds, zero if negative.
fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or(0))
}

/// Returns a positive number, and `None` for any other, which means the default.
fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number != 0)
}

/// Returns a limit; `None` if the number means that there is none.
fn limit(number: i64) -> Option<u64> {
    positive(number).filter(|_| number != i64::MAX)
}

#[cfg(test)]
mod tests;
