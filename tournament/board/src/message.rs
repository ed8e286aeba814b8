//! The language between a page and its table: JSON objects, each with its `type`.
//!
//! Points are written as Dolmen writes them (`h8`, the column a letter from the left, the row a number
//! from the top), colours as `black` and `white`, rules by their names, chances as numbers from 0 to 1,
//! times in milliseconds. The page turns points into the notation that a person chose.
//!
//! A page that connects gets [`Message::Engines`], [`Message::Game`] and [`Message::Status`], and after
//! that only changes. It never needs to know a rule: [`Insight`] says what may be played where.

use dolmen::board::{Color, Point};
use dolmen::rules::Rule;
use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

use crate::tree::{Node, NodeId};

/// The number of an engine in the list that a table was made with.
pub type EngineId = usize;

/// The conditions of a game.
#[serde_as]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    /// The rule.
    #[serde_as(as = "DisplayFromStr")]
    pub rule: Rule,
    /// Indicates whether the game goes on after a five.
    pub continuous: bool,
    /// The number of columns, from 5 to 22.
    pub width: u8,
    /// The number of rows, from 5 to 22.
    pub height: u8,
    /// The player who begins with the black stones.
    pub black: Player,
    /// The other player.
    pub white: Player,
    /// The time control of both players.
    pub clock: TimeControl,
    /// The way in which the game begins.
    pub opening: Opening,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Player {
    /// A person at the page.
    #[serde(rename_all = "camelCase")]
    Person {
        /// The name, which may be empty.
        name: String,
    },
    /// An engine.
    #[serde(rename_all = "camelCase")]
    Engine {
        /// The engine.
        engine: EngineId,
        /// The strength from 1 to [`MAX_LEVEL`](MAX_LEVEL); `None` for full strength. Only engines
        /// with [`EngineInfo::has_levels`] have levels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u8>,
    },
}

/// The strongest level below full strength.
pub const MAX_LEVEL: u8 = 12;

/// The limits of time; 0 stands for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeControl {
    /// Milliseconds for each move.
    pub turn_ms: u64,
    /// Milliseconds for all moves of a player.
    pub game_ms: u64,
    /// Milliseconds that each move adds to those of the game.
    pub increment_ms: u64,
}

/// The way in which a game begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Opening {
    /// Black plays the first stone.
    #[default]
    Free,
    /// Black places three stones, then White takes a colour or places two more.
    Swap2,
}

/// A wish of the page.
#[serde_as]
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
        #[serde_as(as = "Option<DisplayFromStr>")]
        point: Option<Point>,
    },
    /// Takes back the last move of the person, and what came after it.
    TakeBack,
    /// Gives up the game for the person to move, or against a program for the person.
    Resign,
    /// Makes the thinking engine move at once.
    MoveNow,
    /// Stops the clocks and the engines until [`Command::Resume`].
    Pause,
    /// Goes on after [`Command::Pause`], a restored game or an engine that died.
    Resume,
    /// Answers a swap2 offer.
    Swap2 {
        /// The choice.
        choice: Swap2Choice,
    },
    /// Changes a player from now on: another level, another colour, another engine.
    Seat {
        /// The side.
        color: Side,
        /// The new player.
        player: Player,
    },
    /// Ends the game and begins to analyse it; or comes back to analysis after a proof.
    Review,
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
    },
    /// Evaluates each move of the main line through a node, one after the other.
    Sweep {
        /// The node.
        at: NodeId,
        /// The engine.
        engine: EngineId,
        /// Milliseconds for each move.
        ms: u64,
    },
    /// Stops analysis, sweep and proof.
    Stop,
    /// Asks for the [`Insight`] of a position.
    Look {
        /// The node.
        at: NodeId,
        /// Indicates whether threats are wanted too.
        #[serde(default)]
        threats: bool,
        /// Indicates whether the values of all points are wanted too.
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
        side: Side,
        /// The maximum number of visited positions.
        nodes: u64,
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
    /// Reads a game, which is then analysed. The kind is found out from the content.
    Import {
        /// The content of a file, in base64.
        data: String,
    },
    /// Asks for the game as a [`Message::File`].
    Export {
        /// The format.
        format: FileFormat,
        /// The node whose line is written by formats that have no variations.
        at: NodeId,
    },
    /// Goes on with a game that the page kept; see [`Message::Game`].
    Restore {
        /// The game.
        game: Box<Kept>,
    },
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// The side that begins.
    Black,
    /// The other side.
    White,
}

