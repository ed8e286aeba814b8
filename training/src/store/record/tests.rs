//! Tests that rounded scores keep their sign, their order and their proofs.

use dolmen::eval::Score;

use super::{SCORE_STEP, code_of_score, rounded};

#[test]
fn scores_are_rounded_and_proofs_are_not() {
    for value in -30_000..=30_000 {
        let score = Score::from_value(value);
        let stored = rounded(score);
        if score.is_win() || score.is_loss() {
            assert_eq!(stored, score);
        } else {
            assert!((stored.value() - value).abs() <= SCORE_STEP / 2, "{value}");
            assert!(!stored.is_win() && !stored.is_loss(), "{value}");
        }
        assert_eq!(rounded(stored), stored, "{value}");
    }
    let codes = (-30_000..=30_000).map(|value| code_of_score(Score::from_value(value)));
    assert!(codes.is_sorted(), "codes are in the order of scores");
}
