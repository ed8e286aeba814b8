//! The settings that INFO has made so far. START and RESTART do not change them.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::num::NonZero;
use std::time::Duration;

use crate::engine::{BookUse, Level, Options};
use crate::protocol::info::{Info, RuleCode};
use crate::protocol::notation::Notation;
use crate::protocol::yixin::ShowDetail;
use crate::rules::GameRule;
use crate::search::{Limits, Margins};

/// The time for a move if the manager sets none, in milliseconds.
const DEFAULT_TURN: i64 = 30_000;

/// The values of `INFO game_type` for games that a person may watch.
const HUMAN_OPPONENT: i64 = 0;
const ENGINE_OPPONENT: i64 = 1;

/// The number of milliseconds from which on a limit means "no limit", as managers write it.
const NO_LIMIT: i64 = i32::MAX as i64;

/// The settings that the manager has made by INFO.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    turn: i64,
    match_total: i64,
    time_left: Option<i64>,
    max_memory: i64,
    game_type: i64,
    rule: RuleCode,
    rule_is_announced: bool,
    is_yixin: bool,
    /// Indicates whether the manager has named a folder, as only Piskvork and the judge do.
    has_folder: bool,
    notation: Option<Notation>,
    is_pondering: bool,
    max_depth: i64,
    max_node: i64,
    show_detail: i64,
    increment: i64,
    threads: i64,
    hash_size: i64,
    seed: Option<u64>,
    reserve: Option<Duration>,
    level: Option<Level>,
    book: i64,
    /// The seed of the choice among the best moves of the book.
    book_seed: u64,
    uses_certificates: bool,
    uses_database: bool,
    database_is_read_only: bool,
    margins: Margins,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            turn: DEFAULT_TURN,
            match_total: 0,
            time_left: None,
            max_memory: 0,
            game_type: ENGINE_OPPONENT,
            rule: RuleCode::FREESTYLE,
            rule_is_announced: true,
            is_yixin: false,
            has_folder: false,
            notation: None,
            is_pondering: false,
            max_depth: 0,
            max_node: 0,
            show_detail: 0,
            increment: 0,
            threads: 1,
            hash_size: 0,
            seed: None,
            reserve: None,
            level: None,
            book: 1,
            book_seed: RandomState::new().hash_one(0),
            uses_certificates: true,
            uses_database: true,
            database_is_read_only: false,
            margins: Margins::default(),
        }
    }
}

impl Settings {
    /// Applies one key and its value.
    pub(crate) fn apply(&mut self, info: &Info) {
        match *info {
            Info::TimeoutTurn(milliseconds) => self.turn = milliseconds,
            Info::TimeoutMatch(milliseconds) => self.match_total = milliseconds,
            Info::TimeLeft(milliseconds) => self.time_left = Some(milliseconds),
            Info::MaxMemory(bytes) => self.max_memory = bytes,
            Info::GameType(game_type) => self.game_type = game_type,
            Info::Rule(code) => {
                self.rule_is_announced &= code == self.rule;
                self.rule = code;
            }
            Info::MaxDepth(plies) => self.max_depth = plies,
            Info::MaxNode(nodes) => self.max_node = nodes,
            Info::TimeIncrement(milliseconds) => self.increment = milliseconds,
            Info::ThreadNum(count) => self.threads = count,
            Info::HashSize(kilobytes) => self.hash_size = kilobytes,
            Info::ShowDetail(bits) => self.show_detail = bits,
            Info::Notation(notation) => self.notation = Some(notation),
            Info::Folder(_) => self.has_folder = true,
            Info::Pondering(number) => self.is_pondering = number > 0,
            Info::Book(number) => self.book = number,
            Info::Certificates(number) => self.uses_certificates = number > 0,
            Info::UseDatabase(number) => self.uses_database = number > 0,
            Info::DatabaseReadOnly(number) => self.database_is_read_only = number > 0,
            Info::Seed(seed) => self.seed = Some(seed.cast_unsigned()),
            Info::Level(number) => {
                let number = number.min(i64::from(Level::MAX));
                self.level = u8::try_from(number).ok().and_then(Level::new);
            }
            Info::Reserve(milliseconds) => {
                self.reserve = u64::try_from(milliseconds).ok().map(Duration::from_millis);
            }
            Info::Margin { index, value } => {
                (Margins::ALL[index].set)(&mut self.margins, value);
            }
            Info::Other { .. } => {}
        }
    }

    /// Notes that the manager is Yixin-Board.
    pub(crate) const fn set_yixin(&mut self) {
        self.is_yixin = true;
    }