impl Side {
    /// Returns the other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// An answer to a swap2 offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Swap2Choice {
    /// Plays the black stones.
    Black,
    /// Plays the white stones.
    White,
    /// Places two more stones, after which the other player chooses.
    TwoMore,
}

/// The kind of a win by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ProofKind {
    /// By fours alone.
    Vcf,
    /// By fours and open threes.
    Vct,
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

/// News for the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Message {
    /// The engines of the table; sent first.
    Engines {
        /// The engines, in the order of their numbers.
        engines: Vec<EngineInfo>,
    },
    /// A whole game: all nodes, and what else a page must keep to restore it later.
    Game {
        /// The game.
        game: Kept,
    },
    /// A node is new or has changed.
    Node {
        /// The node.
        node: Node,
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
    /// What an engine thinks.
    Thought {
        /// The thought.
        thought: Thought,
    },
    /// The facts of a position.
    Insight {
        /// The facts.
        insight: Insight,
    },
    /// The result of a proof search.
    Proof {
        /// The result.
        proof: ProofResult,
    },
    /// A file that was asked for.
    File {
        /// Its name.
        name: String,
        /// Its content, in base64.
        data: String,
    },
    /// A wish that was not carried out.
    Refused {
        /// The reason and what would be right, as a sentence.
        reason: String,
        /// The point, if the wish was a stone.
        #[serde(skip_serializing_if = "Option::is_none")]
        point: Option<String>,
    },
    /// A remark for the person, such as that an engine has died.
    Notice {
        /// The text.
        text: String,
    },
}

/// An engine of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineInfo {
    /// Its number.
    pub id: EngineId,
    /// Its name.
    pub name: String,
    /// Indicates whether it has levels.
    pub has_levels: bool,
    /// Indicates whether it can search several lines and be stopped (Yixin-Board's commands).
    pub can_analyse: bool,
}

/// A game as a page keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Kept {
    /// The conditions.
    pub setup: Setup,
    /// All nodes; parents come before their children, first variations before others.
    pub nodes: Vec<Node>,
    /// The last move of the game; later nodes are variations.
    pub last: NodeId,
    /// The phase.
    pub phase: Phase,
    /// The milliseconds that Black and White have left of the game.
    pub left_ms: [u64; 2],
}

/// The phase of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Phase {
    /// A game is played.
    Playing,
    /// A game is paused; the reason is empty if a person wanted it.
    Paused {
        /// The reason, as a sentence.
        reason: String,
    },
    /// A swap2 opening: stones are placed or a choice is made.
    Swap2 {
        /// The player who acts, by the colour of its seat.
        actor: Side,
        /// The number of stones that the actor still places; 0 if it chooses.
        stones: u8,
        /// Indicates whether [`Swap2Choice::TwoMore`] is allowed.
        may_add: bool,
    },
    /// The game has ended.
    Over {
        /// The winner; `None` for a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        /// The reason.
        reason: OverReason,
    },
    /// A game is analysed.
    Analysis,
}

/// The reason why a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OverReason {
    /// Five in a row.
    Five,
    /// The board is full.
    Full,
    /// A player gave up.
    Resigned,
    /// A player ran out of time.
    Time,
    /// An engine broke a rule or played a forbidden point.
    Foul,
}

