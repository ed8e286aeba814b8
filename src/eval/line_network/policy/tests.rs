//! Tests of the fast worths against the slow definition, under random play and undo, and of the refusal of bytes that
//! are not a policy.

use std::sync::Arc;

use fastrand::Rng;

use crate::board::{BoardSize, Point, Position};
use crate::eval::line_network::policy::{Policy, PolicyInput};
use crate::eval::line_network::testing::{arbitrary_network, arbitrary_policy};
use crate::eval::line_network::{LineAccumulator, LineTables};
use crate::eval::urgency::URGENCIES;
use crate::rules::Rule;
use crate::threats::ThreatBoard;

#[test]
fn fast_equals_slow_under_play_and_undo() {
    let mut rng = Rng::with_seed(6);
    for colors_differ in [false, true] {
        let network = Arc::new(arbitrary_network(colors_differ));
        let policy = Arc::new(arbitrary_policy(&network.dictionary, colors_differ));
        let tables = Arc::new(LineTables::new(Arc::clone(&network), Some(Arc::clone(&policy))));
        for (width, height) in [(5, 5), (5, 22), (22, 5), (15, 15), (20, 20), (22, 22)] {
            let size = BoardSize::new(width, height).expect("the size is valid");
            let mut empty = Position::new(size);
            empty.block(Point::new(4, 2)).expect("the point is empty");
            let mut board = ThreatBoard::new(&empty, Rule::Freestyle);
            let mut accumulator = LineAccumulator::new(&tables, board.position());
            for _ in 0..60 {
                let near =
                    if board.placements() == 0 { board.position().empty() } else { board.near() };
                let points: Vec<Point> = near.iter().collect();
                if points.is_empty() || board.placements() > 0 && rng.u32(..5) < 2 {
                    board.undo();
                    accumulator.follow_undo(board.placements());
                } else {
                    board.play(points[rng.usize(..points.len())]);
                }
                // Some positions are skipped, and some get only a correction.
                let (urgency, evaluation) = (rng.usize(..URGENCIES), rng.i32(-2_000..2_000));
                let input = PolicyInput { near: board.near(), evaluation, urgency };
                match rng.u32(..4) {
                    0 => {}
                    1 => _ = accumulator.correction(board.position(), board.placements(), urgency),
                    _ => {
                        let found = accumulator.policy(board.position(), board.placements(), input);
                        let found: Vec<_> = found.expect("there is a policy").collect();
                        let expected = policy.worths(&network.dictionary, board.position(), input);
                        assert_eq!(found, expected, "{size}");
                    }
                }
            }
        }
    }
}

#[test]
fn worths_depend_on_all_inputs() {
    let network = arbitrary_network(false);
    let policy = arbitrary_policy(&network.dictionary, false);
    let position = Position::from_moves("15x15 h8 i9 j7").expect("the moves are right");
    let board = ThreatBoard::new(&position, Rule::Freestyle);
    let input = PolicyInput { near: board.near(), evaluation: 0, urgency: 0 };
    let worths = |input| policy.worths(&network.dictionary, &position, input);
    let before = worths(input);
    assert_ne!(before, worths(PolicyInput { evaluation: 300, ..input }));
    assert_ne!(before, worths(PolicyInput { urgency: 5, ..input }));
    let [far, farther] = [1_200, 30_000].map(|evaluation| PolicyInput { evaluation, ..input });
    assert_eq!(worths(far), worths(farther), "the evaluation counts up to a limit");
}

#[test]
fn invalid_bytes_are_refused() {
    let network = arbitrary_network(false);
    let policy = arbitrary_policy(&network.dictionary, true);
    let bytes = policy.to_bytes(&network.dictionary);
    let read = |bytes: &[u8]| Policy::from_bytes(&mut &bytes[..], &network.dictionary);
    assert_eq!(read(&bytes), Ok(policy));
    for end in [0, 7, 8, 500, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(read(&bytes[..end]), Err("there are too few numbers".to_owned()), "{end}");
    }
    let refused = |place: usize, number: u32| {
        let mut bytes = bytes.clone();
        bytes[place..][..4].copy_from_slice(&number.to_le_bytes());
        read(&bytes).expect_err("the number is invalid")
    };
    assert!(refused(0, 0).contains("0 units for a logit: expected 1 to 10000"));
    assert!(refused(4, 3).contains("3 colours: expected 1 or 2"));
    let last = bytes.len() - 2;
    let mut large = bytes.clone();
    large[last..].copy_from_slice(&i16::MAX.to_le_bytes());
    assert!(read(&large).expect_err("a weight is too large").contains("expected -4096 to 4096"));
}
