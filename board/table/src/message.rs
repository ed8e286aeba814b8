//! The protocol between a page and its table: JSON objects, each with its `type`.
//!
//! Points are written as Dolmen writes them (`h8`, the column a letter from the left, the row a number
//! from the top), colours as `black` and `white`, rules by their names, chances as numbers from 0 to 1,
//! times in milliseconds. The page converts points to the notation that a person has chosen.
//!
//! A page that connects gets [`Message::Engines`], [`Message::Game`] and [`Message::Status`], and after
//! that only changes. It never needs to know a rule: [`Insight`] has the forbidden points and the outcome.

mod command;
mod facts;
mod game;
mod news;
mod picture;
mod puzzle;
mod puzzle_answer;
mod setting;

pub use command::{Command, FileFormat, Growth, Limits, ProofKind};
pub use facts::{
    BookLine, CollectedGame, ForbiddenPoint, Heat, Insight, ProofDefence, ProofMove, ProofResult,
    Threats, Verdict,
};
pub(crate) use game::DEFAULT_THINKING;
pub use game::{EngineId, Kept, MAX_LEVEL, OverReason, Phase, Player, Setup, TimeControl};
pub use news::{
    ClockFace, Decision, EngineInfo, EngineState, Message, PlayerReview, Review, Status, Thought,
    Work,
};
pub use picture::{RowKind, Shown, ShownGhost, ShownRow, ShownSign, ShownValue, SignKind};
pub use puzzle::{Puzzle, PuzzleKind};
pub use puzzle_answer::{PuzzleAnswer, PuzzleVerdict, Refutation};
pub use setting::{Onto, Stone};
