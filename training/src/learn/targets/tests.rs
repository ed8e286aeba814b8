//! Tests that a target is the mean of its sources.

use dolmen::rules::Rule;

use super::{Shares, Targets};
use crate::generate::plan::testing::freestyle;
use crate::learn::samples::Features;
use crate::learn::testing::played_samples;
use crate::teacher::Teacher;
use crate::teacher::testing::file;

#[test]
fn opinions_are_mixed_into_the_targets_of_training_positions() {
    let samples = played_samples(&freestyle(), Rule::Freestyle, 12, Features::Scores);
    assert!(samples.held_out() > 0);
    let plain = Targets::new(&samples, Shares::default(), None);
    // The teacher has judged every second position: the score .2 and the result .8.
    let judged = samples.positions.iter().step_by(2);
    let opinions: Vec<_> = judged.map(|sample| (sample.key, 13_107, 52_428)).collect();
    let teacher = Teacher::from_bytes(&file(&opinions)).expect("the file is whole");
    let shares = Shares { result: 0.1, teacher_score: 0.25, teacher_result: 0.5 };
    let mixed = Targets::new(&samples, shares, Some(&teacher));
    assert_eq!(mixed.score_units, plain.score_units);
    let mut taught = 0;
    for (index, sample) in samples.positions.iter().enumerate() {
        let opinion = teacher.opinion(sample.key).filter(|_| !sample.is_held_out);
        taught += usize::from(opinion.is_some());
        let score = plain.worths[index];
        let result = if sample.is_disturbed { score } else { sample.result };
        let by_teacher = opinion.map_or(score, |_| (0.25 * 0.2 + 0.5 * 0.8) / 0.75);
        let expected = 0.15 * score + 0.1 * result + 0.75 * by_teacher;
        assert!((mixed.worths[index] - expected).abs() < 1e-5, "position {index}");
    }
    assert!(taught > 0 && taught < samples.positions.len() - samples.held_out());
    assert_eq!(mixed.taught, taught);
}
