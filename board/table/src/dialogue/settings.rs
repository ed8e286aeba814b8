//! The settings of a job.

use dolmen::protocol::info::{Info, RuleCode};
use dolmen::protocol::manager::{NO_LIMIT, Question};

use super::{DEFAULT_TURN, Job};
use crate::message::EngineInfo;

/// The bit of `INFO show_detail` that asks for the best variations.
const VARIATIONS: i64 = 2;
/// The value of `INFO game_type` for a human opponent.
const HUMAN_OPPONENT: i64 = 0;

/// Returns the settings of a job.
pub(super) fn settings(job: &Job, engine: &EngineInfo) -> Vec<Info> {
    let time = &job.time;
    let is_limited =
        time.turn.or(time.game).is_some() || matches!(job.question, Question::Variations(_));
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
