//! The commands of a page.

use dolmen::board::{Color, Point};
use dolmen::notation::PointNames;
use dolmen::opening::Act;
use dolmen::rules::Rule;
use serde::{Deserialize, Serialize};

use super::game::{EngineId, Kept, Player, Setup};
use super::picture::Shown;
use super::puzzle::Puzzle;
use super::setting::{Onto, Stone};
use crate::tree::{Area, Drawing, NodeId};

/// A command of the page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Command {
    /// Begins a game; the one before is given up.
    New {
        /// Its conditions.
        setup: Setup,
    },
    /// Places a stone after a node. In a game that node must be the last move, and a person must be
    /// to move; in analysis it may be any node. `None` is a pass, in analysis only.
    Play {
        /// The node before the stone.
        at: NodeId,
        /// The point.
        point: Option<Point>,
    },
    /// Takes back a resignation alone; otherwise the last move of the person, and what came after it; in an
    /// opening, the last act, if it was a person's.
    TakeBack,
    /// Gives up the game for the person to move, or against a program for the person.
    Resign,
    /// Makes the thinking engine move at once.
    MoveNow,
    /// Stops the clocks and the engines until [`Command::Resume`].
    Pause,
    /// Continues a game after [`Command::Pause`], a restore or the death of an engine.
    Resume,
    /// Carries out the task of an opening.
    Decide {
        /// The act.
        act: Act,
    },
    /// Changes a player from now on: another level, another colour, another engine.
    Seat {
        /// The side.
        color: Color,
        /// The new player.
        player: Player,
    },
    /// Ends the game and begins to analyse it, or returns to the analysis after a proof.
    Review,
    /// Returns from analysis to the game that it interrupted.
    Return,
    /// Changes the pause between two moves of engines.
    Delay {
        /// The milliseconds, at most a minute.
        ms: u64,
    },
    /// Ends the analysis and plays on from a node, with the players of the last game.
    PlayOn {
        /// The node.
        at: NodeId,
    },
    /// Lets an engine search a position for several best lines, until [`Command::Stop`].
    Analyse {
        /// The node.
        at: NodeId,
        /// The engine.
        engine: EngineId,
        /// The number of lines, from 1 to 10.
        lines: u8,
        /// The limits of the search.
        #[serde(default)]
        limits: Limits,
    },
    /// Chooses the points that engines search in a position; in analysis only.
    Area {
        /// The node.
        at: NodeId,
        /// The points.
        area: Area,
    },
    /// Draws a circle or an arrow in a position, gives it another colour, or removes it if it is there.
    Draw {
        /// The node.
        at: NodeId,
        /// The circle or arrow.
        drawing: Drawing,
    },
    /// Removes all circles and arrows of a position.
    Erase {
        /// The node.
        at: NodeId,
    },
    /// Evaluates and judges each move of the main line through a node, from the last to the first.
    Sweep {
        /// The node.
        at: NodeId,
        /// The engine.
        engine: EngineId,
        /// The maximum number of nodes for each move.
        nodes: u64,
    },
    /// Adds a move and judges it, in analysis only.
    Try {
        /// The node before the move.
        at: NodeId,
        /// The point.
        point: Point,
        /// The engine.
        engine: EngineId,
        /// The maximum number of nodes.
        nodes: u64,
    },
    /// Stops analysis, sweep and proof.
    Stop,
    /// Asks for the [`Insight`](crate::message::Insight) of a position.
    Look {
        /// The node.
        at: NodeId,
        /// Indicates whether to include the threats.
        #[serde(default)]
        threats: bool,
        /// Indicates whether to include the values of all points.
        #[serde(default)]
        heat: bool,
    },
    /// Searches for a win by force.
    Prove {
        /// The node.
        at: NodeId,
        /// The kind of win.
        kind: ProofKind,
        /// The side that is to win; it moves first.
        side: Color,
        /// The maximum number of visited positions.
        nodes: u64,
        /// The maximum number of milliseconds of a search for any moves; `None` without a limit.
        #[serde(default)]
        ms: Option<u64>,
    },
    /// Adds moves to the tree, one after another or side by side; in analysis only. Moves that are there
    /// already stay; the new ones have [`Node::grown`](crate::tree::Node::grown).
    Grow {
        /// The node after which they come.
        at: NodeId,
        /// The moves, at most 1,000.
        moves: Vec<Growth>,
    },
    /// Removes nodes and all after them; in analysis only. Nodes that no longer exist are ignored.
    Prune {
        /// The nodes.
        nodes: Vec<NodeId>,
    },
    /// Asks for the [`PuzzleAnswer`](crate::message::PuzzleAnswer) to the moves of a puzzle, which is no
    /// part of the game.
    Puzzle {
        /// The identifier of the request, which the answer repeats.
        id: String,
        /// The puzzle.
        puzzle: Box<Puzzle>,
        /// The moves so far; the last one is that of the solver.
        moves: Vec<Point>,
    },
    /// Changes the rule of a game that is analysed and not played, such as one from a file.
    Rule {
        /// The rule.
        rule: Rule,
    },
    /// Changes the comment of a node.
    Comment {
        /// The node.
        at: NodeId,
        /// The text, of at most 4,096 characters.
        text: String,
    },
    /// Removes a node and all after it; in analysis only.
    Remove {
        /// The node.
        at: NodeId,
    },
    /// Makes a node the first variation; in analysis only.
    Promote {
        /// The node.
        at: NodeId,
    },
    /// Reads a game, which is then analysed. The format is detected from the content.
    Import {
        /// The content of a file, in base64.
        data: String,
        /// The names of points, if the content is plain moves.
        #[serde(default)]
        points: PointNames,
        /// The rule and the board where the file is silent; those of the present game by default.
        #[serde(default)]
        onto: Option<Onto>,
        /// The names of Black and White, if they are not those of the file.
        #[serde(default)]
        names: Option<[String; 2]>,
    },
    /// Reads the games of a file for a collection; the game at the table stays.
    Collect {
        /// The identifier of the request, which the answer repeats.
        id: String,
        /// The content of a file, in base64.
        data: String,
    },
    /// Reads a line of the game at the table for a collection.
    CollectGame {
        /// The identifier of the request, which the answer repeats.
        id: String,
        /// The node with which the line ends.
        at: NodeId,
    },
    /// Begins to analyse a position that a person has set up.
    #[serde(rename_all = "camelCase")]
    Arrange {
        /// The rule and the board.
        onto: Onto,
        /// The stones; where their colours do not alternate, the other side passes.
        stones: Vec<Stone>,
        /// The side to move.
        to_move: Color,
    },
    /// Asks for the game as a [`Message::File`](crate::message::Message::File).
    Export {
        /// The identifier of the request, which the answer repeats.
        id: String,
        /// The format.
        format: FileFormat,
        /// The node whose line is written by formats that have no variations.
        at: NodeId,
        /// The names of points in plain moves.
        #[serde(default)]
        points: PointNames,
    },
    /// Asks for a picture of the board that a page shows, which may be that of a puzzle or an editor, as a
    /// [`Message::Picture`](crate::message::Message::Picture).
    Picture {
        /// The identifier of the request, which the answer repeats.
        id: String,
        /// The board.
        board: Box<Shown>,
    },
    /// Notes the day on which the game is played, which only the page knows.
    Date {
        /// The day, such as `2026-11-26`.
        date: String,
    },
    /// Continues a game that the page kept; see [`Message::Game`](crate::message::Message::Game).
    Restore {
        /// The game.
        game: Box<Kept>,
    },
}

impl Command {
    /// Returns the identifier of the request, if the command has one.
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            Self::Puzzle { id, .. }
            | Self::Collect { id, .. }
            | Self::CollectGame { id, .. }
            | Self::Export { id, .. }
            | Self::Picture { id, .. } => Some(id),
            _ => None,
        }
    }
}

/// A move to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Growth {
    /// The index of the move before it, which comes earlier in the list; `None` for a first move.
    #[serde(default)]
    pub after: Option<usize>,
    /// The point; `None` for a pass.
    #[serde(default)]
    pub point: Option<Point>,
}

/// The limits of an analysis; `None` for no limit, or for the choice of the engine's host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Limits {
    /// The maximum number of milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
    /// The maximum number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The number of threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
    /// The memory of the whole engine, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

/// The kind of a win by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ProofKind {
    /// By fours alone.
    Vcf,
    /// By fours and open threes.
    Vct,
    /// By any moves.
    Win,
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FileFormat {
    /// A record of Piskvork: the main line.
    Psq,
    /// Smart Game Format, with variations and comments.
    Sgf,
    /// The moves one after the other: `h8i9j10`.
    Text,
    /// A library of RenLib, with variations and comments; 15×15 boards only.
    RenLib,
}
