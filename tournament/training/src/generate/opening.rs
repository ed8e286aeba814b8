//! Even openings: a few random stones close together, and one more that leaves neither side
//! better, as far as short searches tell.

use dolmen::board::{Color, Point, Position};
use dolmen::eval::weights;
use dolmen::rules::{check_move, outcome};
use dolmen::threats::{Threat, ThreatBoard};
use fastrand::Rng;

use crate::generate::play::Player;

/// Random beginnings of which the most even is taken, if none is even.
const BEGINNINGS: usize = 5;
/// Stones of which the most even ends an opening.
const LAST_STONES: usize = 6;
/// Side of the square that the random stones lie in, least and most.
const SQUARE: (i64, i64) = (5, 9);
/// How far the middle of the square lies from the middle of the board at most, either way.
const SHIFT: i64 = 2;
/// Attempts to place a random stone.
const ATTEMPTS: usize = 50;

/// An opening for the next game of a player, black first.
pub(crate) fn opening(player: &mut Player, rng: &mut Rng) -> Position {
    let mut most_even: Option<(i32, Position)> = None;
    for _ in 0..BEGINNINGS {
        let beginning = calm_beginning(player, rng);
        let near: Vec<Point> = threats(player, &beginning).near().iter().collect();
        for _ in 0..LAST_STONES.min(near.len()) {
            let point = near[rng.usize(..near.len())];
            let mut position = beginning.clone();
            let is_over = |position: &Position| outcome(position, player.rule).is_some();
            if check_move(&position, point, player.rule).is_err()
                || position.play(point).is_err()
                || is_over(&position)
            {
                continue;
            }
            let score = player.search(&position, player.settings.opening_nodes).score.value();
            if most_even.as_ref().is_none_or(|(best, _)| score.abs() < *best) {
                most_even = Some((score.abs(), position));
            }
        }
        if most_even.as_ref().is_some_and(|(best, _)| *best <= player.settings.even_within) {
            break;
        }
    }
    most_even.map_or_else(|| Position::new(player.size), |(_, position)| position)
}

fn threats(player: &Player, position: &Position) -> ThreatBoard {
    ThreatBoard::new(position, weights::tables(player.rule))
}

/// Random stones without a three or four of either colour.
fn calm_beginning(player: &Player, rng: &mut Rng) -> Position {
    loop {
        let position = random_stones(player, rng);
        let threats = threats(player, &position);
        let strong = [Threat::Five, Threat::OpenFour, Threat::FourThree];
        if !Color::ALL.into_iter().any(|color| threats.has_any(color, &strong)) {
            return position;
        }
    }
}

/// Random stones in turn, in a square somewhere around the middle.
fn random_stones(player: &Player, rng: &mut Rng) -> Position {
    let mut position = Position::new(player.size);
    let (fewest, most) = player.settings.random_stones;
    let side = rng.i64(SQUARE.0..=SQUARE.1);
    let middle = |cells: usize, rng: &mut Rng| cells as i64 / 2 + rng.i64(-SHIFT..=SHIFT);
    let center = (middle(player.size.width(), rng), middle(player.size.height(), rng));
    let stones = rng.usize(fewest..=most);
    for _ in 0..ATTEMPTS {
        if position.ply() == stones {
            break;
        }
        let (column, row) = (rng.i64(0..side) - side / 2, rng.i64(0..side) - side / 2);
        let point = player.size.point(center.0 + column, center.1 + row);
        if let Some(point) =
            point.filter(|&point| check_move(&position, point, player.rule).is_ok())
        {
            position.play(point).expect("a legal move is possible");
        }
    }
    position
}
