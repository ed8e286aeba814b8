//! The nodes that are or were on the principal variation: their moves are reduced less. The rules are
//! those of Rapfi and Stockfish.

use crate::search::depth::PLY;
use crate::search::node::Window;
use crate::search::table::Entry;
use crate::search::worker::Worker;

/// The depth above which the moves of a node decide whether it remains on the principal variation.
const MIN_DEPTH: i32 = 3 * PLY;

impl Worker<'_> {
    /// Notes in the frame whether the node is or was on the principal variation.
    pub(crate) fn note_variation(&mut self, window: Window, entry: Option<Entry>, ply: usize) {
        if self.frames[ply].excluded.is_none() {
            let was_open = entry.is_some_and(|entry| entry.was_open);
            self.frames[ply].was_open = window.is_open() || was_open;
        }
        self.frames[ply + 1].was_open = false;
    }

    /// Derives from the moves of a node whether it counts as one of the principal variation: without a good move the
    /// opponent's last one was good, so that the node counts as one if its parent does. With a good move it counts as
    /// one only if the position after that move does.
    pub(crate) fn follow_variation(
        &mut self,
        window: Window,
        depth: i32,
        has_good_move: bool,
        ply: usize,
    ) {
        if depth <= MIN_DEPTH {
            return;
        }
        let was_open = self.frames[ply].was_open;
        self.frames[ply].was_open = if has_good_move {
            was_open && (window.is_open() || self.frames[ply + 1].was_open)
        } else {
            was_open || (ply > 0 && self.frames[ply - 1].was_open)
        };
    }
}
