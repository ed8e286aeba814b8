//! The threat board: a position that knows, after every play and undo, what a stone of either
//! colour on each empty point would make.
//!
//! A stone changes the shapes of some 20 points, but the strong class of only five. So the board
//! keeps the shapes of each line and the strong classes, and looks up the code of a point when it
//! is asked for. The evaluation keeps the codes where it needs many of them.
//!
//! Invariants: the board equals one that is built from the same stones; a code equals the slow
//! definition of the four shapes; a point that is not empty has the code 0.

use crate::board::point::POINT_INDICES;
use crate::board::{Bitboard, Color, LineIndex, PerColor, Placement, Point, Position};
use crate::processor::lines::{Changes, Star};
use crate::query::lanes::LaneRules;
use crate::rules::Rule;
use crate::rules::shape::Line;
use crate::threats::class::Threat;
use crate::threats::code::Code;
use crate::threats::lines::{LineView, SavedPlanes, ShapeChange, star_point};
use crate::threats::points::StrongThreats;
use crate::threats::tables::{CodeEntry, CodeTable, CodeTables};

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
    tables: PerColor<&'static CodeTable>,
    lines: LineView,
    strong: StrongThreats,
    near: Bitboard,
    /// The number of stones that were placed and not taken back.
    placements: usize,
    /// `[stone]`: the frame of each of them, and unused frames after them.
    frames: Vec<Frame>,
    changes: Vec<ClassChange>,
}

/// The state that undo restores.
#[derive(Clone, Debug)]
struct Frame {
    near: Bitboard,
    planes: SavedPlanes,
    side_to_move: Color,
    /// The number of changes in the log before the stone.
    changes: usize,
    /// The cells where the stone changed the shape of some colour.
    changed: Star,
}

