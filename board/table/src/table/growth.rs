//! Adds many moves to the tree at once, such as the variations of a proof, and removes them again.

use super::{Refusal, Table};
use crate::message::Growth;
use crate::order::Millis;
use crate::tree::{NodeId, TreeError};

/// The maximum number of moves that are added at once.
const MAX_GROWTH: usize = 1_000;

impl Table {
    /// Adds moves after a node: all, or none if one of them is impossible.
    pub(super) fn grow(&mut self, at: NodeId, moves: &[Growth]) -> Result<(), Refusal> {
        self.check_editing()?;
        if self.tree.get(at).is_none() {
            return Err(TreeError::NoNode(at).into());
        }
        if moves.len() > MAX_GROWTH {
            return Err(Refusal::of("too many moves: at most 1,000 are added at once"));
        }
        let mut nodes = Vec::new();
        if let Err(refusal) = self.add_all(at, moves, &mut nodes) {
            // Removing a node also removes the new nodes after it; removing those again has no effect.
            nodes.into_iter().for_each(|id| drop(self.tree.remove(id)));
            return Err(refusal);
        }
        for id in nodes {
            if let Some(node) = self.tree.get_mut(id) {
                node.grown = Some(at);
            }
            self.tell_node(id);
        }
        Ok(())
    }

    /// Adds moves after a node, and collects the new nodes.
    fn add_all(
        &mut self,
        at: NodeId,
        moves: &[Growth],
        new: &mut Vec<NodeId>,
    ) -> Result<(), Refusal> {
        let mut ids: Vec<NodeId> = Vec::with_capacity(moves.len());
        for &Growth { after, point } in moves {
            let parent = match after.map(|index| ids.get(index)) {
                None => at,
                Some(Some(&id)) => id,
                Some(None) => return Err(Refusal::of("a move must come after an earlier one")),
            };
            let is_known = self.tree.child(parent, point).is_some();
            let id = self.try_move(parent, point)?;
            if !is_known {
                new.push(id);
            }
            ids.push(id);
        }
        Ok(())
    }

    /// Removes nodes and all after them.
    pub(super) fn prune(&mut self, nodes: &[NodeId], now: Millis) -> Result<(), Refusal> {
        self.check_editing()?;
        for &id in nodes {
            self.cut(id, now);
        }
        Ok(())
    }
}
