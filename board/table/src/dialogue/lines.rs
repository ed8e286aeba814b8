//! The lines that are sent to an engine.
//!
//! Invariant: a job always sends the whole position, so that it does not matter what the engine was
//! asked before.

use dolmen::protocol::command::Command;
use dolmen::protocol::info::{Info, RuleCode};
use dolmen::protocol::manager::{self, NO_LIMIT};

use super::{DEFAULT_TURN, Job, Task};
use crate::message::EngineInfo;

/// The bit of `INFO show_detail` that asks for the best variations.
const VARIATIONS: i64 = 2;
/// The value of `INFO game_type` for a human opponent.
const HUMAN_OPPONENT: i64 = 0;

/// Returns the lines of a job.
pub(super) fn job(job: &Job, engine: &EngineInfo) -> Vec<String> {
    let mut lines: Vec<String> = manager::info(settings(job, engine)).collect();
    match job.task {
        Task::Move if job.position.history().is_empty() => lines.push(Command::Begin.to_string()),
        Task::Move => lines.extend(manager::board(&job.position)),
        Task::Swap2 => lines.extend(manager::swap2_board(&job.position)),
        Task::Lines(count) => {
            lines.extend(manager::set_board(&job.position));
            lines.push(Command::Best(count.into()).to_string());
        }
    }
    lines
}

/// Returns the settings of a job.
fn settings(job: &Job, engine: &EngineInfo) -> Vec<Info> {
    let time = &job.time;
    let is_limited = time.turn.or(time.game).is_some() || matches!(job.task, Task::Lines(_));
    let default_turn = if is_limited { NO_LIMIT } else { DEFAULT_TURN };
    let or = |milliseconds: Option<u64>, default| {
        milliseconds.map_or(default, |milliseconds| milliseconds.try_into().unwrap_or(NO_LIMIT))
    };
    let mut settings = vec![
        Info::Rule(RuleCode::of(job.rule)),
        Info::GameType(HUMAN_OPPONENT),
        Info::TimeoutTurn(or(time.turn, default_turn)),
        Info::TimeoutMatch(or(time.game, 0)),
        Info::TimeLeft(or(time.left, NO_LIMIT)),
        Info::TimeIncrement(or(Some(time.increment), 0)),
    ];
    if engine.can_analyse {
        settings.push(Info::ShowDetail(VARIATIONS));
    }
    if engine.has_levels {
        settings.push(Info::Level(job.level.unwrap_or(0).into()));
    }
    settings
}
