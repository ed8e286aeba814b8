//! A tree that grows move by move, as a file tells it.

use dolmen::board::{Bitboard, BoardSize, Color, Point};
use dolmen::rules::GameRule;

use crate::formats::{MAX_DEPTH, Problem};
use crate::tree::{NodeId, ROOT, Tree};

/// A tree and the node after which the next move comes.
pub(super) struct Builder {
    /// The tree so far.
    pub(super) tree: Tree,
    spot: Spot,
}

/// A node, with what is needed to go on from there.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// The node.
    pub(super) node: NodeId,
    occupied: Bitboard,
    to_move: Color,
    depth: usize,
}

impl Builder {
    pub(super) fn new(rule: GameRule, size: BoardSize) -> Self {
        let occupied = Bitboard::EMPTY;
        let spot = Spot { node: ROOT, occupied, to_move: Color::Black, depth: 0 };
        Self { tree: Tree::new(rule, size), spot }
    }

    /// Returns the present node.
    pub(super) const fn spot(&self) -> Spot {
        self.spot
    }

    /// Goes back to a node.
    pub(super) const fn return_to(&mut self, spot: Spot) {
        self.spot = spot;
    }

    /// Returns whether a point of the board holds a stone.
    pub(super) fn is_occupied(&self, point: Point) -> bool {
        self.spot.occupied.contains(point)
    }

    /// Adds a move, a pass if there is no point.
    pub(super) fn play(&mut self, point: Option<Point>) -> Result<(), Problem> {
        if let Some(point) = point {
            if self.is_occupied(point) {
                return Err(Problem::Occupied(point));
            }
            self.spot.occupied.insert(point);
        }
        if self.spot.depth == MAX_DEPTH {
            return Err(Problem::TooDeep);
        }
        self.spot.node = self.tree.add(self.spot.node, point).map_err(|_| Problem::Full)?;
        self.spot.to_move = !self.spot.to_move;
        self.spot.depth += 1;
        Ok(())
    }

    /// Adds a move of a colour, after a pass of the other one if that is to move.
    pub(super) fn play_as(&mut self, color: Color, point: Option<Point>) -> Result<(), Problem> {
        if color != self.spot.to_move {
            self.play(None)?;
        }
        self.play(point)
    }

    /// Returns the point in a column and a row, counted from 0; `text` is how the file writes it.
    pub(super) fn point(&self, column: i64, row: i64, text: &str) -> Result<Point, Problem> {
        let size = self.tree.size();
        let off_board =
            || Problem::OffBoard { point: text.trim().chars().take(40).collect(), size };
        size.point(column, row).ok_or_else(off_board)
    }

    /// Adds a text to the comment of a node.
    pub(super) fn comment(&mut self, node: NodeId, text: &str) {
        let text = text.trim();
        if let Some(node) = self.tree.get_mut(node).filter(|_| !text.is_empty()) {
            if !node.comment.is_empty() {
                node.comment.push('\n');
            }
            node.comment.push_str(text);
        }
    }

    /// Sets the label of a node, unless it has one.
    pub(super) fn label(&mut self, node: NodeId, text: &str) {
        if let Some(node) = self.tree.get_mut(node).filter(|node| node.label.is_empty()) {
            text.trim().clone_into(&mut node.label);
        }
    }
}
