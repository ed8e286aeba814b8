//! The record of the opening that two engines have negotiated.

use dolmen::opening::{Act, Player, Protocol};
use serde::{Deserialize, Serialize};

use crate::record::MoveRecord;

/// A negotiated opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Negotiation {
    /// The protocol.
    pub protocol: Protocol,
    /// The name of the first player, who begins with the black stones.
    pub first: String,
    /// The acts of both players, in order.
    pub acts: Vec<ActRecord>,
}

/// One act of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActRecord {
    /// The player.
    pub by: Player,
    /// The act.
    pub act: Act,
    /// The thinking time in milliseconds, stored with one act of each answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// Indicates whether the runner decided in place of the engine, which cannot negotiate.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_runner: bool,
}

/// Returns whether a flag is not set.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Negotiation {
    /// Returns the players who swapped, in order.
    pub fn swaps(&self) -> impl Iterator<Item = Player> {
        self.acts.iter().filter(|act| act.act == Act::Swap).map(|act| act.by)
    }

    /// Returns the player who thought about a stone of the opening; `None` for later moves.
    pub(super) fn thinker(&self, played: &MoveRecord) -> Option<Player> {
        let is_of = |act: &&ActRecord| match act.act {
            Act::Place(point) => {
                (point.column(), point.row()) == (played.at.0.into(), played.at.1.into())
                    && act.ms == played.ms
            }
            Act::Swap | Act::Stay | Act::Add | Act::Count(_) => false,
        };
        self.acts.iter().find(is_of).map(|act| act.by)
    }

    /// Returns the acts as text, such as `taraguchi-10: h8, stay, i9, swap*`, in which a star marks those
    /// of the runner.
    #[must_use]
    pub fn text(&self) -> String {
        let act = |ActRecord { act, by_runner, .. }: &ActRecord| {
            let text = match act {
                Act::Place(point) => point.to_string(),
                Act::Swap => "swap".to_owned(),
                Act::Stay => "stay".to_owned(),
                Act::Add => "add".to_owned(),
                Act::Count(count) => format!("count {count}"),
            };
            format!("{text}{}", if *by_runner { "*" } else { "" })
        };
        let acts: Vec<String> = self.acts.iter().map(act).collect();
        format!("{}: {}", self.protocol, acts.join(", "))
    }
}
