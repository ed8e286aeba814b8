//! The lines of a board as words, with the shapes of their empty cells.

use crate::board::lines::LINE_COUNT;
use crate::board::point::STRIDE;
use crate::board::{Bitboard, Color, Direction, LineIndex, LineSpot, PerColor, Point, Position};
use crate::processor::lines::{
    Changes, Crossing, DIRECTIONS, LineWords, MAX_LINES, REACH, STAR_BITS, Star, WordsByColor,
    strong,
};
use crate::processor::number;
use crate::query::lanes::{self, LaneRules};
use crate::rules::shape::{Line, bits};
use crate::rules::{LineRule, Rule};
use crate::threats::code::Code;

/// The lines of a board, and what a stone on each empty cell would make along its line.
#[derive(Clone, Debug)]
pub(crate) struct LineView {
    rules: LaneRules,
    /// The lane rules in which every lane has the rules of one colour.
    rules_of: PerColor<LaneRules>,
    /// `[line]`
    lines: [LineWords; MAX_LINES],
}

const _: () = assert!(LINE_COUNT <= MAX_LINES);

/// The planes of the four lines through a point, `[direction]`.
pub(crate) type SavedPlanes = [WordsByColor; DIRECTIONS];

/// The shapes that a cell has for both colours in a line through the last stone, where one of them
/// has changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeChange {
    pub(crate) point: Point,
    /// The index of the direction of the line.
    pub(crate) direction: usize,
    /// The numbers of the new shapes.
    pub(crate) numbers: PerColor<u8>,
}

impl LineView {
    /// Returns the lines of a position with the shapes of all cells.
    pub(crate) fn new(position: &Position, rule: Rule) -> Self {
        let geometry = position.geometry();
        let mut view = Self {
            rules: LaneRules::of(rule),
            rules_of: PerColor::from_fn(|color| {
                LaneRules::per_color(LineRule::of(rule, color), LineRule::of(rule, color))
            }),
            lines: [LineWords::default(); MAX_LINES],
        };
        for line in LineIndex::all() {
            view.lines[line.index()] = LineWords::new(geometry.cells(line));
        }
        for point in position.dead() {
            for spot in Direction::ALL.map(|direction| LineSpot::of(point, direction)) {
                view.lines[spot.line.index()].remove_cell(1 << spot.bit);
            }
        }
        for color in Color::ALL {
            position.stones(color).iter().for_each(|point| view.place(point, color));
        }
        for &point in geometry.cover() {
            view.update(point, &mut SavedPlanes::default());
        }
        view
    }

    /// Adds a stone; the shapes stay as they were until [`LineView::update`].
    #[inline]
    pub(crate) fn place(&mut self, point: Point, color: Color) {
        for direction in Direction::ALL {
            let spot = LineSpot::of(point, direction);
            *self.lines[spot.line.index()].stones_mut(color.index()) |= 1 << spot.bit;
        }
    }

    /// Removes a stone and restores the shapes from before it was placed.
    #[inline]
    pub(crate) fn remove(&mut self, point: Point, color: Color, saved: &SavedPlanes) {
        for direction in Direction::ALL {
            let spot = LineSpot::of(point, direction);
            let line = &mut self.lines[spot.line.index()];
            *line.stones_mut(color.index()) &= !(1 << spot.bit);
            line.planes = saved[direction.index()];
        }
    }

    /// Queries the four lines through a point again, saves the old shapes, and returns the cells
    /// with changed ones.
    #[inline]
    pub(crate) fn update(&mut self, point: Point, saved: &mut SavedPlanes) -> Changes {
        lanes::update(&mut self.lines, &crossing(point), &self.rules, saved)
    }

    /// Reports the shapes of some cells around a point.
    #[inline]
    pub(crate) fn report(
        &self,
        center: Point,
        mut star: Star,
        mut report: impl FnMut(ShapeChange),
    ) {
        let Crossing { lines, bits } = crossing(center);
        while star != 0 {
            let at = star.trailing_zeros();
            star &= star - 1;
            let direction = (at / STAR_BITS) as usize;
            let bit = bits[direction] + at % STAR_BITS - REACH;
            let planes = &self.lines[usize::from(lines[direction])].planes;
            let numbers = PerColor::from_fn(|color| number(&planes[color.index()], bit) as u8);
            report(ShapeChange { point: star_point(center, at), direction, numbers });
        }
    }

    /// Returns the code of a point for a colour.
    #[inline]
    pub(crate) fn code(&self, color: Color, point: Point) -> Code {
        let number = |direction: Direction| {
            let spot = LineSpot::of(point, direction);
            let planes = &self.lines[spot.line.index()].planes[color.index()];
            number(planes, u32::from(spot.bit)) << (4 * direction.index())
        };
        let [a, b, c, d] = Direction::ALL.map(number);
        Code((a | b | c | d) as u16)
    }

    /// Returns the points with an open three or more in some line.
    pub(crate) fn strong_points(&self, color: Color) -> Bitboard {
        let points = LineIndex::all().flat_map(|line| {
            let cells = strong(&self.lines[line.index()].planes[color.index()]);
            bits(cells).map(move |cell| line.point(cell.trailing_zeros()))
        });
        points.collect()
    }

    /// Marks a point, or removes its mark, if `is_wanted`. At marked points [`LineView::update`]
    /// considers weaker shapes, too.
    #[inline]
    pub(crate) fn toggle_mark(&mut self, color: Color, point: Point, is_wanted: bool) {
        // There is no branch, because it would be hard to predict.
        for direction in Direction::ALL {
            let spot = LineSpot::of(point, direction);
            let mark = u32::from(is_wanted) << spot.bit;
            *self.lines[spot.line.index()].marked_mut(color.index()) ^= mark;
        }
    }

    /// Returns the content of a line as a colour sees it.
    pub(crate) fn line(&self, color: Color, line: LineIndex) -> Line {
        let words = &self.lines[line.index()];
        Line {
            cells: words.cells(),
            own: words.stones(color.index()),
            opponent: words.stones((!color).index()),
        }
    }

    /// Returns the lane rules in which every lane has the rules of a colour.
    pub(crate) fn rules_of(&self, color: Color) -> &LaneRules {
        &self.rules_of[color]
    }
}

impl PartialEq for LineView {
    /// Compares the contents and the shapes, not the rules.
    fn eq(&self, other: &Self) -> bool {
        self.lines == other.lines
    }
}

/// Returns the four lines through a point.
#[inline]
fn crossing(point: Point) -> Crossing {
    let spots = Direction::ALL.map(|direction| LineSpot::of(point, direction));
    Crossing {
        lines: spots.map(|spot| spot.line.index() as u8),
        bits: spots.map(|spot| u32::from(spot.bit)),
    }
}

/// Returns the point that a bit of a star around a point stands for.
#[inline]
pub(crate) fn star_point(center: Point, bit: u32) -> Point {
    Point::from_index((center.index() as i32 + i32::from(STAR_STEPS[bit as usize])) as usize)
}

/// The differences between the indices of the points of a star and of its crossing.
static STAR_STEPS: [i16; u64::BITS as usize] = {
    let mut steps = [0; u64::BITS as usize];
    let mut bit = 0;
    while bit < steps.len() {
        let step = Direction::ALL[bit / STAR_BITS as usize].step();
        let along = (bit % STAR_BITS as usize) as i16 - REACH as i16;
        steps[bit] = along * (step.rows as i16 * STRIDE as i16 + step.columns as i16);
        bit += 1;
    }
    steps
};
