//! What INFO has said so far. It outlives every game: START and RESTART change nothing.

use std::num::NonZero;
use std::time::Duration;

use crate::engine::options::Options;
use crate::protocol::info::{Info, RuleCode};
use crate::protocol::live::Wanted;
use crate::rules::GameRule;
use crate::search::{Limits, Margins};

/// Milliseconds for a move of which no manager said anything.
const USUAL_TURN: i64 = 30_000;

/// From this many milliseconds on a limit is none; managers write it for "no limit".
const NO_LIMIT: i64 = i32::MAX as i64;

/// The values of INFO.
#[derive(Clone, Debug)]
pub struct Settings {
    turn: i64,
    match_total: i64,
    time_left: Option<i64>,
    max_memory: i64,
    game_type: i64,
    rule: RuleCode,
    rule_is_announced: bool,
    is_yixin: bool,
    max_depth: i64,
    max_node: i64,
    show_detail: i64,
    increment: i64,
    threads: i64,
    hash_size: i64,
    seed: Option<u64>,
    reserve: Option<Duration>,
    margins: Margins,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            turn: USUAL_TURN,
            match_total: 0,
            time_left: None,
            max_memory: 0,
            game_type: 1,
            rule: RuleCode::FREESTYLE,
            rule_is_announced: true,
            is_yixin: false,
            max_depth: 0,
            max_node: 0,
            show_detail: 0,
            increment: 0,
            threads: 1,
            hash_size: 0,
            seed: None,
            reserve: None,
            margins: Margins::default(),
        }
    }
}

impl Settings {
    /// Takes in one value.
    pub fn apply(&mut self, info: &Info) {
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
            Info::Seed(seed) => self.seed = Some(seed.cast_unsigned()),
            Info::Reserve(milliseconds) => {
                self.reserve = u64::try_from(milliseconds).ok().map(Duration::from_millis);
            }
            Info::Margin(place, value) => (Margins::ALL[place].set)(&mut self.margins, value),
            Info::Other { .. } => {}
        }
    }

    /// From now on the manager speaks Yixin's dialect.
    pub const fn set_yixin(&mut self) {
        self.is_yixin = true;
    }

    /// The rule to play.
    #[must_use]
    pub const fn game_rule(&self) -> GameRule {
        self.rule.game_rule(self.is_yixin)
    }

    /// Says which rule is played if the manager's code leaves it open, once for each code.
    pub fn announce_rule(&mut self) -> Option<String> {
        let is_news = !self.rule_is_announced && self.rule.is_ambiguous(self.is_yixin);
        self.rule_is_announced = true;
        is_news.then(|| format!("rule {} is played as {}", self.rule, self.game_rule()))
    }

    /// Whether somebody may be watching, so that new best moves are worth a message.
    #[must_use]
    pub const fn is_watched(&self) -> bool {
        matches!(self.game_type, 0 | 1)
    }

    /// What somebody wants to see of a running search.
    #[must_use]
    pub const fn wanted(&self) -> Wanted {
        Wanted::of(self.show_detail)
    }

    /// The engine's options.
    #[must_use]
    pub fn options(&self) -> Options {
        let max_memory = u64::try_from(self.max_memory).ok();
        Options {
            max_memory: max_memory.filter(|&bytes| bytes != 0 && self.max_memory != i64::MAX),
            max_table: u64::try_from(self.hash_size)
                .ok()
                .filter(|&kilobytes| kilobytes != 0)
                .map(|kilobytes| kilobytes.saturating_mul(1 << 10)),
            threads: usize::try_from(self.threads).unwrap_or(1).clamp(1, most_threads()),
            seed: self.seed,
            margins: self.margins,
        }
    }

    /// Returns the limits of the next move, where `used` is the engine's own thinking time since
    /// the manager last said how much is left.
    #[must_use]
    pub fn limits(&self, used: Duration) -> Limits {
        Limits {
            turn: (self.turn < NO_LIMIT).then(|| milliseconds(self.turn)),
            match_left: self.match_left(used),
            increment: milliseconds(self.increment.min(NO_LIMIT)),
            reserve: self.reserve,
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

    /// The most that one move may take, whatever the search makes of it.
    #[must_use]
    pub fn allowance(&self, used: Duration) -> Duration {
        let turn = milliseconds(self.turn.min(NO_LIMIT));
        self.match_left(used).map_or(turn, |left| left.min(turn))
    }
}

/// Threads that are of any use here: one for each processor.
#[must_use]
pub fn most_threads() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// A time of this many milliseconds; none is negative.
fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or(0))
}

#[cfg(test)]
mod tests;
