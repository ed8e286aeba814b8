//! The threat board: a position that knows, after every play and undo, what a stone of
//! either colour on each empty point would make.
//!
//! Invariants: equal to a board built anew from the same stones; a code equals the slow
//! definition of the four shapes; points that are not empty have the code 0.

use crate::board::lines::LINE_COUNT;
use crate::board::point::POINT_INDICES;
use crate::board::{Bitboard, Color, Direction, LineIndex, LineSpot, PerColor, Point, Position};
use crate::query::lanes::{self, LANES, LaneRules, Lanes, ShapePlanes};
use crate::rules::shape::Line;
use crate::rules::{LineRule, Rule};
use crate::threats::class::{Code, CodeEntry, CodeTables, MoveValue, Threat};
use crate::threats::sums::{Change, Sums};

/// A position with all its threats, kept under play and undo.
#[derive(Clone, Debug)]
pub struct ThreatBoard {
    position: Position,
    rules: LaneRules,
    /// The rules with every lane under one colour's.
    rules_of: PerColor<LaneRules>,
    tables: &'static CodeTables,
    /// `[line]`: the stones of each colour, and the cells of anybody's.
    stones: PerColor<[u32; LINE_COUNT]>,
    cells: [u32; LINE_COUNT],
    /// `[line][plane]`: the shapes of the line's empty cells, see [`ShapePlanes`].
    planes: PerColor<[[u32; 4]; LINE_COUNT]>,
    entries: PerColor<[CodeEntry; POINT_INDICES]>,
    /// `[threat]`: the points of a class, from [`Threat::WEAKEST_KEPT`] up.
    points: PerColor<[Bitboard; Threat::COUNT]>,
    counts: PerColor<[u16; Threat::COUNT]>,
    near: Bitboard,
    frames: Vec<Frame>,
    changes: Vec<Change>,
    /// Sums of this position and of those before, each with the number of changes behind it.
    kept_sums: Vec<(usize, PerColor<Sums>)>,
}

/// What undo restores besides the codes.
#[derive(Clone, Debug)]
struct Frame {
    near: Bitboard,
    /// `[lane][plane]`, lanes as in [`Lanes`].
    planes: [[u32; 4]; LANES],
    side_to_move: Color,
    first_change: usize,
}

impl ThreatBoard {
    /// The threats of a position, under the rule of the tables.
    #[must_use]
    pub fn new(position: &Position, tables: &'static CodeTables) -> Self {
        let geometry = position.geometry();
        let rule = tables.rule();
        let mut board = Self {
            position: position.clone(),
            rules: LaneRules::of(rule),
            rules_of: PerColor::from_fn(|color| {
                LaneRules::per_color(LineRule::of(rule, color), LineRule::of(rule, color))
            }),
            tables,
            stones: PerColor::new([0; LINE_COUNT], [0; LINE_COUNT]),
            cells: [0; LINE_COUNT],
            planes: PerColor::new([[0; 4]; LINE_COUNT], [[0; 4]; LINE_COUNT]),
            entries: PerColor::from_fn(|_| [CodeEntry::default(); POINT_INDICES]),
            points: PerColor::default(),
            counts: PerColor::default(),
            near: Bitboard::EMPTY,
            frames: Vec::with_capacity(POINT_INDICES),
            changes: Vec::with_capacity(64 * POINT_INDICES),
            kept_sums: vec![(0, PerColor::default())],
        };
        for line in LineIndex::all() {
            board.cells[line.index()] = geometry.cells(line);
        }
        for point in position.dead() {
            for spot in Direction::ALL.map(|direction| LineSpot::of(point, direction)) {
                board.cells[spot.line.index()] &= !(1 << spot.bit);
            }
        }
        for color in Color::ALL {
            for point in position.stones(color) {
                board.set_bits(point, color);
                board.near |= *geometry.nearby(point);
            }
        }
        for &point in geometry.cover() {
            board.update_lines(point);
        }
        let sums = PerColor::from_fn(|mover| board.sums(mover));
        board.kept_sums = vec![(0, sums)];
        board.changes.clear();
        board
    }

