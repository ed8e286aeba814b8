//! Tests that a training learns, and that an interrupted and resumed one gives the same result.

use super::{Settings, Trainer};
use crate::line_network::checkpoint::ResumeError;
use crate::line_network::course::{Plan, Training};
use crate::policy::testing::{Games, settings};

fn finish(trainer: &mut Trainer<'_>) {
    while !trainer.course().is_done() {
        trainer.train_batch();
    }
}

#[test]
fn a_resumed_training_equals_an_uninterrupted_one() {
    let games = Games::new(6);
    let task = games.task();
    let mut whole = Trainer::new(&task, settings(), None);
    finish(&mut whole);
    let batches = task.positions().div_ceil(settings().plan.batch);
    for interrupted_after in [0, batches, batches + 2] {
        let mut first = Trainer::new(&task, settings(), None);
        for _ in 0..interrupted_after {
            first.train_batch();
        }
        let bytes = first.to_bytes();
        let mut second =
            Trainer::from_bytes(&task, &settings(), &bytes).expect("the file is whole");
        assert_eq!(second.course().progress(), first.course().progress());
        finish(&mut second);
        assert!(second.to_bytes() == whole.to_bytes(), "interrupted after {interrupted_after}");
    }
}

#[test]
fn checkpoints_of_others_are_refused() {
    let games = Games::new(4);
    let task = games.task();
    let bytes = Trainer::new(&task, settings(), None).to_bytes();
    let faster = Settings { plan: Plan { rate: 0.3, ..settings().plan }, ..settings() };
    let error = Trainer::from_bytes(&task, &faster, &bytes).expect_err("it is another training");
    assert!(error.to_string().contains("other settings"), "{error}");
    let other_games = Games::new(5);
    let other_task = other_games.task();
    let error = Trainer::from_bytes(&other_task, &settings(), &bytes).expect_err("other positions");
    assert!(error.to_string().contains("other positions"), "{error}");
    let error = Trainer::from_bytes(&task, &settings(), b"dolmen line training 2\n");
    assert_eq!(error.err(), Some(ResumeError::Foreign("dolmen policy training")));
}

#[test]
fn learning_improves_the_order() {
    let games = Games::new(12);
    let task = games.task();
    let settings = Settings { plan: Plan { passes: 5, batch: 8, ..settings().plan }, ..settings() };
    let mut trainer = Trainer::new(&task, settings, None);
    let mut losses = Vec::new();
    while !trainer.course().is_done() {
        losses.extend(trainer.train_batch().pass);
    }
    assert_eq!(losses.len(), 5);
    assert!(losses[4] < losses[0] - 0.1, "{losses:?}");
    let foresight = trainer.foresight();
    assert!(foresight.first <= foresight.among_three && foresight.loss.is_finite());
}
