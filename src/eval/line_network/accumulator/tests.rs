//! The fast sums against the slow definition, under random play and undo.

use std::sync::Arc;

use fastrand::Rng;

use super::LineAccumulator;
use crate::board::{BoardSize, Color, PerColor, Point, Position};
use crate::eval::line_network::testing::arbitrary_network;
use crate::eval::line_network::{LineNetwork, LineTables};
use crate::eval::urgency::URGENCIES;

const SIZES: [(i64, i64); 8] =
    [(5, 5), (5, 22), (22, 5), (9, 12), (15, 15), (20, 20), (22, 22), (6, 6)];

/// Returns an empty point.
fn empty_point(position: &Position, rng: &mut Rng) -> Option<Point> {
    let points: Vec<Point> = position.empty().into_iter().collect();
    (!points.is_empty()).then(|| points[rng.usize(..points.len())])
}

#[test]
fn fast_equals_slow_under_play_and_undo() {
    let mut rng = Rng::with_seed(5);
    for network in [false, true].map(|colors_differ| Arc::new(arbitrary_network(colors_differ))) {
        let tables = Arc::new(LineTables::new(Arc::clone(&network), None));
        for (width, height) in SIZES {
            let size = BoardSize::new(width, height).expect("the size is valid");
            let mut position = Position::new(size);
            for _ in 0..rng.usize(..size.points().count() / 2) {
                let point = empty_point(&position, &mut rng).expect("half of the board is empty");
                position.play(point).expect("the point is empty");
            }
            let point = empty_point(&position, &mut rng).expect("the board is not full");
            position.block(point).expect("the point is empty");
            let mut accumulator = LineAccumulator::new(&tables, &position);
            let mut placements = 0;
            for _ in 0..120 {
                let is_undone = placements > 0 && rng.u32(..5) < 2;
                let point = empty_point(&position, &mut rng).filter(|_| !is_undone);
                if let Some(point) = point {
                    position.play(point).expect("the point is empty");
                    placements += 1;
                } else if placements > 0 {
                    position.undo();
                    placements -= 1;
                    accumulator.follow_undo(placements);
                }
                // Some positions are skipped without an evaluation.
                if rng.u32(..3) > 0 {
                    let urgency = rng.usize(..URGENCIES);
                    let found = accumulator.correction(&position, placements, urgency);
                    assert_eq!(found, network.correction(&position, urgency), "{size}");
                }
            }
        }
    }
}

#[test]
fn colours_see_their_own_rows() {
    let [same, different] = [false, true].map(arbitrary_network);
    let size = BoardSize::square(15);
    let mut position = Position::new(size);
    position.play(Point::new(7, 7)).expect("the point is empty");
    let corrections = |network: &LineNetwork| {
        PerColor::from_fn(|mover| {
            let mut position = position.clone();
            position.set_side_to_move(mover);
            network.correction(&position, 0)
        })
    };
    assert_eq!(same.colors[Color::Black], same.colors[Color::White]);
    assert_ne!(corrections(&same), corrections(&different));
}