    /// Returns whether the engine thinks on the opponent's time.
    #[must_use]
    pub(crate) const fn is_pondering(&self) -> bool {
        self.is_pondering
    }

    /// Returns the rule to play.
    #[must_use]
    pub(crate) const fn game_rule(&self) -> GameRule {
        self.rule.game_rule(self.is_yixin)
    }

    /// Returns how the manager's window names points, as far as its commands tell.
    ///
    /// Piskvork names a folder, and qpiskvork announces a human opponent.
    #[must_use]
    pub(crate) fn notation(&self) -> Notation {
        self.notation.unwrap_or(if self.is_yixin {
            Notation::Yixin
        } else if self.has_folder || self.game_type == HUMAN_OPPONENT {
            Notation::Numbers
        } else {
            Notation::Letters
        })
    }

    /// Returns a message that names the rule if the manager's code is ambiguous, once for each
    /// code.
    pub(crate) fn announce_rule(&mut self) -> Option<String> {
        let is_new = !self.rule_is_announced && self.rule.is_ambiguous(self.is_yixin);
        self.rule_is_announced = true;
        is_new.then(|| format!("rule {} is played as {}", self.rule, self.game_rule()))
    }

    /// Returns whether a person may be watching, so that new best moves are worth a message.
    #[must_use]
    pub(crate) const fn is_watched(&self) -> bool {
        matches!(self.game_type, HUMAN_OPPONENT | ENGINE_OPPONENT)
    }

    /// Returns the comments about a running search that the manager asked for.
    #[must_use]
    pub(crate) const fn show_detail(&self) -> ShowDetail {
        ShowDetail::from_bits(self.show_detail)
    }

    /// Returns the options of the engine.
    #[must_use]
    pub(crate) fn options(&self) -> Options {
        let max_memory = u64::try_from(self.max_memory).ok();
        Options {
            max_memory: max_memory.filter(|&bytes| bytes != 0 && self.max_memory != i64::MAX),
            max_table: u64::try_from(self.hash_size)
                .ok()
                .filter(|&kilobytes| kilobytes != 0)
                .map(|kilobytes| kilobytes.saturating_mul(1 << 10)),
            threads: usize::try_from(self.threads).unwrap_or(1).clamp(1, max_threads()),
            seed: self.seed,
            level: self.level,
            book: self.book(),
            uses_certificates: self.uses_certificates,
            margins: self.margins,
        }
    }

    fn book(&self) -> BookUse {
        match (self.book, self.seed) {
            (..=0, _) => BookUse::Off,
            (_, Some(seed)) => BookUse::Varied(seed),
            (1, None) => BookUse::Best,
            (_, None) => BookUse::Varied(self.book_seed),
        }
    }

    /// Returns whether the file of positions is used.
    #[must_use]
    pub(crate) const fn uses_database(&self) -> bool {
        self.uses_database
    }

    /// Returns whether the file of positions may be changed.
    #[must_use]
    pub(crate) const fn may_change_database(&self) -> bool {
        self.uses_database && !self.database_is_read_only
    }

    /// Returns the limits of the next move.
    ///
    /// `used` is the engine's thinking time since the manager last sent the time left.
    #[must_use]
    pub(crate) fn limits(&self, used: Duration) -> Limits {
        Limits {
            turn: (self.turn < NO_LIMIT).then(|| milliseconds(self.turn)),
            match_left: self.match_left(used),
            increment: milliseconds(self.increment.min(NO_LIMIT)),
            reserve: self.reserve,
            lateness: Duration::ZERO,
            depth: (self.max_depth > 0).then(|| u32::try_from(self.max_depth).unwrap_or(u32::MAX)),
            nodes: u64::try_from(self.max_node)
                .ok()
                .filter(|&nodes| nodes != 0 && self.max_node != i64::MAX),
        }
    }

    fn match_left(&self, used: Duration) -> Option<Duration> {
        let total = match self.time_left {
            Some(left) => (left < NO_LIMIT).then(|| milliseconds(left)),
            None => {
                (1..NO_LIMIT).contains(&self.match_total).then(|| milliseconds(self.match_total))
            }
        };
        total.map(|total| total.saturating_sub(used))
    }

    /// Returns the hard time limit of one move.
    #[must_use]
    pub(crate) fn allowance(&self, used: Duration) -> Duration {
        let turn = milliseconds(self.turn.min(NO_LIMIT));
        self.match_left(used).map_or(turn, |left| left.min(turn))
    }
}

/// Returns the maximum number of useful threads: one for each processor.
#[must_use]
pub(crate) fn max_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns a duration of this many milliseconds, zero if negative.
fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or(0))
}

#[cfg(test)]
mod tests;
