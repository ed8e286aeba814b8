//! The threat board: a position that knows, after every play and undo, what a stone of either
//! colour on each empty point would make.
//!
//! Invariants: the board equals one that is built from the same stones; a code equals the slow
//! definition of the four shapes; a point that is not empty has the code 0.

use crate::board::point::POINT_INDICES;
use crate::board::{Bitboard, Color, LineIndex, Point, Position};
use crate::query::lanes::LaneRules;
use crate::rules::Rule;
use crate::rules::shape::Line;
use crate::threats::class::Threat;
use crate::threats::code::Code;
use crate::threats::lines::{LineView, SavedPlanes, ShapeChange};
use crate::threats::points::PointThreats;
use crate::threats::tables::{CodeEntry, CodeTables};

/// A position with all its threats, kept under play and undo.
///
/// ```
/// use dolmen::board::{BoardSize, Color, Point, Position};
/// use dolmen::rules::Rule;
/// use dolmen::threats::{Threat, ThreatBoard};
///
/// let mut board = ThreatBoard::new(&Position::new(BoardSize::square(15)), Rule::Freestyle);
/// for x in 4..8 {
///     board.place(Point::new(x, 7), Color::Black);
/// }
/// assert_eq!(board.count(Color::Black, Threat::Five), 2);
/// board.undo();
/// assert_eq!(board.threat(Color::Black, Point::new(7, 7)), Threat::OpenFour);
/// ```
#[derive(Clone, Debug)]
pub struct ThreatBoard {
    position: Position,
    rule: Rule,
    tables: &'static CodeTables,
    lines: LineView,
    points: PointThreats,
    near: Bitboard,
    frames: Vec<Frame>,
    changes: Vec<Change>,
}

/// The state that undo restores besides the codes.
#[derive(Clone, Debug)]
struct Frame {
    near: Bitboard,
    planes: SavedPlanes,
    side_to_move: Color,
    first_change: usize,
}

/// A change of what is known of a point for one colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) point: Point,
    pub(crate) color: Color,
    /// The threat that a stone of the other colour makes there.
    pub(crate) other: Threat,
    pub(crate) old: CodeEntry,
    pub(crate) new: CodeEntry,
}

impl ThreatBoard {
    /// Returns the threats of a position under a rule.
    #[must_use]
    pub fn new(position: &Position, rule: Rule) -> Self {
        let geometry = position.geometry();
        let mut board = Self {
            position: position.clone(),
            rule,
            tables: CodeTables::of_rule(rule),
            lines: LineView::new(position, rule),
            points: PointThreats::default(),
            near: Bitboard::EMPTY,
            frames: Vec::with_capacity(POINT_INDICES),
            changes: Vec::with_capacity(64 * POINT_INDICES),
        };
        for color in Color::ALL {
            for point in position.stones(color) {
                board.near |= *geometry.nearby(point);
            }
        }
        for &point in geometry.cover() {
            board.update(point);
        }
        board.changes.clear();
        board
    }

    /// Returns the stones, the side to move and the history.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the rule of the game.
    #[inline]
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// Gives the turn to the other side without a stone; a second call takes that back.
    #[inline]
    pub fn pass(&mut self) {
        self.position.set_side_to_move(!self.side_to_move());
    }

    /// Returns what a stone of a colour on a point makes; code 0 if the point is not empty.
    #[inline]
    #[must_use]
    pub fn code(&self, color: Color, point: Point) -> Code {
        self.points.entry(color, point).code
    }

    /// Returns the group of a point's code for a colour, below [`GROUPS`](crate::threats::code::GROUPS).
    #[inline]
    #[must_use]
    pub fn group(&self, color: Color, point: Point) -> usize {
        self.points.entry(color, point).group()
    }

    /// Returns the class of what a stone of a colour on a point makes.
    #[inline]
    #[must_use]
    pub fn threat(&self, color: Color, point: Point) -> Threat {
        self.points.entry(color, point).threat
    }

