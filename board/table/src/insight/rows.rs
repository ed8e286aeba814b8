//! The rows of a position by the slow rules: fives, and the rows that make a point forbidden.

use dolmen::board::{Bitboard, Color, Direction, Point, Position, Run, View};
use dolmen::rules::{Forbidden, Rule, five_through, forbidden, makes_five};
use dolmen::{Game, Outcome};

use crate::insight::names;
use crate::message::ForbiddenPoint;

/// Returns the names of the stones of the fives that end a game, each five from one end to the other.
/// The list is empty if no five ends the game.
pub(super) fn last_five(game: &Game) -> Vec<String> {
    let (position, rule) = (game.position(), game.rule().rule);
    let (Some(Outcome::Win(_)), Some(last)) = (game.outcome(), position.last_move()) else {
        return Vec::new();
    };
    let fives = five_through(position, last.point, last.color, rule).unwrap_or_default();
    let view = View::new(position, last.color);
    let rows = Direction::ALL.into_iter().filter_map(|direction| {
        let run = view.run(last.point, direction);
        let is_five = run.len >= 5 && run.stones.is_subset(&fives);
        is_five.then(|| in_order(run.stones, last.point, direction, position))
    });
    rows.flatten().collect()
}

/// Returns the points where the side to move may not play, with the reasons.
pub(super) fn forbidden_points(game: &Game) -> Vec<ForbiddenPoint> {
    let (position, rule, color) = (game.position(), game.rule().rule, game.side_to_move());
    let reason = |point: Point| {
        let kind = forbidden(position, point, color, rule)?;
        let stone = NewStone::place(position, point, color, rule);
        let rows = match kind {
            Forbidden::DoubleThree => stone.threes(),
            Forbidden::DoubleFour => stone.fours(),
            Forbidden::Overline => stone.overlines(),
        };
        Some(ForbiddenPoint { point: point.to_string(), reason: kind.to_string(), rows })
    };
    game.forbidden().iter().filter_map(reason).collect()
}

/// Returns the names of the points of a set that lie on the line through a point, from end to end.
fn in_order(
    points: Bitboard,
    point: Point,
    direction: Direction,
    position: &Position,
) -> Vec<String> {
    const LONGEST: i32 = 22;
    let steps = -LONGEST..=LONGEST;
    let on_line = steps.filter_map(|steps| point.offset(direction, steps, position.size()));
    names(on_line.filter(|&point| points.contains(point)))
}

/// A forbidden stone, placed on a copy of the board. All fives of its colour have exactly five stones.
struct NewStone {
    position: Position,
    view: View,
    point: Point,
    color: Color,
    rule: Rule,
}

impl NewStone {
    fn place(position: &Position, point: Point, color: Color, rule: Rule) -> Self {
        let mut position = position.clone();
        position.place(point, color).expect("a forbidden point is empty");
        let view = View::new(&position, color);
        Self { position, view, point, color, rule }
    }

    /// Returns the rows of six or more stones.
    fn overlines(&self) -> Vec<Vec<String>> {
        let runs = Direction::ALL.map(|direction| self.view.run(self.point, direction));
        let long = runs.iter().zip(Direction::ALL).filter(|(run, _)| run.len >= 6);
        long.map(|(run, direction)| self.row(run.stones, direction)).collect()
    }

    /// Returns the rows of the fours: an open four with both its ends, others with the point that
    /// completes them.
    fn fours(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for direction in Direction::ALL {
            let run = self.view.run(self.point, direction);
            if self.is_open_four(&self.view, &run, direction) {
                let ends = run.ends.into_iter().flatten().collect::<Bitboard>();
                rows.push(self.row(run.stones | ends, direction));
                continue;
            }
            for next in self.empty_nearby(direction, 4) {
                let five = self.view.with(next).run(next, direction);
                if five.len == 5 && five.stones.contains(self.point) {
                    rows.push(self.row(five.stones, direction));
                }
            }
        }
        rows
    }

    /// Returns the rows of the threes that count, each as the fours that it can become.
    fn threes(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for direction in Direction::ALL {
            let mut cells = Bitboard::EMPTY;
            for next in self.empty_nearby(direction, 3) {
                let view = self.view.with(next);
                let four = view.run(next, direction);
                if four.stones.contains(self.point)
                    && self.is_open_four(&view, &four, direction)
                    && self.may_follow(next)
                {
                    cells |= four.stones;
                }
            }
            if !cells.is_empty() {
                rows.push(self.row(cells, direction));
            }
        }
        rows
    }

    /// Returns whether a three counts that this stone turns into an open four. In renju the stone may
    /// neither be forbidden nor make a five.
    fn may_follow(&self, next: Point) -> bool {
        self.rule != Rule::Renju
            || forbidden(&self.position, next, self.color, self.rule).is_none()
                && !makes_five(&self.position, next, self.color, self.rule)
    }

    /// Returns whether a run is an unbroken four that a stone at either end turns into a five.
    fn is_open_four(&self, view: &View, run: &Run, direction: Direction) -> bool {
        let completes = |end: Option<Point>| {
            let end = end.filter(|&end| view.empty().contains(end));
            end.is_some_and(|end| view.with(end).run(end, direction).len == 5)
        };
        run.len == 4 && run.ends.into_iter().all(completes)
    }

    /// Returns the empty points of a line up to some steps from the stone.
    fn empty_nearby(&self, direction: Direction, steps: i32) -> impl Iterator<Item = Point> {
        let size = self.position.size();
        let nearby = (-steps..=steps).filter_map(move |s| self.point.offset(direction, s, size));
        nearby.filter(|&point| self.view.empty().contains(point))
    }

    fn row(&self, points: Bitboard, direction: Direction) -> Vec<String> {
        in_order(points, self.point, direction, &self.position)
    }
}
