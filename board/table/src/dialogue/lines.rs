//! The lines that are sent to an engine.
//!
//! Invariant: a job always sends the whole position, so that it does not matter what the engine was
//! asked before.

use dolmen::board::Position;
use dolmen::protocol::coordinate::Coordinate;
use dolmen::protocol::info::RuleCode;

use super::{DEFAULT_TURN, Job, Task, own};
use crate::message::EngineInfo;

/// The value of a time without a limit.
const NO_LIMIT: u64 = 2_147_483_647;

/// Returns the number of columns and of rows.
pub(super) fn sides(position: &Position) -> (usize, usize) {
    (position.size().width(), position.size().height())
}

/// Returns the command that sets up an empty board.
pub(super) fn start(position: &Position) -> String {
    match sides(position) {
        (width, height) if width == height => format!("START {width}"),
        (width, height) => format!("RECTSTART {width},{height}"),
    }
}

/// Returns the lines of a job.
pub(super) fn job(job: &Job, engine: &EngineInfo) -> Vec<String> {
    let mut lines = settings(job, engine);
    match job.task {
        Task::Move if job.position.history().is_empty() => lines.push("BEGIN".to_owned()),
        Task::Move => lines.extend(board("BOARD", &job.position)),
        Task::Swap2 => {
            lines.push("SWAP2BOARD".to_owned());
            let stones = job.position.history().iter();
            lines.extend(stones.map(|stone| Coordinate::from(stone.point).to_string()));
            lines.push("DONE".to_owned());
        }
        Task::Lines(count) => {
            lines.extend(board("YXBOARD", &job.position));
            lines.push(format!("YXNBEST {count}"));
        }
    }
    lines
}

/// Returns the `INFO` lines of a job.
fn settings(job: &Job, engine: &EngineInfo) -> Vec<String> {
    let time = &job.time;
    let is_limited = time.turn.or(time.game).is_some() || matches!(job.task, Task::Lines(_));
    let turn = time.turn.unwrap_or(if is_limited { NO_LIMIT } else { DEFAULT_TURN });
    let mut lines = vec![
        format!("INFO rule {}", RuleCode::of(job.rule)),
        "INFO game_type 0".to_owned(),
        format!("INFO timeout_turn {turn}"),
        format!("INFO timeout_match {}", time.game.unwrap_or(0)),
        format!("INFO time_left {}", time.left.unwrap_or(NO_LIMIT)),
        format!("INFO time_increment {}", time.increment),
    ];
    if engine.can_analyse {
        lines.push("INFO show_detail 2".to_owned());
    }
    if engine.has_levels {
        lines.push(format!("INFO level {}", job.level.unwrap_or(0)));
    }
    lines
}

/// Returns a command with the stones of a position: 1 for those of the engine, 2 for the others, 3 for
/// dead points.
fn board(command: &str, position: &Position) -> Vec<String> {
    let stone = |placement: &dolmen::board::Placement| {
        let who = if placement.color == own(position) { 1 } else { 2 };
        format!("{},{who}", Coordinate::from(placement.point))
    };
    let stones = position.history().iter().map(stone);
    let dead = position.dead();
    let dead = dead.iter().map(|point| format!("{},3", Coordinate::from(point)));
    [command.to_owned()].into_iter().chain(stones).chain(dead).chain(["DONE".to_owned()]).collect()
}
