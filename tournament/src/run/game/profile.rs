//! The text that is sent to an engine, and its timing: the habits of the managers that are
//! imitated.
//!
//! Invariant: pure text; nothing here reads a clock or writes to a process.

use std::path::Path;
use std::time::Duration;

use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::protocol::info::RuleCode;
use dolmen::rules::{GameRule, Rule};
use game_engine_process::Ladder;

use super::clock::PATIENCE;
use crate::config::{EngineConfig, Limits, Profile};

/// `INFO time_left` of a game without limit.
const NO_LIMIT: i64 = 2_147_483_647;
/// The INFO word of a game's seed.
const SEED: &str = "seed";
/// The most memory that Piskvork names.
const PISKVORK_MEMORY: u64 = 2_147_483_647;

/// The habits of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    line_end: &'static str,
    /// Indicates whether a new process is asked who it is.
    pub(super) asks_about: bool,
    /// Indicates whether the answer to START is waited for.
    pub(super) waits_for_ok: bool,
    /// Indicates whether the start of the process is taken off the clock of the game.
    pub(super) charges_start: bool,
    /// Indicates whether the engine stands still while it is not its turn.
    pub(super) freezes: bool,
    /// Indicates whether every game has a process of its own.
    pub(super) fresh_process: bool,
    /// Indicates whether the first `INFO time_left` stands among the other INFO lines.
    pub(super) early_time_left: bool,
    /// From how many stones on the first request is a BOARD.
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

    /// Returns how an engine is ended.
    pub(super) fn ladder(&self) -> Ladder {
        Ladder {
            farewell: Some(self.bytes(&["END".to_owned()])),
            patience: self.patience,
            ..Ladder::default()
        }
    }

    /// Lines as they are sent.
    pub(super) fn bytes(&self, lines: &[String]) -> Vec<u8> {
        lines.iter().flat_map(|line| [line.as_str(), self.line_end]).collect::<String>().into()
    }

    /// Returns the text that asks for a move. `knows` means that the engine's board lacks the last
    /// stone only.
    pub(super) fn request(&self, position: &Position, knows: bool, boards: bool) -> Vec<String> {
        let stones = position.history();
        match stones.last() {
            None if self.board_from > 0 => vec!["BEGIN".to_owned()],
            Some(last) if !boards && (knows || stones.len() < self.board_from) => {
                vec![format!("TURN {}", Coordinate::from(last.point))]
            }
            _ => board(position, position.side_to_move()),
        }
    }
}

/// A BOARD block as the engine of a colour gets it.
fn board(position: &Position, own: Color) -> Vec<String> {
    let stones = position.history().iter().map(|stone| {
        let owner = if stone.color == own { 1 } else { 2 };
        format!("{},{owner}", Coordinate::from(stone.point))
    });
    block("BOARD", stones)
}

/// The block that negotiates an opening.
pub(super) fn swap2_board(stones: &[Point]) -> Vec<String> {
    block("SWAP2BOARD", stones.iter().map(|&point| Coordinate::from(point).to_string()))
}

fn block(head: &str, lines: impl Iterator<Item = String>) -> Vec<String> {
    [head.to_owned()].into_iter().chain(lines).chain(["DONE".to_owned()]).collect()
}

/// The line that starts a game.
pub(super) fn start(size: BoardSize) -> String {
    if size.width() == size.height() {
        format!("START {}", size.width())
    } else {
        format!("RECTSTART {},{}", size.width(), size.height())
    }
}

/// The line before each request.
pub(super) fn time_left(left_ms: Option<i64>) -> String {
    format!("INFO time_left {}", left_ms.unwrap_or(NO_LIMIT))
}

/// The facts that an engine is told at the start of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<'a> {
    pub(super) engine: &'a EngineConfig,
    pub(super) rule: Rule,
    pub(super) seed: u64,
    /// The folder in which it may keep files, for profiles that say so.
    pub(super) folder: Option<&'a Path>,
    pub(super) left_ms: Option<i64>,
}

impl Facts<'_> {
    /// The INFO lines at the start of a game, in the order of the profile.
    pub(super) fn lines(&self) -> Vec<String> {
        let limits = &self.engine.limits;
        let turn = || info("timeout_turn", announced_turn(limits).as_millis());
        let game = || info("timeout_match", limits.game.map_or(0, |game| game.as_millis()));
        let memory = || info("max_memory", limits.memory.unwrap_or(0));
        let kind = |kind: u8| info("game_type", kind);
        let code = RuleCode::of(GameRule { rule: self.rule, continuous: false });
        let rule = || info("rule", code);
        let folder = self.folder.map(|folder| info("folder", folder.display()));
        let [depth, nodes, threads] = [
            limits.depth.map(|depth| info("max_depth", depth)),
            limits.nodes.map(|nodes| info("max_node", nodes)),
            limits.threads.map(|threads| info("thread_num", threads)),
        ];
        // An engine's own seed replaces the game's; an empty one leaves it out, for engines
        // that take the number behind a word they do not know for a command.
        let is_seed = |key: &str| key.eq_ignore_ascii_case(SEED);
        let options = &self.engine.options;
        let seed = (!options.iter().any(|(key, _)| is_seed(key))).then(|| info(SEED, self.seed));
        let own = options.iter().filter(|(key, value)| !(is_seed(key) && value.is_empty()));
        let rest: Vec<String> = own.map(|(key, value)| info(key, value)).chain(seed).collect();
        let search = || [depth.clone(), nodes.clone(), threads.clone()].into_iter().flatten();
        match self.engine.profile {
            Profile::Plain => {
                [turn(), game(), memory(), kind(1), rule()].into_iter().chain(search()).collect()
            }
            Profile::Piskvork => {
                let memory = limits.memory.unwrap_or(0).min(PISKVORK_MEMORY);
                let left = time_left(self.left_ms);
                let lines = [info("max_memory", memory), game(), turn(), kind(2), rule(), left];
                lines.into_iter().chain(folder).chain(search()).collect::<Vec<_>>()
            }
            Profile::Gomocup => {
                let lines = [turn(), game(), memory(), kind(3), rule()];
                lines.into_iter().chain(folder).chain(search()).collect()
            }
            Profile::CGomokuCli => {
                let turn = limits.turn.map(|_| turn());
                [Some(rule()), turn, Some(game()), depth, nodes, Some(memory()), threads]
                    .into_iter()
                    .flatten()
                    .collect()
            }
        }
        .into_iter()
        .chain(rest)
        .collect()
    }
}

fn info(key: &str, value: impl std::fmt::Display) -> String {
    format!("INFO {key} {value}")
}

/// The limit of a move that is told: without one, what bounds it in the end.
fn announced_turn(limits: &Limits) -> Duration {
    limits.turn.or(limits.game).unwrap_or(PATIENCE)
}

#[cfg(test)]
mod tests;
