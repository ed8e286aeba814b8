//! The messages for a page.

use dolmen::board::{Color, Point};
use dolmen::opening::Act;
use serde::Serialize;

use super::command::Limits;
use super::facts::{CollectedGame, Insight, ProofResult};
use super::game::{EngineId, Kept, Phase, Player};
use super::puzzle_answer::PuzzleAnswer;
use crate::tree::{Node, NodeId};

/// A message for the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Message {
    /// The engines of the table; sent first.
    Engines {
        /// The engines, in the order of their numbers.
        engines: Vec<EngineInfo>,
    },
    /// A whole game: all nodes, and everything else that a page keeps to restore it later.
    Game {
        /// The game.
        game: Kept,
    },
    /// A node is new or has changed.
    Node {
        /// The node.
        node: Node,
    },
    /// The games for a collection: the answer to [`Command::Collect`](super::Command::Collect) and
    /// [`Command::CollectGame`](super::Command::CollectGame).
    Games {
        /// The identifier of the request.
        id: String,
        /// The games.
        games: Vec<CollectedGame>,
    },
    /// Nodes are gone.
    Removed {
        /// Their numbers.
        nodes: Vec<NodeId>,
    },
    /// The children of a node are in another order.
    Order {
        /// The node.
        at: NodeId,
        /// Its children.
        children: Vec<NodeId>,
    },
    /// The state of play.
    Status {
        /// The state.
        status: Status,
    },
    /// A thought of an engine.
    Thought {
        /// The thought.
        thought: Thought,
    },
    /// The facts of a position.
    Insight {
        /// The facts.
        insight: Insight,
    },
    /// The progress of a proof search.
    Proving {
        /// The node.
        at: NodeId,
        /// The positions visited so far.
        positions: u64,
        /// The milliseconds so far.
        ms: u64,
    },
    /// The result of a proof search.
    Proof {
        /// The result.
        proof: ProofResult,
    },
    /// The answer to the moves of a puzzle.
    Puzzle {
        /// The answer.
        answer: PuzzleAnswer,
    },
    /// The review of the line through the last move of the game.
    Review {
        /// The review.
        review: Review,
    },
    /// A file: the answer to [`Command::Export`](super::Command::Export).
    File {
        /// The identifier of the request.
        id: String,
        /// Its name.
        name: String,
        /// Its content, in base64.
        data: String,
    },
    /// A picture: the answer to [`Command::Picture`](super::Command::Picture).
    Picture {
        /// The identifier of the request.
        id: String,
        /// The picture, as an SVG element.
        svg: String,
    },
    /// A command was refused.
    Refused {
        /// The reason and the remedy, as a sentence. It names no point, because each page has a notation of
        /// its own.
        reason: String,
        /// The point, if the command was to place a stone.
        #[serde(skip_serializing_if = "Option::is_none")]
        point: Option<String>,
        /// The identifier of the request, if the command has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// A remark for the person, such as that an engine has died.
    Notice {
        /// The text.
        text: String,
        /// The point that it is about, if any.
        #[serde(skip_serializing_if = "Option::is_none")]
        point: Option<String>,
    },
}

/// The review of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The reviews of Black and White.
    pub players: [PlayerReview; 2],
    /// The moves that turned the game.
    pub turning: Vec<NodeId>,
}

/// The review of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerReview {
    /// The accuracy in percent; `None` if no move counts.
    pub accuracy: Option<f64>,
    /// The number of moves with `!!`.
    pub brilliant: usize,
    /// The number of moves with `!?`.
    pub interesting: usize,
    /// The number of moves with `?!`.
    pub inaccuracies: usize,
    /// The number of moves with `?`.
    pub mistakes: usize,
    /// The number of moves with `??`.
    pub blunders: usize,
    /// The moves that are asked as exercises, in the order of the game: those with `?` and `??` and missed wins, where
    /// a better move is known.
    pub exercises: Vec<NodeId>,
}

