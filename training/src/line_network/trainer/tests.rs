//! Tests that a training learns, and that an interrupted and resumed one gives the same result.

use super::{Settings, Task, Trainer};
use crate::learn::losses::HeldOut;
use crate::learn::targets::Shares;
use crate::line_network::cells::Rounding;
use crate::line_network::checkpoint::ResumeError;
use crate::line_network::course::{Plan, Training};
use crate::line_network::rounded::rounded;
use crate::line_network::testing::{self, samples};

fn settings() -> Settings {
    let shares = Shares { result: 0.2, ..Shares::default() };
    Settings { shares, ..testing::settings() }
}

fn finish(trainer: &mut Trainer<'_>) {
    while !trainer.course().is_done() {
        trainer.train_batch();
    }
}

#[test]
fn a_resumed_training_equals_an_uninterrupted_one() {
    let samples = samples(8);
    let task = Task::new(&samples, &settings(), None);
    let mut whole = Trainer::new(&task, settings(), None);
    finish(&mut whole);
    let batches = task.positions().div_ceil(settings().plan.batch);
    for interrupted_after in [0, batches - 1, batches, batches + 2] {
        let mut first = Trainer::new(&task, settings(), None);
        for _ in 0..interrupted_after {
            first.train_batch();
        }
        let bytes = first.to_bytes();
        let mut second =
            Trainer::from_bytes(&task, &settings(), &bytes).expect("the file is whole");
        assert_eq!(second.course().progress(), first.course().progress());
        finish(&mut second);
        assert!(second.model() == whole.model(), "interrupted after {interrupted_after}");
        assert!(second.to_bytes() == whole.to_bytes(), "interrupted after {interrupted_after}");
    }
}

#[test]
fn checkpoints_of_others_are_refused() {
    let samples = samples(4);
    let task = Task::new(&samples, &settings(), None);
    let bytes = Trainer::new(&task, settings(), None).to_bytes();
    let resume = |task, settings: Settings, bytes: &[u8]| {
        Trainer::from_bytes(task, &settings, bytes).map(|_| ()).expect_err("it does not fit")
    };
    let faster = Settings { plan: Plan { rate: 0.3, ..settings().plan }, ..settings() };
    let error = resume(&task, faster, &bytes).to_string();
    assert!(error.contains("other settings"), "{error}");
    let other_samples = self::samples(5);
    let other_task = Task::new(&other_samples, &settings(), None);
    let error = resume(&other_task, settings(), &bytes).to_string();
    assert!(error.contains("other positions"), "{error}");
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    assert_eq!(resume(&task, settings(), &damaged), ResumeError::Damaged);
    let cut = &bytes[..bytes.len() - 1];
    assert_eq!(resume(&task, settings(), cut), ResumeError::Damaged);
    let error = resume(&task, settings(), b"dolmen line network 1\n").to_string();
    assert_eq!(error, "not a file of the kind \"dolmen line training\"");
}

#[test]
fn learning_lowers_the_loss() {
    let samples = samples(12);
    let settings = Settings {
        plan: Plan { passes: 6, batch: 8, rate: 0.2, ..settings().plan },
        ..testing::settings()
    };
    let task = Task::new(&samples, &settings, None);
    let mut trainer = Trainer::new(&task, settings, None);
    let held_out = HeldOut::new(&samples, &task.targets);
    assert!(held_out.in_use().units > 0.0);
    assert!(trainer.corrections(Rounding::Played).iter().all(|&correction| correction == 0.0));
    let mut losses = Vec::new();
    while !trainer.course().is_done() {
        losses.extend(trainer.train_batch().pass);
    }
    assert_eq!(losses.len(), 6);
    assert!(losses[5] < losses[0] - 0.005, "{losses:?}");
    let corrections = trainer.corrections(Rounding::Played);
    for (sample, correction) in samples.positions.iter().zip(corrections) {
        assert_eq!(sample.is_held_out, correction != 0.0);
    }
}

#[test]
fn a_training_starts_from_a_network() {
    let samples = samples(8);
    let task = Task::new(&samples, &settings(), None);
    let mut first = Trainer::new(&task, settings(), None);
    finish(&mut first);
    let network = rounded(first.dictionary(), first.model(), task.units);
    let differing = Settings { colors_differ: true, ..settings() };
    for settings in [settings(), differing] {
        let second = Trainer::new(&task, settings, Some(&network));
        let again = rounded(second.dictionary(), second.model(), task.units);
        assert_eq!(again.colors, network.colors);
    }
}

#[test]
fn threads_learn_the_same_but_for_the_order_of_sums() {
    let samples = samples(8);
    let learned = |threads: usize| {
        // Nine positions do not divide into equal shares. A gradient that is zero in one order and
        // nearly zero in another moves a number by a whole step of Adam, so the steps are small.
        let plan = Plan { threads, batch: 9, rate: 0.004, ..settings().plan };
        let settings = Settings { plan, ..settings() };
        let task = Task::new(&samples, &settings, None);
        let mut trainer = Trainer::new(&task, settings, None);
        finish(&mut trainer);
        let tables = trainer.model().tables();
        tables.flat_map(|table| table.values().to_vec()).collect::<Vec<f32>>()
    };
    let one = learned(1);
    assert!(one == learned(1));
    for threads in [2, 3, 12] {
        let several = learned(threads);
        assert!(several == learned(threads), "the same threads give the same numbers");
        let differences = one.iter().zip(&several).map(|(a, b)| (a - b).abs());
        let largest = differences.fold(0.0, f32::max);
        assert!(largest < 2e-3, "{threads}: {largest}");
    }
}
