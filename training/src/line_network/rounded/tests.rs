//! Tests that the quantized network stays close to the model.

use super::rounded;
use crate::learn::stones::PlacedStones;
use crate::line_network::cells::Rounding;
use crate::line_network::course::{Plan, Training};
use crate::line_network::testing::{samples, settings};
use crate::line_network::trainer::{Settings, Task, Trainer};

#[test]
fn rounding_changes_little() {
    let samples = samples(8);
    for colors_differ in [false, true] {
        let short = Settings {
            windows: 400,
            plan: Plan { passes: 3, batch: 16, ..settings().plan },
            ..settings()
        };
        let settings = Settings { plan: Plan { seed: 3, ..short.plan }, colors_differ, ..short };
        let task = Task::new(&samples, &settings, None);
        let mut trainer = Trainer::new(&task, settings, None);
        while !trainer.course().is_done() {
            trainer.train_batch();
        }
        let network = rounded(trainer.dictionary(), trainer.model(), task.units);
        let expected = trainer.corrections(Rounding::Played);
        let mut largest = 0.0_f32;
        for (index, sample) in samples.positions.iter().enumerate() {
            if !sample.is_held_out {
                continue;
            }
            let stones: PlacedStones<'_> = samples.stones(index);
            let position = stones.position(sample.mover);
            let found = network.correction(&position, usize::from(sample.urgency));
            largest = largest.max(expected[index].abs());
            assert!((expected[index] - found as f32).abs() < 8.0, "{} {found}", expected[index]);
        }
        assert!(largest > 20.0, "some corrections are large: {largest}");
    }
}