    /// The stones, the side to move and the history.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The rule of the game.
    #[inline]
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.tables.rule()
    }

    /// The tables that the board looks its threats and values up in.
    #[must_use]
    pub const fn tables(&self) -> &'static CodeTables {
        self.tables
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// Gives the turn to the other side without a stone; called again, it takes that back.
    #[inline]
    pub fn pass(&mut self) {
        self.position.set_side_to_move(!self.side_to_move());
    }

    /// What a stone of a colour on a point makes; code 0 if the point is not empty.
    #[inline]
    #[must_use]
    pub fn code(&self, color: Color, point: Point) -> Code {
        self.entries[color][point.index()].code
    }

    /// The class of what a stone of a colour on a point makes.
    #[inline]
    #[must_use]
    pub fn threat(&self, color: Color, point: Point) -> Threat {
        self.entries[color][point.index()].threat
    }

    /// What a point's code is worth to its colour, that colour being to move.
    #[inline]
    #[must_use]
    pub fn value_at(&self, color: Color, point: Point) -> i16 {
        self.tables.value(color, self.entries[color][point.index()])
    }

    /// What a point's code for a colour is worth to a move there.
    #[inline]
    #[must_use]
    pub fn move_value(&self, color: Color, point: Point) -> MoveValue {
        self.tables.move_value(color, self.entries[color][point.index()])
    }

    /// The empty points where a stone of a colour makes a threat of this class, which is
    /// [`Threat::WEAKEST_KEPT`] or stronger.
    #[inline]
    #[must_use]
    pub fn points(&self, color: Color, threat: Threat) -> Bitboard {
        debug_assert!(threat >= Threat::WEAKEST_KEPT, "those points are not kept");
        self.points[color][threat as usize]
    }

    /// Number of points in [`ThreatBoard::points`].
    #[inline]
    #[must_use]
    pub fn count(&self, color: Color, threat: Threat) -> usize {
        debug_assert!(threat >= Threat::WEAKEST_KEPT, "those points are not kept");
        usize::from(self.counts[color][threat as usize])
    }

    /// Whether a stone of a colour somewhere makes a threat of one of these classes.
    #[inline]
    #[must_use]
    pub fn has_any(&self, color: Color, threats: &[Threat]) -> bool {
        threats.iter().any(|&threat| self.count(color, threat) > 0)
    }

    /// The empty points where a stone of a colour makes a threat of one of these classes.
    #[inline]
    #[must_use]
    pub fn points_of_any(&self, color: Color, threats: &[Threat]) -> Bitboard {
        threats.iter().fold(Bitboard::EMPTY, |all, &threat| all | self.points(color, threat))
    }

    /// The sums over the codes of all points for a side to move.
    #[inline]
    #[must_use]
    pub fn sums(&self, mover: Color) -> Sums {
        let &(changes, ref sums) = self.kept_sums.last().expect("those of the start are kept");
        sums[mover].after(&self.changes[changes..], self.tables.summands(mover))
    }

    /// Keeps the sums of this position until a move before it is taken back: what comes
    /// after it need not begin farther back.
    #[inline]
    pub fn keep_sums(&mut self) {
        if self.kept_sums.last().is_none_or(|&(changes, _)| changes != self.changes.len()) {
            let sums = PerColor::from_fn(|mover| self.sums(mover));
            self.kept_sums.push((self.changes.len(), sums));
        }
    }

    /// The empty points near some stone.
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

    /// Places a stone of a colour, whoever's turn it is; the other side moves next.
    ///
    /// # Panics
    /// If the point is off the board or occupied.
    pub fn place(&mut self, point: Point, color: Color) {
        self.frames.push(Frame {
            near: self.near,
            planes: self.line_planes(point),
            side_to_move: self.side_to_move(),
            first_change: self.changes.len(),
        });
        self.position.place(point, color).expect("a move of the search is possible");
        self.near |= *self.position.geometry().nearby(point);
        self.set_bits(point, color);
        self.update_lines(point);
    }

    /// Takes the last stone back, which [`ThreatBoard::play`] or
    /// [`ThreatBoard::place`] placed.
    ///
    /// # Panics
    /// If none of them was called since the board was made.
    pub fn undo(&mut self) {
        let frame = self.frames.pop().expect("a move was played");
        while self.changes.len() > frame.first_change {
            let change = self.changes.pop().expect("there are changes");
            self.set_entry(change.color, change.point, change.old);
        }
        while self.kept_sums.last().is_some_and(|&(changes, _)| changes > self.changes.len()) {
            self.kept_sums.pop();
        }
        self.near = frame.near;
        let undone = self.position.undo().expect("a move was played");
        for direction in Direction::ALL {
            let spot = LineSpot::of(undone.point, direction);
            let line = spot.line.index();
            self.stones[undone.color][line] &= !(1 << spot.bit);
            for color in Color::ALL {
                let lane = lane(color, direction);
                self.planes[color][line] = frame.planes[lane];
            }
        }
        self.position.set_side_to_move(frame.side_to_move);
    }

    /// The content of a line as a colour sees it.
    #[must_use]
    pub fn line(&self, color: Color, line: LineIndex) -> Line {
        Line {
            cells: self.cells[line.index()],
            own: self.stones[color][line.index()],
            opponent: self.stones[!color][line.index()],
        }
    }

    /// The rules with every lane under this colour's.
    pub(crate) fn lane_rules(&self, color: Color) -> &LaneRules {
        &self.rules_of[color]
    }

    /// The class that a code stands for.
    #[inline]
    pub(crate) fn threat_of(&self, color: Color, code: Code) -> Threat {
        self.tables.of(color)[usize::from(code.0)].threat
    }

    #[inline]
    fn set_bits(&mut self, point: Point, color: Color) {
        for direction in Direction::ALL {
            let spot = LineSpot::of(point, direction);
            self.stones[color][spot.line.index()] |= 1 << spot.bit;
        }
    }

    /// The planes of the four lines through a point, for both colours.
    #[inline]
    fn line_planes(&self, point: Point) -> [[u32; 4]; LANES] {
        let mut planes = [[0; 4]; LANES];
        for direction in Direction::ALL {
            let line = LineSpot::of(point, direction).line.index();
            for color in Color::ALL {
                planes[lane(color, direction)] = self.planes[color][line];
            }
        }
        planes
    }

    /// Queries the four lines through a point anew and follows up what has changed.
    #[inline]
    fn update_lines(&mut self, point: Point) {
        let lines = Direction::ALL.map(|direction| LineSpot::of(point, direction).line);
        let mut input = Lanes::default();
        for direction in Direction::ALL {
            let line = lines[direction.index()].index();
            for color in Color::ALL {
                let lane = lane(color, direction);
                input.own[lane] = self.stones[color][line];
                input.opponent[lane] = self.stones[!color][line];
                input.cells[lane] = self.cells[line];
            }
        }
        let shapes = lanes::shapes(&input, &self.rules);
        for direction in Direction::ALL {
            self.update_line(direction, lines[direction.index()], &shapes);
        }
    }

    /// Takes over the new planes of one line. Both colours' cells go through one loop, as
    /// the two halves of a 64-bit word: a loop's end costs more than an entry.
    #[inline]
    fn update_line(&mut self, direction: Direction, line: LineIndex, shapes: &ShapePlanes) {
        let mut changed = 0;
        let mut both = [0_u64; 4];
        for color in Color::ALL {
            let lane = lane(color, direction);
            let old = &mut self.planes[color][line.index()];
            for plane in 0..4 {
                let new = shapes.planes[plane][lane];
                changed |= u64::from(new ^ old[plane]) << (32 * color.index());
                both[plane] |= u64::from(new) << (32 * color.index());
                old[plane] = new;
            }
        }
        while changed != 0 {
            let bit = changed.trailing_zeros();
            changed &= changed - 1;
            let number =
                (0..4).fold(0, |number, plane| number | ((both[plane] >> bit & 1) as u8) << plane);
            let color = if bit < 32 { Color::Black } else { Color::White };
            let point = line.point(bit % 32);
            let old = self.entries[color][point.index()];
            let other = self.entries[!color][point.index()].threat;
            let code = old.code.with(direction.index(), number);
            let new = self.tables.of(color)[usize::from(code.0)];
            self.changes.push(Change { point, color, other, old, new });
            self.set_entry(color, point, new);
        }
    }

    /// Changes what is known of a point, and the sets that follow from it.
    #[inline]
    fn set_entry(&mut self, color: Color, point: Point, entry: CodeEntry) {
        let old = std::mem::replace(&mut self.entries[color][point.index()], entry).threat;
        let new = entry.threat;
        if old != new {
            if old >= Threat::WEAKEST_KEPT {
                self.points[color][old as usize].remove(point);
                self.counts[color][old as usize] -= 1;
            }
            if new >= Threat::WEAKEST_KEPT {
                self.points[color][new as usize].insert(point);
                self.counts[color][new as usize] += 1;
            }
        }
    }
}

impl PartialEq for ThreatBoard {
    /// Same position, same threats; what undo would restore does not count.
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && self.stones == other.stones
            && self.cells == other.cells
            && self.planes == other.planes
            && self.entries == other.entries
            && self.points == other.points
            && self.counts == other.counts
            && Color::ALL.iter().all(|&mover| self.sums(mover) == other.sums(mover))
            && self.near == other.near
    }
}

/// The lane of a colour and direction.
#[inline]
const fn lane(color: Color, direction: Direction) -> usize {
    color.index() * 4 + direction.index()
}
