//! The builder of a record, which adds the moves of a file one by one.

use crate::board::{Bitboard, Color, Point};
use crate::notation::error::shortened;
use crate::notation::{Annotation, Arrow, Defaults, MAX_DEPTH, Mark, Problem, ROOT, Record};

/// A record and the node to which the next move is added.
pub(super) struct Builder {
    /// The record so far.
    pub(super) record: Record,
    /// The text line of the moves that are added.
    pub(super) line: usize,
    spot: Spot,
}

/// A node, with the state needed to continue from it.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// The node.
    pub(super) node: usize,
    occupied: Bitboard,
    to_move: Color,
    depth: usize,
}

impl Builder {
    pub(super) fn new(defaults: &Defaults) -> Self {
        Self::of(Record::new(defaults))
    }

    /// Returns a builder that adds moves to a record without any.
    pub(super) const fn of(record: Record) -> Self {
        let occupied = Bitboard::EMPTY;
        let spot = Spot { node: ROOT, occupied, to_move: Color::Black, depth: 0 };
        Self { record, line: 0, spot }
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
                return Err(Problem::Occupied(point.to_string()));
            }
            self.spot.occupied.insert(point);
        }
        if self.spot.depth == MAX_DEPTH {
            return Err(Problem::TooDeep);
        }
        self.spot.node = self.record.add(self.spot.node, point)?;
        if let Some(node) = self.record.node_mut(self.spot.node).filter(|node| node.line == 0) {
            node.line = self.line;
        }
        self.spot.to_move = !self.spot.to_move;
        self.spot.depth += 1;
        Ok(())
    }

    /// Adds a move of a colour, after a pass of the other colour if that one is to move. Right after a set-up, which
    /// may leave the side to move open, the pass belongs to the set-up.
    pub(super) fn play_as(&mut self, color: Color, point: Option<Point>) -> Result<(), Problem> {
        if color != self.spot.to_move {
            if self.record.nodes()[self.spot.node].is_set_up {
                self.put(None)?;
            } else {
                self.play(None)?;
            }
        }
        self.play(point)
    }

    /// Sets up stones: in turn as far as possible, then with passes of the other colour. `to_move` is the
    /// side to move then, if it is known.
    pub(super) fn set_up(
        &mut self,
        stones: [Vec<Point>; 2],
        to_move: Option<Color>,
    ) -> Result<(), Problem> {
        let mut stones = stones.map(|stones| stones.into_iter().peekable());
        while stones.iter_mut().any(|stones| stones.peek().is_some()) {
            let color = usize::from(self.spot.to_move == Color::White);
            let point = stones[color].next();
            self.put(point)?;
        }
        if to_move.is_some_and(|side| side != self.spot.to_move) {
            self.put(None)?;
        }
        Ok(())
    }

    /// Adds a stone of a set-up. If the record already has the stone as a move, it stays a move.
    fn put(&mut self, point: Option<Point>) -> Result<(), Problem> {
        let nodes = self.record.nodes().len();
        self.play(point)?;
        let node = self.record.node_mut(self.spot.node);
        if let Some(node) = node.filter(|_| self.spot.node >= nodes) {
            node.is_set_up = true;
        }
        Ok(())
    }

    /// Returns the point in a column and a row, counted from 0; `text` is how the file writes it.
    pub(super) fn point(&self, column: i64, row: i64, text: &str) -> Result<Point, Problem> {
        let size = self.record.size;
        let off_board = || Problem::OffBoard { point: shortened(text), size };
        size.point(column, row).ok_or_else(off_board)
    }

    /// Returns the record, whose main line is shown to its end.
    pub(super) fn finish(mut self) -> Record {
        self.record.shown = self.record.end();
        self.record
    }

    /// Adds a text to the comment of a node.
    pub(super) fn comment(&mut self, node: usize, text: &str) {
        let text = text.trim();
        if let Some(node) = self.record.node_mut(node).filter(|_| !text.is_empty()) {
            if !node.comment.is_empty() {
                node.comment.push('\n');
            }
            node.comment.push_str(text);
        }
    }

    /// Sets the annotation of a node that has none; returns whether the node now has this annotation.
    pub(super) fn annotate(&mut self, node: usize, annotation: Annotation) -> bool {
        let node = self.record.node_mut(node);
        node.is_some_and(|node| *node.annotation.get_or_insert(annotation) == annotation)
    }

    /// Sets the chance of Black from a value between −1 and 1; returns `false` for any other value, because other
    /// programs use other scales.
    pub(super) fn value(&mut self, node: usize, text: &str) -> bool {
        let value = text.trim().parse::<f64>().ok().filter(|value| (-1.0..=1.0).contains(value));
        if let Some(node) = self.record.node_mut(node) {
            node.black_wins = value.map(|value| f64::midpoint(value, 1.0)).or(node.black_wins);
        }
        value.is_some()
    }

    /// Adds a mark to a node, once.
    pub(super) fn mark(&mut self, node: usize, mark: Mark) {
        let node = self.record.node_mut(node).filter(|node| !node.marks.contains(&mark));
        node.into_iter().for_each(|node| node.marks.push(mark.clone()));
    }

    /// Adds an arrow to a node, once.
    pub(super) fn arrow(&mut self, node: usize, arrow: Arrow) {
        let node = self.record.node_mut(node).filter(|node| !node.arrows.contains(&arrow));
        node.into_iter().for_each(|node| node.arrows.push(arrow));
    }

    /// Sets the label of a node, unless it has one.
    pub(super) fn label(&mut self, node: usize, text: &str) {
        if let Some(node) = self.record.node_mut(node).filter(|node| node.label.is_empty()) {
            text.trim().clone_into(&mut node.label);
        }
    }
}
