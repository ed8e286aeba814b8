//! The lines of a board as words, with the shapes of their empty cells.

use crate::board::lines::LINE_COUNT;
use crate::board::{Color, Direction, LineIndex, LineSpot, PerColor, Point, Position};
use crate::query::lanes::{self, LANES, LaneRules, Lanes, ShapePlanes};
use crate::rules::shape::Line;
use crate::rules::{LineRule, Rule};

/// The lines of a board, and what a stone on each empty cell would make along its line.
#[derive(Clone, Debug)]
pub(crate) struct LineView {
    rules: LaneRules,
    /// The rules with every lane under one colour's.
    rules_of: PerColor<LaneRules>,
    /// `[line]`: the stones of each colour, and the cells that can hold a stone.
    stones: PerColor<[u32; LINE_COUNT]>,
    cells: [u32; LINE_COUNT],
    /// `[line][plane]`: the shapes of the empty cells, see [`ShapePlanes`].
    planes: PerColor<[[u32; 4]; LINE_COUNT]>,
}

/// The planes of the four lines through a point, `[lane][plane]`, with lanes as in [`Lanes`].
pub(crate) type SavedPlanes = [[u32; 4]; LANES];

/// A new shape of an empty cell for one colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeChange {
    pub(crate) color: Color,
    pub(crate) point: Point,
    pub(crate) direction: Direction,
    /// The number of the shape.
    pub(crate) number: u8,
}

impl LineView {
    /// Returns the lines of a position, with no shapes yet: [`LineView::update`] finds them.
    pub(crate) fn new(position: &Position, rule: Rule) -> Self {
        let geometry = position.geometry();
        let mut view = Self {
            rules: LaneRules::of(rule),
            rules_of: PerColor::from_fn(|color| {
                LaneRules::per_color(LineRule::of(rule, color), LineRule::of(rule, color))
            }),
            stones: PerColor::new([0; LINE_COUNT], [0; LINE_COUNT]),
            cells: [0; LINE_COUNT],
            planes: PerColor::new([[0; 4]; LINE_COUNT], [[0; 4]; LINE_COUNT]),
        };
        for line in LineIndex::all() {
            view.cells[line.index()] = geometry.cells(line);
        }
        for point in position.dead() {
            for spot in Direction::ALL.map(|direction| LineSpot::of(point, direction)) {
                view.cells[spot.line.index()] &= !(1 << spot.bit);
            }
        }
        for color in Color::ALL {
            position.stones(color).iter().for_each(|point| view.place(point, color));
        }
        view
    }

    /// Adds a stone; the shapes stay as they were until [`LineView::update`].
    #[inline]
    pub(crate) fn place(&mut self, point: Point, color: Color) {
        for direction in Direction::ALL {
            let spot = LineSpot::of(point, direction);
            self.stones[color][spot.line.index()] |= 1 << spot.bit;
        }
    }

    /// Removes a stone and restores the shapes from before it was placed.
    #[inline]
    pub(crate) fn remove(&mut self, point: Point, color: Color, saved: &SavedPlanes) {
        for direction in Direction::ALL {
            let spot = LineSpot::of(point, direction);
            let line = spot.line.index();
            self.stones[color][line] &= !(1 << spot.bit);
            for color in Color::ALL {
                self.planes[color][line] = saved[lane(color, direction)];
            }
        }
    }

    /// Returns the planes of the four lines through a point, for both colours.
    #[inline]
    pub(crate) fn planes_through(&self, point: Point) -> SavedPlanes {
        let mut planes = [[0; 4]; LANES];
        for direction in Direction::ALL {
            let line = LineSpot::of(point, direction).line.index();
            for color in Color::ALL {
                planes[lane(color, direction)] = self.planes[color][line];
            }
        }
        planes
    }

    /// Queries the four lines through a point again and reports each shape that has changed.
    #[inline]
    pub(crate) fn update(&mut self, point: Point, mut report: impl FnMut(ShapeChange)) {
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
            self.update_line(direction, lines[direction.index()], &shapes, &mut report);
        }
    }

    /// Takes over the new planes of one line. The cells of both colours go through one loop, as
    /// the two halves of a 64-bit word: the end of a loop costs more than an entry.
    #[inline]
    fn update_line(
        &mut self,
        direction: Direction,
        line: LineIndex,
        shapes: &ShapePlanes,
        report: &mut impl FnMut(ShapeChange),
    ) {
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
            report(ShapeChange { color, point: line.point(bit % 32), direction, number });
        }
    }

    /// Returns the content of a line as a colour sees it.
    pub(crate) fn line(&self, color: Color, line: LineIndex) -> Line {
        Line {
            cells: self.cells[line.index()],
            own: self.stones[color][line.index()],
            opponent: self.stones[!color][line.index()],
        }
    }

    /// Returns the rules with every lane under this colour's.
    pub(crate) fn rules_of(&self, color: Color) -> &LaneRules {
        &self.rules_of[color]
    }
}

impl PartialEq for LineView {
    /// Compares the contents and the shapes, not the rules.
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones && self.cells == other.cells && self.planes == other.planes
    }
}

/// Returns the lane of a colour and direction.
#[inline]
const fn lane(color: Color, direction: Direction) -> usize {
    color.index() * 4 + direction.index()
}
