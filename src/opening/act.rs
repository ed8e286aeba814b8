//! The tasks of an opening, the acts that fulfil them, and the errors of acts that do not.

use std::fmt;

use crate::board::{PlacementError, Point};

/// A player of an opening, whatever the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum Player {
    /// The player who begins, with the black stones until a swap.
    First,
    /// The other player.
    Second,
}

impl std::ops::Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The next task of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "camelCase"))]
pub enum Task {
    /// A stone: [`Act::Place`].
    Place {
        /// The player.
        by: Player,
        /// The largest distance from the centre, in lines; `None` for any point.
        within: Option<usize>,
        /// The number of stones that the player still places in this turn, with this one.
        left: usize,
    },
    /// A choice of the colour: [`Act::Swap`] or [`Act::Stay`].
    Swap {
        /// The player.
        by: Player,
    },
    /// A choice of the colour or two more stones: [`Act::Swap`] takes Black, [`Act::Stay`] White, or
    /// [`Act::Add`].
    SwapOrAdd {
        /// The player.
        by: Player,
    },
    /// The number of fifth stones: [`Act::Count`].
    Count {
        /// The player.
        by: Player,
        /// The largest number.
        most: usize,
    },
    /// The way to the fifth stone: [`Act::Swap`] or [`Act::Stay`], after which it is placed in its square,
    /// or [`Act::Add`], which offers several anywhere.
    SwapOrOffer {
        /// The player.
        by: Player,
    },
    /// A fifth stone to be offered: [`Act::Place`].
    Offer {
        /// The player.
        by: Player,
        /// The number of offers that are still to be made.
        left: usize,
    },
    /// The offer that White keeps: [`Act::Place`].
    Choose {
        /// The player.
        by: Player,
    },
    /// No task: the opening is over, and the game goes on.
    Done,
}

impl Task {
    /// Returns the player who has to act; `None` after the opening.
    #[must_use]
    pub const fn by(self) -> Option<Player> {
        match self {
            Self::Place { by, .. }
            | Self::Swap { by }
            | Self::SwapOrAdd { by }
            | Self::Count { by, .. }
            | Self::SwapOrOffer { by }
            | Self::Offer { by, .. }
            | Self::Choose { by } => Some(by),
            Self::Done => None,
        }
    }
}

/// An act of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum Act {
    /// Places a stone, offers one, or keeps an offer.
    Place(Point),
    /// Exchanges the colours.
    Swap,
    /// Keeps the colours.
    Stay,
    /// Places two more stones, or offers several fifth stones.
    Add,
    /// Names the number of fifth stones.
    Count(usize),
}

/// The reason why an act is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// The task asks for another act.
    OtherTask(Task),
    /// The stone is too far from the centre.
    TooFar {
        /// The largest distance from the centre, in lines.
        within: usize,
    },
    /// The point is occupied or off the board.
    Placement(PlacementError),
    /// The offer was made before.
    OfferedTwice,
    /// The offer is the image of another one under a symmetry of the board that keeps the stones.
    Symmetric {
        /// The other offer.
        to: Point,
    },
    /// The point was not offered.
    NotOffered,
    /// The number is 0 or too large.
    Number {
        /// The largest number.
        most: usize,
    },
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherTask(task) => write!(f, "{}", expected(*task)),
            Self::TooFar { within: 0 } => f.write_str("the first stone belongs on the centre"),
            Self::TooFar { within } => {
                let side = 2 * within + 1;
                write!(f, "the stone belongs in the square of {side}×{side} around the centre")
            }
            Self::Placement(error) => error.fmt(f),
            Self::OfferedTwice => f.write_str("this point was offered before"),
            Self::Symmetric { .. } => {
                f.write_str("this point is symmetric to one that was offered: expected another")
            }
            Self::NotOffered => f.write_str("this point was not offered"),
            Self::Number { most } => {
                write!(f, "invalid number of fifth stones: expected 1 to {most}")
            }
        }
    }
}

impl std::error::Error for OpeningError {}

/// Returns what a task expects, as a sentence.
fn expected(task: Task) -> &'static str {
    match task {
        Task::Place { .. } => "expected a stone",
        Task::Swap { .. } => "expected a swap, or to stay",
        Task::SwapOrAdd { .. } => "expected a swap, to stay, or two more stones",
        Task::Count { .. } => "expected the number of fifth stones",
        Task::SwapOrOffer { .. } => "expected a swap, to stay, or ten offers",
        Task::Offer { .. } => "expected an offer of a fifth stone",
        Task::Choose { .. } => "expected one of the offers",
        Task::Done => "the opening is over",
    }
}
