//! A job for an engine, and the settings that it needs.

use dolmen::board::{Bitboard, Position};
use dolmen::opening::Opening;
use dolmen::protocol::info::{Info, NO_LIMIT, RuleCode};
use dolmen::protocol::manager::Question;
use dolmen::rules::GameRule;

use crate::message::{DEFAULT_THINKING, EngineInfo};
use crate::tree::NodeId;

/// The bit of `INFO show_detail` that asks for the best variations.
const VARIATIONS: i64 = 2;
/// The value of `INFO game_type` for a human opponent.
const HUMAN_OPPONENT: i64 = 0;

/// A job for an engine.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// The node of the position.
    pub(crate) at: NodeId,
    /// The rule.
    pub(crate) rule: GameRule,
    /// The position; the engine is the side to move.
    pub(crate) position: Position,
    /// The question about the position, or the opening that the engine continues.
    pub(crate) asked: Asked,
    /// The strength; `None` for full strength.
    pub(crate) level: Option<u8>,
    /// The time and the other resources that the job may use.
    pub(crate) time: Allowance,
}

/// A question to an engine.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// A question about the position.
    Question(Question),
    /// The next act of this opening.
    Act(Box<Opening>),
}

impl From<Question> for Asked {
    fn from(question: Question) -> Self {
        Self::Question(question)
    }
}

impl Asked {
    /// Returns whether the question is one for a move, which is `BEGIN` on an empty board.
    pub(super) const fn is_for_move(&self) -> bool {
        matches!(self, Self::Question(Question::Move))
    }
}

/// The resources of a job: its time in milliseconds, its nodes, threads and memory, and the points that it
/// leaves out; `None` stands for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) turn: Option<u64>,
    pub(crate) game: Option<u64>,
    pub(crate) left: Option<u64>,
    pub(crate) increment: u64,
    /// The maximum number of nodes.
    pub(crate) nodes: Option<u64>,
    /// The threads and the memory.
    pub(crate) resources: Resources,
    /// The points to choose only if no other point is left.
    pub(crate) blocked: Bitboard,
    /// The only points to choose, however far from the stones; empty for no restriction.
    pub(crate) only: Bitboard,
}

/// The threads and the memory of an engine; `None` stands for the choice of its host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resources {
    pub(crate) threads: Option<u32>,
    /// The memory of the whole process, in bytes.
    pub(crate) memory: Option<u64>,
}

impl Job {
    /// Returns the settings for an engine.
    pub(super) fn settings(&self, engine: &EngineInfo) -> Vec<Info> {
        let time = &self.time;
        let is_limited =
            time.game.is_some() || matches!(self.asked, Asked::Question(Question::Variations(_)));
        let default_turn = if is_limited { NO_LIMIT } else { DEFAULT_THINKING as i64 };
        let or = |milliseconds: Option<u64>, default| {
            milliseconds.map_or(default, |milliseconds| milliseconds.try_into().unwrap_or(NO_LIMIT))
        };
        let mut settings = vec![
            Info::Rule(RuleCode::of(self.rule)),
            Info::GameType(HUMAN_OPPONENT),
            Info::TimeoutTurn(or(time.turn, default_turn)),
            Info::TimeoutMatch(or(time.game, 0)),
            Info::TimeLeft(or(time.left, NO_LIMIT)),
            Info::TimeIncrement(or(Some(time.increment), 0)),
            Info::MaxNode(or(time.nodes, 0)),
        ];
        let Resources { threads, memory } = time.resources;
        settings.extend(threads.map(|threads| Info::ThreadNum(threads.into())));
        settings.extend(memory.map(|bytes| Info::MaxMemory(bytes.try_into().unwrap_or(0))));
        if engine.can_analyse {
            settings.push(Info::ShowDetail(VARIATIONS));
        }
        if engine.has_levels {
            settings.push(Info::Level(self.level.unwrap_or(0).into()));
        }
        settings
    }
}
