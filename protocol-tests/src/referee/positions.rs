//! Positions for cases. Invariant: stones come in game order, alternating, Black first; under every rule,
//! neither side has a line or can make one with its next stone.

use fastrand::Rng;

use crate::referee::{Content, Field, Point, Rule, Side, foul};

/// Returns a random position of `stones` stones, the same for the same seed. No stone was a foul when
/// it was put down. Stones that the board cannot hold without a line are left out.
pub fn random_position(
    width: u16,
    height: u16,
    rule: Rule,
    stones: usize,
    seed: u64,
) -> Vec<(Point, Side)> {
    let mut rng = Rng::with_seed(seed);
    scattered(&mut Field::new(width, height), rule, stones, &mut rng).unwrap_or_else(|| {
        let points: Vec<Point> = Field::new(width, height).points().collect();
        filled(width, height, &points, stones.min(points.len()), &mut rng)
    })
}

/// Returns a position with a stone on every point but the `empty` ones. The number of stones decides
/// which side is to move.
pub fn nearly_full(width: u16, height: u16, empty: &[Point]) -> Vec<(Point, Side)> {
    let mut points: Vec<Point> = Field::new(width, height).points().collect();
    points.retain(|point| !empty.contains(point));
    filled(width, height, &points, points.len(), &mut Rng::with_seed(0))
}

/// Returns twelve stones around the centre, fewer on a board without room for them, where neither side
/// can make a four; Black is to move.
pub fn quiet(width: u16, height: u16) -> Vec<(Point, Side)> {
    const OFFSETS: [(i64, i64); 12] = [
        (0, 0),
        (-1, 1),
        (1, -1),
        (-2, 2),
        (-1, 2),
        (-2, 1),
        (1, -2),
        (1, 0),
        (1, 1),
        (2, 0),
        (0, 1),
        (-1, -1),
    ];
    if width < 7 || height < 7 {
        let room = usize::from(width) * usize::from(height) / 2;
        return random_position(width, height, Rule::Renju, 12.min(room & !1), 1);
    }
    let centre = Point::new(width / 2, height / 2);
    let field = Field::new(width, height);
    let points = OFFSETS.iter().map(|&offset| {
        field
            .empty_at(centre.step(offset, 1))
            .expect("a board of seven columns and rows has room for all offsets")
    });
    points.zip(turns()).collect()
}

/// Returns Black, White, Black, and so on.
fn turns() -> impl Iterator<Item = Side> {
    [Side::Black, Side::White].into_iter().cycle()
}

/// Puts stones one after the other on random points; returns `None` if every remaining point makes a
/// line, a foul or a four.
fn scattered(
    field: &mut Field,
    rule: Rule,
    stones: usize,
    rng: &mut Rng,
) -> Option<Vec<(Point, Side)>> {
    let mut order = Vec::new();
    for side in turns().take(stones) {
        let mut points = field.empty_points();
        rng.shuffle(&mut points);
        let point = points.into_iter().find(|&point| {
            foul(field, rule, side, point).is_none() && !has_four(&field.with(point, side), point)
        })?;
        field.set(point, Content::Stone(side));
        order.push((point, side));
    }
    Some(order)
}

/// Returns whether the stone on `point` stands in a window of five with four or more stones of its
/// side and none of the other.
fn has_four(field: &Field, point: Point) -> bool {
    let own = field.get(point);
    field.windows(point).any(|cells| {
        let stones = cells.iter().filter(|&&cell| cell == Some(own)).count();
        let free = cells.iter().filter(|&&cell| cell == Some(Content::Empty)).count();
        stones >= 4 && stones + free == 5
    })
}

/// Returns a position with `stones` stones on random ones of the points. The colours change after every
/// second point of a row and after every point of a column, so there is no three in a row in any
/// direction. A few stones change colour to balance the numbers of both sides, unless that makes a four.
fn filled(
    width: u16,
    height: u16,
    points: &[Point],
    stones: usize,
    rng: &mut Rng,
) -> Vec<(Point, Side)> {
    let (shift, swap) = (rng.u16(0..4), rng.bool());
    let mut points = points.to_vec();
    rng.shuffle(&mut points);
    let (mut black, mut white): (Vec<Point>, Vec<Point>) = points
        .into_iter()
        .partition(|point| ((point.x + shift) / 2 + point.y).is_multiple_of(2) != swap);
    let (need_black, need_white) = (stones.div_ceil(2), stones / 2);
    let lent = need_black.saturating_sub(black.len());
    black.truncate(need_black + need_white.saturating_sub(white.len()));
    white.truncate(need_white + lent);
    let mut field = Field::new(width, height);
    for (points, side) in [(&black, Side::Black), (&white, Side::White)] {
        for &point in points {
            field.set(point, Content::Stone(side));
        }
    }
    recolour(&mut field, &mut white, &mut black, Side::Black, need_black);
    recolour(&mut field, &mut black, &mut white, Side::White, need_white);
    let (mut black, mut white) = (black.into_iter(), white.into_iter());
    turns()
        .map_while(|side| match side {
            Side::Black => Some((black.next()?, side)),
            Side::White => Some((white.next()?, side)),
        })
        .collect()
}

/// Gives stones the colour of `side`, where that makes no four, until `side` has enough of them.
fn recolour(
    field: &mut Field,
    from: &mut Vec<Point>,
    to: &mut Vec<Point>,
    side: Side,
    number: usize,
) {
    from.retain(|&point| {
        let after = field.with(point, side);
        let taken = to.len() < number && !has_four(&after, point);
        if taken {
            *field = after;
            to.push(point);
        }
        !taken
    });
}