/// A change of the strong class of a point for one colour.
#[derive(Clone, Copy, Debug)]
struct ClassChange {
    point: Point,
    color: Color,
    old: Threat,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            near: Bitboard::EMPTY,
            planes: SavedPlanes::default(),
            side_to_move: Color::Black,
            changes: 0,
            changed: 0,
        }
    }
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
            strong: StrongThreats::default(),
            near: Bitboard::EMPTY,
            placements: 0,
            frames: Vec::new(),
            changes: Vec::with_capacity(8 * POINT_INDICES),
        };
        for color in Color::ALL {
            for point in position.stones(color) {
                board.near |= *geometry.nearby(point);
            }
            for point in board.lines.strong_points(color) {
                board.update_class(color, point);
            }
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
        self.lines.code(color, point)
    }

    /// Returns the group of a point's code for a colour, below [`GROUPS`](crate::threats::code::GROUPS).
    #[inline]
    #[must_use]
    pub fn group(&self, color: Color, point: Point) -> usize {
        self.entry_of(color, self.code(color, point)).group()
    }

    /// Returns the class of what a stone of a colour on a point makes.
    #[inline]
    #[must_use]
    pub fn threat(&self, color: Color, point: Point) -> Threat {
        match self.strong_threat(color, point) {
            Threat::Nothing => self.entry_of(color, self.code(color, point)).threat(),
            strong => strong,
        }
    }

    /// Returns the class of what a stone of a colour on a point makes, if it is
    /// [`Threat::WEAKEST_KEPT`] or stronger, otherwise [`Threat::Nothing`]. This is faster than
    /// [`ThreatBoard::threat`].
    #[inline]
    #[must_use]
    pub fn strong_threat(&self, color: Color, point: Point) -> Threat {
        self.strong.class(color, point)
    }

    /// Returns the empty points where a stone of a colour makes a threat of this class, which is
    /// [`Threat::WEAKEST_KEPT`] or stronger.
    #[inline]
    #[must_use]
    pub fn points(&self, color: Color, threat: Threat) -> Bitboard {
        self.strong.points(color, threat)
    }

    /// Returns the number of points in [`ThreatBoard::points`].
    #[inline]
    #[must_use]
    pub fn count(&self, color: Color, threat: Threat) -> usize {
        self.strong.count(color, threat)
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
    /// Panics if the point is off the board or occupied.
    #[inline]
    pub fn play(&mut self, point: Point) {
        self.place(point, self.side_to_move());
    }

    /// Places a stone of a colour, regardless of the side to move; the other side moves next.
    ///
    /// # Panics
    /// Panics if the point is off the board or occupied.
    pub fn place(&mut self, point: Point, color: Color) {
        if self.placements == self.frames.len() {
            self.frames.push(Frame::default());
        }
        let frame = &mut self.frames[self.placements];
        self.placements += 1;
        frame.near = self.near;
        frame.side_to_move = self.position.side_to_move();
        frame.changes = self.changes.len();
        self.position.place(point, color).expect("a move of the search is possible");
        self.near |= *self.position.geometry().nearby(point);
        self.lines.place(point, color);
        let Changes { any, notable } = self.lines.update(point, &mut frame.planes);
        frame.changed = any;
        for color in Color::ALL {
            if self.strong.class(color, point) != Threat::Nothing {
                self.set_class(color, point, Threat::Nothing);
            }
        }
        let mut notable = PerColor::new(notable[0], notable[1]);
        loop {
            // One loop for both colours, since the processor rarely predicts where a loop ends.
            let color = if notable[Color::Black] != 0 { Color::Black } else { Color::White };
            let star = notable[color];
            if star == 0 {
                break;
            }
            notable[color] = star & (star - 1);
            self.update_class(color, star_point(point, star.trailing_zeros()));
        }
    }

    /// Takes back the last stone that [`ThreatBoard::play`] or [`ThreatBoard::place`] placed.
    ///
    /// # Panics
    /// Panics if neither was called since the board was created.
    pub fn undo(&mut self) {
        self.placements = self.placements.checked_sub(1).expect("a move was played");
        let Self { frames, lines, strong, changes, position, .. } = self;
        let frame = &frames[self.placements];
        for &ClassChange { color, point, old } in changes[frame.changes..].iter().rev() {
            let new = strong.replace(color, point, old);
            lines.toggle_mark(color, point, is_one_nothing(old, new));
        }
        changes.truncate(frame.changes);
        self.near = frame.near;
        let undone = position.undo().expect("a move was played");
        lines.remove(undone.point, undone.color, &frame.planes);
        position.set_side_to_move(frame.side_to_move);
    }

    /// Returns the number of stones that were placed since the board was created and not taken back.
    #[inline]
    pub(crate) fn placements(&self) -> usize {
        self.placements
    }

    /// Returns the last stone that was placed since the board was created.
    #[inline]
    pub(crate) fn last_placement(&self) -> Option<Placement> {
        self.last_frame().and_then(|_| self.position.last_move())
    }

    /// Reports the shapes of all empty points that the last stone has changed. A point is reported once, because only
    /// the stone itself lies in two of the lines.
    #[inline]
    pub(crate) fn report_last_changes(&self, report: impl FnMut(ShapeChange)) {
        if let (Some(frame), Some(stone)) = (self.last_frame(), self.position.last_move()) {
            self.lines.report(stone.point, frame.changed, report);
        }
    }

    /// Returns the content of a line as a colour sees it.
    #[must_use]
    pub fn line(&self, color: Color, line: LineIndex) -> Line {
        self.lines.line(color, line)
    }

    /// Returns the lane rules in which every lane has the rules of a colour.
    pub(crate) fn lane_rules(&self, color: Color) -> &LaneRules {
        self.lines.rules_of(color)
    }

    /// Returns the group and the class of a code for a colour.
    #[inline]
    pub(crate) fn entry_of(&self, color: Color, code: Code) -> CodeEntry {
        self.tables[color][usize::from(code.0)]
    }

    /// Returns the state that undo would restore.
    #[inline]
    fn last_frame(&self) -> Option<&Frame> {
        self.frames[..self.placements].last()
    }

    /// Computes the class of a point for a colour again.
    #[inline]
    fn update_class(&mut self, color: Color, point: Point) {
        let threat = self.entry_of(color, self.code(color, point)).threat();
        let is_kept = threat >= Threat::WEAKEST_KEPT;
        self.set_class(color, point, if is_kept { threat } else { Threat::Nothing });
    }

    /// Sets the class of a point for a colour, and notes the change in the log.
    #[inline(always)]
    fn set_class(&mut self, color: Color, point: Point, new: Threat) {
        let old = self.strong.replace(color, point, new);
        self.changes.push(ClassChange { point, color, old });
        self.lines.toggle_mark(color, point, is_one_nothing(old, new));
    }
}

/// Returns whether exactly one of two classes is kept as a set.
#[inline]
fn is_one_nothing(a: Threat, b: Threat) -> bool {
    (a == Threat::Nothing) != (b == Threat::Nothing)
}

impl PartialEq for ThreatBoard {
    /// Compares position and threats, but not the state that undo would restore.
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && self.rule == other.rule
            && self.lines == other.lines
            && self.strong == other.strong
            && self.near == other.near
    }
}
