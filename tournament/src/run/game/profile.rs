//! The text that is sent to an engine, and its timing, in the manner of the managers that are imitated.
//!
//! Invariant: pure text; nothing here reads a clock or writes to a process.

use std::path::Path;
use std::time::Duration;

use dolmen::protocol::command::Command;
use dolmen::protocol::info::{Info, NO_LIMIT, RuleCode, number};
use dolmen::protocol::manager::{self, PositionStyle};
use dolmen::rules::{GameRule, Rule};
use game_engine_process::Ladder;

use super::clock::PATIENCE;
use crate::config::{EngineConfig, Limits, Profile};

/// The INFO key of a game's seed.
const SEED: &str = "seed";
/// The maximum memory that Piskvork announces.
const PISKVORK_MEMORY: i64 = i32::MAX as i64;

/// The habits of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    line_end: &'static str,
    /// Indicates whether a new process is sent ABOUT.
    pub(super) asks_about: bool,
    /// Indicates whether the manager waits for the answer to START.
    pub(super) waits_for_ok: bool,
    /// Indicates whether the start of the process is charged to the clock of the game.
    pub(super) charges_start: bool,
    /// Indicates whether the engine is frozen while it is not its turn.
    pub(super) freezes: bool,
    /// Indicates whether every game has a process of its own.
    pub(super) fresh_process: bool,
    /// Indicates whether the first `INFO time_left` stands among the other INFO lines.
    pub(super) early_time_left: bool,
    /// The number of stones from which on the first request is a BOARD.
    board_from: usize,
    /// The time that an engine may take to end after END.
    patience: Duration,
}

impl Manner {
    pub(super) fn of(profile: Profile) -> Self {
        let plain = Self {
            line_end: "\n",
            asks_about: false,
            waits_for_ok: true,
            charges_start: false,
            freezes: false,
            fresh_process: false,
            early_time_left: false,
            board_from: 2,
            patience: Duration::from_secs(1),
        };
        match profile {
            Profile::Plain => plain,
            Profile::Piskvork => Self {
                line_end: "\r\n",
                charges_start: true,
                freezes: true,
                fresh_process: true,
                early_time_left: true,
                patience: Duration::from_millis(700),
                ..plain
            },
            Profile::Gomocup => Self {
                line_end: "\r\n",
                waits_for_ok: false,
                freezes: true,
                fresh_process: true,
                board_from: 0,
                patience: Duration::from_millis(500),
                ..plain
            },
            Profile::CGomokuCli => Self { asks_about: true, board_from: 1, ..plain },
        }
    }

    /// Returns the kill ladder for an engine.
    pub(super) fn ladder(&self) -> Ladder {
        Ladder {
            farewell: Some(self.bytes(&[Command::End.to_string()])),
            patience: self.patience,
            ..Ladder::default()
        }
    }

    /// Returns text lines as the bytes that are sent.
    pub(super) fn bytes(&self, lines: &[String]) -> Vec<u8> {
        lines.iter().flat_map(|line| [line.as_str(), self.line_end]).collect::<String>().into()
    }

    /// Returns the way in which positions are described.
    pub(super) const fn style(&self, repeats: bool) -> PositionStyle {
        PositionStyle { board_from: self.board_from, repeats }
    }
}

/// Returns the text line that precedes each request.
pub(super) fn time_left(left_ms: Option<i64>) -> String {
    Command::Info(Info::TimeLeft(left_ms.unwrap_or(NO_LIMIT))).to_string()
}

/// The facts in the INFO lines at the start of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<'a> {
    pub(super) engine: &'a EngineConfig,
    pub(super) rule: Rule,
    /// The seed of the game; `None` if the engine is not sent one.
    pub(super) seed: Option<u64>,
    /// The folder in which the engine may keep files, for profiles that announce it.
    pub(super) folder: Option<&'a Path>,
    pub(super) left_ms: Option<i64>,
}

impl Facts<'_> {
    /// Returns the INFO lines at the start of a game, in the order of the profile.
    pub(super) fn lines(&self) -> Vec<String> {
        let limits = &self.engine.limits;
        let turn = Info::TimeoutTurn(milliseconds(announced_turn(limits)));
        let game = Info::TimeoutMatch(limits.game.map_or(0, milliseconds));
        let memory = number(limits.memory.unwrap_or(0));
        let rule = RuleCode::of(GameRule { rule: self.rule, continuous: false });
        let rule = Info::Rule(rule);
        let folder = self.folder.map(|folder| Info::Folder(folder.display().to_string()));
        let depth = limits.depth.map(|depth| Info::MaxDepth(number(depth)));
        let nodes = limits.nodes.map(|nodes| Info::MaxNode(number(nodes)));
        let threads = limits.threads.map(|threads| Info::ThreadNum(number(threads)));
        let kind = Info::GameType;
        let memory_info = Info::MaxMemory(memory);
        let (head, tail): (Vec<Info>, [Option<Info>; 3]) = match self.engine.profile {
            Profile::Plain => {
                (vec![turn, game, memory_info, kind(1), rule], [depth, nodes, threads])
            }
            Profile::Piskvork => {
                let memory = Info::MaxMemory(memory.min(PISKVORK_MEMORY));
                let left = Info::TimeLeft(self.left_ms.unwrap_or(NO_LIMIT));
                let head = [memory, game, turn, kind(2), rule, left].into_iter().chain(folder);
                (head.collect(), [depth, nodes, threads])
            }
            Profile::Gomocup => {
                let head = [turn, game, memory_info, kind(3), rule].into_iter().chain(folder);
                (head.collect(), [depth, nodes, threads])
            }
            Profile::CGomokuCli => {
                let turn = limits.turn.map(|_| turn);
                let head = [Some(rule), turn, Some(game), depth, nodes, Some(memory_info)];
                (head.into_iter().flatten().collect(), [threads, None, None])
            }
        };
        let known = head.into_iter().chain(tail.into_iter().flatten());
        manager::info(known.chain(self.options())).collect()
    }

    /// Returns the engine's own options, then the seed of the game, if it has one. An engine's own seed replaces
    /// the game's; an empty one leaves it out, for engines that mistake the number after an unknown key for a
    /// command.
    fn options(&self) -> Vec<Info> {
        let is_seed = |key: &str| key.eq_ignore_ascii_case(SEED);
        let options = &self.engine.options;
        let seed = self.seed.filter(|_| !options.iter().any(|(key, _)| is_seed(key)));
        let own = options.iter().filter(|(key, value)| !(is_seed(key) && value.is_empty()));
        own.map(|(key, value)| Info::Other { key: key.clone(), value: value.clone() })
            .chain(seed.map(|seed| Info::Seed(seed.cast_signed())))
            .collect()
    }
}

fn milliseconds(time: Duration) -> i64 {
    number(time.as_millis())
}

/// Returns the announced time limit of a move: without one, the limit of the game or the default.
fn announced_turn(limits: &Limits) -> Duration {
    limits.turn.or(limits.game).unwrap_or(PATIENCE)
}

#[cfg(test)]
mod tests;
