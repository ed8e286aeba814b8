//! The points that answer a threat.

use crate::board::lines::LINE_MARGIN;
use crate::board::{Bitboard, Color, Direction, LineSpot, Point};
use crate::query::lanes::{self, LANES, Lanes, ShapePlanes};
use crate::rules::Shape;
use crate::rules::shape::bits;
use crate::threats::board::ThreatBoard;
use crate::threats::class::Threat;

/// The largest number of cells that can take part in a four with another one: those up to five
/// steps away.
const MAX_CELLS_AROUND: usize = 2 * LINE_MARGIN;

impl ThreatBoard {
    /// Returns the points where a stone of the other colour stops every five that `color` could make next. The set
    /// may be empty. Only meaningful while `color` has a point that makes five.
    #[must_use]
    pub fn answers_to_five(&self, color: Color) -> Bitboard {
        let fives = self.points(color, Threat::Five);
        if !self.rule().five(color).can_be_closed() {
            return if self.count(color, Threat::Five) == 1 { fives } else { Bitboard::EMPTY };
        }
        // In caro a stone at the end of a five may close it. An answer must stop every five through
        // every five-point.
        let answers = fives.iter().flat_map(|point| {
            let code = self.code(color, point);
            Direction::ALL
                .into_iter()
                .filter(move |&direction| code.shape(direction) == Shape::Five)
                .map(move |direction| self.answers_in_line(color, point, direction))
        });
        answers.fold(self.position().empty(), |all, answers| all & answers)
    }

    /// Returns the points where a stone of the other colour removes every point of `color` from the
    /// class `OpenFour`. After a move elsewhere, unless it makes a four or a five, `color` makes an
    /// open four.
    #[must_use]
    pub fn answers_to_open_four(&self, color: Color) -> Bitboard {
        let threats = self.points(color, Threat::OpenFour).iter();
        threats.fold(self.position().empty(), |all, point| self.answers_at(color, point, all))
    }

    /// Returns the points of a set where a stone of the other colour removes `point` from the class
    /// `OpenFour`.
    fn answers_at(&self, color: Color, point: Point, among: Bitboard) -> Bitboard {
        let mut answers = Bitboard::from_iter([point]) & among;
        let code = self.code(color, point);
        for direction in Direction::ALL {
            if !code.shape(direction).is_four() {
                continue;
            }
            let spot = LineSpot::of(point, direction);
            let point_of = |cell: u32| spot.line.point(cell.trailing_zeros());
            let around = bits(self.cells_around(color, spot));
            let mut cells = [0; MAX_CELLS_AROUND];
            let mut count = 0;
            for cell in around.filter(|&cell| among.contains(point_of(cell))) {
                cells[count] = cell;
                count += 1;
            }
            for some in cells[..count].chunks(LANES) {
                let shapes = self.shapes_after_stones(color, spot, some);
                for (lane, &cell) in some.iter().enumerate() {
                    let number = shapes.number(lane, u32::from(spot.bit));
                    let code = code.with(direction.index(), number);
                    if self.entry_of(color, code).threat() != Threat::OpenFour {
                        answers.insert(point_of(cell));
                    }
                }
            }
        }
        answers
    }

    /// Returns the empty cells near a spot that can take part in a four there, without the spot: at
    /// most [`MAX_CELLS_AROUND`].
    fn cells_around(&self, color: Color, spot: LineSpot) -> u32 {
        const REACH: u32 = LINE_MARGIN as u32;
        let reach = ((1 << (2 * REACH + 1)) - 1) << (u32::from(spot.bit) - REACH);
        self.line(color, spot.line).empty() & reach & !(1 << spot.bit)
    }

    /// Returns the shapes of the cells of a line, in each lane after a stone of the other colour on
    /// one of up to eight cells.
    fn shapes_after_stones(&self, color: Color, spot: LineSpot, cells: &[u32]) -> ShapePlanes {
        let line = self.line(color, spot.line);
        let mut lanes = Lanes {
            own: [line.own; LANES],
            opponent: [line.opponent; LANES],
            cells: [line.cells; LANES],
        };
        for (lane, cell) in cells.iter().enumerate() {
            lanes.opponent[lane] |= cell;
        }
        lanes::shapes(&lanes, self.lane_rules(color))
    }

    /// Returns the points that stop every five through a five-point along one line.
    fn answers_in_line(&self, color: Color, point: Point, direction: Direction) -> Bitboard {
        let spot = LineSpot::of(point, direction);
        let line = self.line(color, spot.line);
        let five = self.rule().five(color);
        let row = line.with_own(1 << spot.bit).run(1 << spot.bit);
        let ends = [row << 1 & !row, row >> 1 & !row];
        let closing = ends.into_iter().filter(|&end| {
            let closed = line.with_opponent(end).with_own(1 << spot.bit);
            line.empty() & end != 0 && !closed.wins(row, five)
        });
        std::iter::once(1 << spot.bit)
            .chain(closing)
            .map(|cell: u32| spot.line.point(cell.trailing_zeros()))
            .collect()
    }
}