    /// Returns the empty points where a stone of a colour makes a threat of this class, which is
    /// [`Threat::WEAKEST_KEPT`] or stronger.
    #[inline]
    #[must_use]
    pub fn points(&self, color: Color, threat: Threat) -> Bitboard {
        self.points.points(color, threat)
    }

    /// Returns the number of points in [`ThreatBoard::points`].
    #[inline]
    #[must_use]
    pub fn count(&self, color: Color, threat: Threat) -> usize {
        self.points.count(color, threat)
    }

    /// Returns whether a stone of a colour somewhere makes a threat of one of these classes.
    #[inline]
    #[must_use]
    pub fn has_any(&self, color: Color, threats: &[Threat]) -> bool {
        threats.iter().any(|&threat| self.count(color, threat) > 0)
    }

    /// Returns the empty points where a stone of a colour makes a threat of one of these classes.
    #[inline]
    #[must_use]
    pub fn points_of_any(&self, color: Color, threats: &[Threat]) -> Bitboard {
        threats.iter().fold(Bitboard::EMPTY, |all, &threat| all | self.points(color, threat))
    }

    /// Returns the empty points near some stone.
    #[inline]
    #[must_use]
    pub fn near(&self) -> Bitboard {
        self.near & self.position.empty()
    }

    /// Places a stone of the side to move.
    ///
    /// # Panics
    /// If the point is off the board or occupied.
    #[inline]
    pub fn play(&mut self, point: Point) {
        self.place(point, self.side_to_move());
    }

    /// Places a stone of a colour, whoever is to move; the other side moves next.
    ///
    /// # Panics
    /// If the point is off the board or occupied.
    pub fn place(&mut self, point: Point, color: Color) {
        self.frames.push(Frame {
            near: self.near,
            planes: self.lines.planes_through(point),
            side_to_move: self.side_to_move(),
            first_change: self.changes.len(),
        });
        self.position.place(point, color).expect("a move of the search is possible");
        self.near |= *self.position.geometry().nearby(point);
        self.lines.place(point, color);
        self.update(point);
    }

    /// Takes back the last stone that [`ThreatBoard::play`] or [`ThreatBoard::place`] placed.
    ///
    /// # Panics
    /// If neither was called since the board was made.
    pub fn undo(&mut self) {
        let frame = self.frames.pop().expect("a move was played");
        while self.changes.len() > frame.first_change {
            let change = self.changes.pop().expect("there are changes");
            self.points.set(change.color, change.point, change.old);
        }
        self.near = frame.near;
        let undone = self.position.undo().expect("a move was played");
        self.lines.remove(undone.point, undone.color, &frame.planes);
        self.position.set_side_to_move(frame.side_to_move);
    }

    /// Returns the content of a line as a colour sees it.
    #[must_use]
    pub fn line(&self, color: Color, line: LineIndex) -> Line {
        self.lines.line(color, line)
    }

    /// Returns the changes since the board was made that were not taken back, the oldest first.
    #[inline]
    pub(crate) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Returns the rules with every lane under this colour's.
    pub(crate) fn lane_rules(&self, color: Color) -> &LaneRules {
        self.lines.rules_of(color)
    }

    /// Returns the class that a code stands for.
    #[inline]
    pub(crate) fn threat_of(&self, color: Color, code: Code) -> Threat {
        self.tables.of(color)[usize::from(code.0)].threat
    }

    /// Queries the four lines through a point again and follows up what has changed.
    #[inline]
    fn update(&mut self, point: Point) {
        let Self { lines, points, changes, tables, .. } = self;
        lines.update(point, |change| {
            let ShapeChange { color, point, direction, number } = change;
            let old = points.entry(color, point);
            let other = points.entry(!color, point).threat;
            let code = old.code.with(direction.index(), number);
            let new = tables.of(color)[usize::from(code.0)];
            changes.push(Change { point, color, other, old, new });
            points.set(color, point, new);
        });
    }
}

impl PartialEq for ThreatBoard {
    /// Compares position and threats; what undo would restore does not count.
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && self.rule == other.rule
            && self.lines == other.lines
            && self.points == other.points
            && self.near == other.near
    }
}