/// An engine of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineInfo {
    /// Its number.
    pub id: EngineId,
    /// Its name.
    pub name: String,
    /// A description in a few words, which may be empty.
    pub about: String,
    /// Indicates whether it has levels.
    pub has_levels: bool,
    /// Indicates whether it can search several lines and be stopped (Yixin-Board's commands).
    pub can_analyse: bool,
}

/// The state of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The phase.
    pub phase: Phase,
    /// The players, black first; an opening may exchange them.
    pub players: [Player; 2],
    /// The last move of the game.
    pub last: NodeId,
    /// The name of the game, if a file gave it one.
    pub title: String,
    /// The days on which the game was played, such as `2026-11-25,2026-11-26`; empty if they are unknown.
    pub date: String,
    /// The result of the game as SGF has it, such as `B+R`; empty if it is open.
    pub result: String,
    /// The side to move after it.
    pub to_move: Color,
    /// The clocks of Black and White.
    pub clocks: [ClockFace; 2],
    /// The side whose clock runs.
    pub running: Option<Color>,
    /// The states of the engines, in the order of their numbers.
    pub engines: Vec<EngineState>,
    /// The work of an engine beside the game, if there is any.
    pub work: Option<Work>,
    /// Indicates whether a move can be taken back.
    pub can_take_back: bool,
    /// Indicates whether [`Command::Return`](crate::message::Command::Return) is possible.
    pub can_return: bool,
    /// The acts of the opening.
    pub acts: Vec<Act>,
    /// Indicates whether the last of them is what [`Command::TakeBack`](crate::message::Command::TakeBack)
    /// takes back.
    pub takes_act_back: bool,
    /// The fifth stones that are offered, until one is kept; in a paused game too.
    pub offers: Vec<Point>,
    /// The choices of the newest turn of an opening, such as a swap.
    pub decisions: Vec<Decision>,
}

/// A choice in an opening, which no stone shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// The colour that the player who chose has now.
    pub by: Color,
    /// The act.
    pub act: Act,
}

/// A clock at the moment of the message. The page keeps it running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClockFace {
    /// Milliseconds left for the move; `None` without a limit.
    pub turn_ms: Option<u64>,
    /// Milliseconds left of the game; `None` without a limit.
    pub game_ms: Option<u64>,
    /// Milliseconds that this player has used for all moves.
    pub used_ms: u64,
    /// Milliseconds before the clock begins to run, if it is the one that runs.
    #[serde(skip_serializing_if = "is_zero")]
    pub waits_ms: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The state of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum EngineState {
    /// It has not been started.
    Off,
    /// It has not answered its first command yet.
    Starting,
    /// It is ready and has no job.
    Idle,
    /// It thinks.
    Thinking,
    /// It has been told to stop and has not answered yet.
    Stopping,
    /// It has ended or was ended.
    Dead {
        /// The reason, as a sentence with the remedy.
        reason: String,
    },
}

/// The work of an engine beside a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Work {
    /// Analysis of a position.
    Analysis {
        /// The node.
        at: NodeId,
        /// The engine.
        engine: EngineId,
        /// The number of lines.
        lines: u8,
        /// The limits.
        limits: Limits,
    },
    /// Analysis of a whole line.
    Sweep {
        /// The number of moves that have been evaluated.
        done: usize,
        /// The number of moves of the line.
        all: usize,
    },
}

/// The view of a position that an engine reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Thought {
    /// The engine.
    pub engine: EngineId,
    /// The node whose position it searches.
    pub at: NodeId,
    /// The place of this line among several, from 1.
    pub rank: u8,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The depth of the deepest line in plies.
    pub selective_depth: Option<u32>,
    /// The value for the side to move, as the engine writes it: `120`, `+M5`.
    pub value: Option<String>,
    /// The chance of Black to win.
    pub black_wins: Option<f64>,
    /// The visited positions.
    pub nodes: Option<u64>,
    /// The visited positions in a second.
    pub speed: Option<u64>,
    /// The milliseconds so far.
    pub ms: Option<u64>,
    /// The expected moves, beginning with the one that the engine would play.
    pub line: Vec<String>,
    /// Other text, for a log.
    pub text: Option<String>,
}
