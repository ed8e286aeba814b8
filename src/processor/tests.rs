//! Every instruction set computes the same shapes.

use crate::processor::dispatch::{shapes, shapes_on_any_processor};
use crate::processor::lanes::{LANES, Lanes, Masks};

/// Cells of the longest line, five bits away from either end of a word.
const CELLS: u32 = 0x07ff_ffe0;

fn random_lanes(random: &mut fastrand::Rng) -> Lanes {
    let mut lanes = Lanes::default();
    for lane in 0..LANES {
        let cells = (random.u32(..) | random.u32(..)) & CELLS;
        let stones = random.u32(..) & cells;
        lanes.cells[lane] = cells;
        lanes.own[lane] = stones & random.u32(..);
        lanes.opponent[lane] = stones & !lanes.own[lane];
    }
    lanes
}

#[test]
fn every_instruction_set_computes_the_same_shapes() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..10_000 {
        let lanes = random_lanes(&mut random);
        for closable in [false, true] {
            let mut mask = || std::array::from_fn(|_| if random.bool() { u32::MAX } else { 0 });
            let masks = Masks { exact: mask(), forbids_overline: mask(), closable };
            assert_eq!(shapes(&lanes, &masks), shapes_on_any_processor(&lanes, &masks));
        }
    }
}