/// The state of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The phase.
    pub phase: Phase,
    /// The players, black first; swap2 may exchange them.
    pub players: [Player; 2],
    /// The last move of the game.
    pub last: NodeId,
    /// The side to move after it.
    pub to_move: Side,
    /// The clocks of Black and White.
    pub clocks: [ClockFace; 2],
    /// The side whose clock runs.
    pub running: Option<Side>,
    /// The states of the engines, in the order of their numbers.
    pub engines: Vec<EngineState>,
    /// The work of an engine beside the game, if there is any.
    pub work: Option<Work>,
    /// Indicates whether a move can be taken back.
    pub can_take_back: bool,
}

/// A clock at the moment of the message. A page lets it run on by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClockFace {
    /// Milliseconds left for the move; `None` without a limit.
    pub turn_ms: Option<u64>,
    /// Milliseconds left of the game; `None` without a limit.
    pub game_ms: Option<u64>,
    /// Milliseconds that this player has used for all moves.
    pub used_ms: u64,
}

/// The state of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum EngineState {
    /// It has not been started.
    Off,
    /// It has not answered its first command yet.
    Starting,
    /// It waits.
    Idle,
    /// It thinks.
    Thinking,
    /// It was told to stop.
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
    },
    /// Analysis of a whole line.
    Sweep {
        /// The moves done.
        done: usize,
        /// All moves.
        all: usize,
    },
}

/// What an engine thinks of a position, as far as it says so.
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

/// The facts of a position that a board shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Insight {
    /// The node.
    pub at: NodeId,
    /// The side to move.
    pub to_move: Option<Side>,
    /// The points where it may not play.
    pub forbidden: Vec<ForbiddenPoint>,
    /// The stones of the five that ends the game here, from one end to the other; several fives
    /// follow each other.
    pub five: Vec<String>,
    /// The result if the game ends here: `black`, `white` or `draw`.
    pub outcome: Option<String>,
    /// The threats, if they were wanted.
    pub threats: Option<Threats>,
    /// The values of the empty points for the side to move, if they were wanted.
    pub heat: Option<Vec<Heat>>,
}

/// A forbidden point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ForbiddenPoint {
    /// The point.
    pub point: String,
    /// The reason: `double three`, `double four` or `overline`.
    pub reason: String,
    /// The rows that the stone would make, each as its stones and empty points from end to end.
    pub rows: Vec<Vec<String>>,
}

/// The threats of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Threats {
    /// The points where each side makes five, black first.
    pub fives: [Vec<String>; 2],
    /// The points where each side makes an open four.
    pub open_fours: [Vec<String>; 2],
    /// The stones of each open three.
    pub threes: [Vec<Vec<String>>; 2],
    /// The win by fours that the side not to move would have if it were to move.
    pub vcf_after_pass: Vec<String>,
}

/// The value of a point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Heat {
    /// The point.
    pub point: String,
    /// The chance to win of the side that plays there, by the evaluation alone.
    pub value: f64,
}

/// The result of a proof search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProofResult {
    /// The node.
    pub at: NodeId,
    /// The kind.
    pub kind: ProofKind,
    /// The side that was to win.
    pub side: Side,
    /// The verdict.
    pub verdict: Verdict,
    /// The visited positions.
    pub nodes: u64,
    /// The winning moves and the defences; `None` unless the win is proved.
    pub root: Option<ProofMove>,
}

/// The verdict of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// The side wins.
    Win,
    /// There is no such win.
    NoWin,
    /// The search ended at its limit.
    Unknown,
}

/// A winning move, and the answer to each defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProofMove {
    /// The point of the attacker.
    pub point: String,
    /// The defences, each with the next winning move; empty after a five. Any other reply loses to the
    /// five or to the fours that the move threatens.
    pub defences: Vec<ProofDefence>,
    /// Indicates that defences are missing, because the tree would be too large; not written if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub incomplete: bool,
}

/// A defence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProofDefence {
    /// The point of the defender.
    pub point: String,
    /// The next winning move.
    pub then: ProofMove,
}
