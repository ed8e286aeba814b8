//! Tests that the worth of positions, in any order, agrees with the definition.

use fastrand::Rng;

use crate::board::{BoardSize, Color, Position};
use crate::eval::{Evaluator, PositionEvaluator};
use crate::rules::Rule;
use crate::threats::ThreatBoard;

/// Changes a position at random: other stones, passes, dead points, and rarely another size.
fn change(position: &mut Position, rng: &mut Rng) {
    match rng.u8(0..20) {
        0 => *position = Position::new(BoardSize::square(rng.usize(9..=15))),
        1 => position.set_side_to_move(!position.side_to_move()),
        2 => {
            let color = if rng.bool() { Color::Black } else { Color::White };
            let stones: Vec<_> = position.stones(color).into_iter().collect();
            rng.choice(&stones).map(|&stone| position.remove(stone));
        }
        3..7 => (0..rng.usize(0..=position.ply())).for_each(|_| {
            position.undo();
        }),
        kind => {
            let count = if kind < 14 { 1 } else { rng.usize(2..6) };
            for _ in 0..count {
                let empty: Vec<_> = position.empty().into_iter().collect();
                let Some(&point) = rng.choice(&empty) else { return };
                if kind == 19 && rng.bool() {
                    position.block(point).expect("the point is empty");
                } else {
                    position.play(point).expect("the point is empty");
                }
            }
        }
    }
}

#[test]
fn positions_are_worth_what_the_definition_says() {
    let evaluator = Evaluator::built_in();
    for seed in 0..4 {
        let mut rng = Rng::with_seed(seed);
        let mut positions = PositionEvaluator::new(&evaluator);
        let mut position = Position::new(BoardSize::square(15));
        let mut rule = Rule::Freestyle;
        for step in 0..250 {
            if rng.u8(0..20) == 0 {
                rule = Rule::ALL[rng.usize(0..Rule::ALL.len())];
            }
            change(&mut position, &mut rng);
            let expected = evaluator.rule(rule).evaluate(&ThreatBoard::new(&position, rule));
            let found = positions.evaluate(&position, rule);
            assert_eq!(found, expected, "seed {seed}, step {step}: {rule} {}", position.to_moves());
        }
    }
}
