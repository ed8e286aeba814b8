//! Tests that the quantized policy stays close to the model.

use dolmen::eval::line_network::policy::{Policy, PolicyInput};
use dolmen::threats::ThreatBoard;

use super::rounded;
use crate::line_network::cells::PlayedRows;
use crate::line_network::course::{Plan, Training};
use crate::policy::model::{Layers, PLAYED_ROWS};
use crate::policy::position::{MovePosition, Reader, SCORE_UNITS};
use crate::policy::testing::{Games, settings};
use crate::policy::trainer::{Settings, Trainer};

#[test]
fn rounding_changes_little() {
    let games = Games::new(8);
    for colors_differ in [false, true] {
        let task = games.task();
        let settings = Settings {
            plan: Plan { passes: 3, batch: 16, seed: 3, ..settings().plan },
            colors_differ,
            ..settings()
        };
        let mut trainer = Trainer::new(&task, settings.clone(), None);
        while !trainer.course().is_done() {
            trainer.train_batch();
        }
        let model = trainer.model();
        let policy = rounded(&games.dictionary, model);
        let mut reader = Reader::new(settings.rule, games.evaluator.clone(), &games.dictionary);
        let (mut position, mut layers) = (MovePosition::empty(), Layers::default());
        let played = || PlayedRows::new(&games.dictionary, PLAYED_ROWS);
        let mut played: Vec<_> = model.colors.iter().map(|_| played()).collect();
        played.iter_mut().zip(&model.colors).for_each(|(played, model)| played.renew(&model.cells));
        let (mut largest, mut checked) = (0.0_f32, 0);
        for index in (0..games.samples.positions.len()).step_by(13) {
            let sample = &games.samples.positions[index];
            if !reader.read(games.samples.stones(index), sample, &mut position) {
                continue;
            }
            model.forward(&games.dictionary, &mut played, &position, &mut layers);
            let stones = games.samples.stones(index).position(sample.mover);
            let near = ThreatBoard::new(&stones, settings.rule).near();
            let input = PolicyInput { near, evaluation: sample.eval, urgency: position.urgency };
            let worths = policy.worths(&games.dictionary, &stones, input);
            assert_eq!(worths.len(), position.candidates.len());
            let color = &model.colors[model.place(sample.mover)];
            let sharpness = color.sharpness.values[0][0];
            for ((move_, logit), (_, found)) in
                position.candidates.iter().zip(&layers.logits).zip(worths)
            {
                let expected = (logit / sharpness - move_.score) * SCORE_UNITS;
                largest = largest.max(expected.abs());
                checked += 1;
                let limit = 4.0 + 0.05 * expected.abs();
                assert!((expected - found as f32).abs() < limit, "{expected} {found}");
            }
        }
        assert!(largest > 20.0 && checked > 1_000, "some worths are large: {largest}");
    }
}

#[test]
fn a_training_starts_from_a_policy() {
    let games = Games::new(8);
    for colors_differ in [false, true] {
        let task = games.task();
        let settings = Settings {
            plan: Plan { passes: 1, batch: 16, ..settings().plan },
            colors_differ,
            ..settings()
        };
        let mut first = Trainer::new(&task, settings.clone(), None);
        while !first.course().is_done() {
            first.train_batch();
        }
        let policy = rounded(&games.dictionary, first.model());
        let start = (&policy, &games.dictionary);
        let second = Trainer::new(&task, settings.clone(), Some(start));
        let mut again = rounded(&games.dictionary, second.model());
        assert!((again.units - policy.units).abs() <= 1);
        again.units = policy.units;
        assert!(colors_differ || again == policy, "the start is the policy");
        for index in [0, 20, 40] {
            let sample = &games.samples.positions[index];
            let stones = games.samples.stones(index).position(sample.mover);
            let near = ThreatBoard::new(&stones, settings.rule).near();
            let input = PolicyInput { near, evaluation: sample.eval, urgency: 0 };
            let worths = |policy: &Policy| policy.worths(&games.dictionary, &stones, input);
            for ((point, before), (_, after)) in worths(&policy).into_iter().zip(worths(&again)) {
                assert!((before - after).abs() <= 1, "{point}: {before} {after}");
            }
        }
    }
}
