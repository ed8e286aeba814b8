//! The suite's side of a game: simple choosers of moves. Invariant: a chosen point is empty and no
//! foul; it makes a line only when nothing else is left.

use fastrand::Rng;

use crate::referee::{Content, Field, Point, Rule, Side, foul, wins};

/// Returns a random legal move, or `None` if there is none.
pub fn random_move(field: &Field, rule: Rule, side: Side, rng: &mut Rng) -> Option<Point> {
    rng.choice(legal_moves(field, rule, side))
}

/// Returns a move far from all stones that neither makes a line nor stops one, or `None` if there is
/// no legal move.
pub fn passive_move(field: &Field, rule: Rule, side: Side, rng: &mut Rng) -> Option<Point> {
    let stirs = |point: Point| {
        wins(field, Rule::Freestyle, side, point)
            || wins(field, Rule::Freestyle, side.other(), point)
    };
    best_move(field, rule, side, rng, |point| (!stirs(point), field.distance_to_stones(point)))
}

/// Returns a move that stops the other side: its five if it has one, else the point where its rows are
/// longest; it makes no line of its own while there is another move. Returns `None` if there is
/// no legal move.
pub fn blocking_move(field: &Field, rule: Rule, side: Side, rng: &mut Rng) -> Option<Point> {
    best_move(field, rule, side, rng, |point| {
        (
            !wins(field, Rule::Freestyle, side, point),
            wins(field, rule, side.other(), point),
            open_rows(field, side.other(), point),
        )
    })
}

fn legal_moves(field: &Field, rule: Rule, side: Side) -> Vec<Point> {
    let mut points = field.empty_points();
    points.retain(|&point| foul(field, rule, side, point).is_none());
    points
}

/// One of the legal moves with the greatest value.
fn best_move<V: Ord>(
    field: &Field,
    rule: Rule,
    side: Side,
    rng: &mut Rng,
    value: impl Fn(Point) -> V,
) -> Option<Point> {
    let mut points = legal_moves(field, rule, side);
    rng.shuffle(&mut points);
    points.into_iter().max_by_key(|&point| value(point))
}

/// Returns how much a stone on `point` takes away from a side: each window of five that the side
/// alone has stones in counts eight times as much for every stone more.
fn open_rows(field: &Field, side: Side, point: Point) -> u32 {
    let own = Some(Content::Stone(side));
    let windows = field.windows(point).map(|cells| {
        let stones = cells.iter().filter(|&&cell| cell == own).count();
        let free = cells.iter().filter(|&&cell| cell == Some(Content::Empty)).count();
        if stones + free == 5 { 1 << (3 * stones) } else { 0 }
    });
    windows.sum()
}
