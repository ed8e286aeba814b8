//! Taking back: a resignation, an act of an opening, or moves.

use super::{Refusal, Table};
use crate::message::{Message, OverReason, Phase};
use crate::order::Millis;
use crate::tree::NodeId;

impl Table {
    /// Returns whether there is a resignation or a move to take back.
    pub(super) fn takes_move_back(&self) -> bool {
        self.phase.is_resigned() || self.before_last_move().is_some()
    }

    /// Returns the node before the last move that can be taken back, if there is one: the game goes
    /// on there, with a person to move.
    fn before_last_move(&self) -> Option<NodeId> {
        let is_open = match self.phase {
            Phase::Playing | Phase::Paused { .. } => true,
            Phase::Over { reason, .. } => reason != OverReason::Time,
            Phase::Opening { .. } | Phase::Analysis => false,
        };
        let opened = self.opened().filter(|_| is_open)?;
        let path = self.tree.path(self.last);
        let is_set_up = |&id: &NodeId| self.tree.get(id).is_some_and(|node| node.is_set_up);
        let fixed = opened.max(path.iter().rposition(is_set_up).unwrap_or(0));
        let before = path.iter().rev().skip(1).copied();
        before.take(path.len().saturating_sub(1 + fixed)).find(|&node| {
            let mover = self.tree.position(node).map(|position| position.side_to_move());
            mover.is_ok_and(|mover| self.engine_of(mover).is_none())
        })
    }

    /// Takes back a resignation, the last act of an opening, or the last move of a person and what came after it.
    pub(super) fn take_back(&mut self, now: Millis) -> Result<(), Refusal> {
        let (target, nodes) = if self.phase.is_resigned() {
            self.halt(now);
            (self.last, Vec::new())
        } else if let Some((before, node)) = self.before_last_act() {
            self.halt(now);
            (node, self.undo_act(before, node, now))
        } else if let Some(node) = self.before_last_move() {
            self.halt(now);
            (node, self.undo_moves(node))
        } else {
            return Err(Refusal::of("there is no move of a person to take back"));
        };
        self.output.messages.push(Message::Removed { nodes });
        self.last = target;
        self.phase = self.open_phase();
        self.go_on(now);
        Ok(())
    }

    /// Removes the moves of the game after a node, and their increments; returns their nodes.
    fn undo_moves(&mut self, target: NodeId) -> Vec<NodeId> {
        let path = self.tree.path(self.last);
        let undone = || path.windows(2).skip_while(|nodes| nodes[0] != target);
        for nodes in undone() {
            let is_timed = self.tree.get(nodes[1]).is_some_and(|node| node.ms.is_some());
            if let Ok(position) = self.tree.position(nodes[0])
                && is_timed
            {
                self.clocks.take_increment_back(position.side_to_move());
            }
        }
        undone().next().map(|nodes| self.tree.remove(nodes[1])).unwrap_or_default()
    }
}
