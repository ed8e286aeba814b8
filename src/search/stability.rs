//! The stability of the best move, and its effect on the time.

use crate::board::Point;
use crate::eval::Score;

/// The number of iterations after the one that proves a win, to find a shorter way.
const ITERATIONS_AFTER_WIN: u32 = 1;
/// The number of iterations after the one that proves a loss, to find a longer defence.
const ITERATIONS_AFTER_LOSS: u32 = 3;
/// The evaluation units beyond which a fall or rise of the score no longer counts.
const MAX_FALL: f64 = 200.0;
const MAX_RISE: f64 = 100.0;
/// The fall, in evaluation units, that doubles the time.
const DOUBLING_FALL: f64 = 300.0;
/// The bounds of the factor of the default time.
const MIN_FACTOR: f64 = 0.3;
const MAX_FACTOR: f64 = 2.5;

/// The results of the iterations so far.
#[derive(Debug, Default)]
pub(crate) struct Stability {
    best: Option<Point>,
    /// The number of iterations in a row that confirmed the best move.
    unchanged: u32,
    /// The number of iterations in a row that proved a win or a loss.
    proved: u32,
    score: Score,
    /// The score of the search before this one, if there was one.
    before: Option<Score>,
    /// The mean of the scores, in which the last ones count most.
    average: Option<f64>,
}

impl Stability {
    /// Returns the state before the first iteration, where `before` is the score of the search
    /// before this one.
    pub(crate) fn new(before: Option<Score>) -> Self {
        Self { before, ..Self::default() }
    }

    /// Notes the result of an iteration.
    pub(crate) fn note(&mut self, best: Point, score: Score) {
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
        self.proved = if score.is_proved() { self.proved + 1 } else { 0 };
        let value = f64::from(score.value());
        self.average = Some(self.average.map_or(value, |average| (2.0 * average + value) / 3.0));
        self.score = score;
    }

    /// Returns whether the result is settled, so that more iterations are useless.
    pub(crate) fn is_settled(&self) -> bool {
        let more = if self.score.is_win() { ITERATIONS_AFTER_WIN } else { ITERATIONS_AFTER_LOSS };
        self.proved > more
    }

    /// Returns the factor of the default time after which no new iteration begins, where
    /// `best_share` is the best move's share of the nodes.
    ///
    /// A best move that is confirmed and took most of the nodes needs less time, a falling
    /// score more.
    pub(crate) fn time_factor(&self, best_share: f64) -> f64 {
        let firm = 1.5 / (1.0 + 0.12 * f64::from(self.unchanged));
        let falling = 1.0 + self.fall() / DOUBLING_FALL;
        let concentrated = 1.6 - 0.9 * best_share;
        (firm * falling * concentrated).clamp(MIN_FACTOR, MAX_FACTOR)
    }

    /// Returns how far the score has fallen below the expected one, in evaluation units.
    fn fall(&self) -> f64 {
        let value = f64::from(self.score.value());
        let since_before = self.before.map_or(0.0, |before| f64::from(before.value()) - value);
        let since_average = self.average.map_or(0.0, |average| average - value);
        let [long, short] =
            [since_before, since_average].map(|fall| fall.clamp(-MAX_RISE, MAX_FALL));
        f64::midpoint(long, short)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Point;
    use crate::eval::Score;
    use crate::search::stability::Stability;

    /// The state after iterations with a column of the best move and a score each.
    fn after(before: Option<i32>, iterations: &[(usize, Score)]) -> Stability {
        let mut stability = Stability::new(before.map(Score::new));
        for &(column, score) in iterations {
            stability.note(Point::new(column, 0), score);
        }
        stability
    }

    fn even(column: usize) -> (usize, Score) {
        (column, Score::DRAW)
    }

    #[test]
    fn firm_choices_take_less_time() {
        let firm = after(None, &[even(1); 8]).time_factor(0.5);
        let fickle = after(None, &[even(1), even(2), even(1), even(2)]).time_factor(0.5);
        assert!(firm < 1.0 && fickle > 1.4, "{firm} {fickle}");
        let sure = after(None, &[even(1); 8]).time_factor(0.95);
        let doubtful = after(None, &[even(1); 8]).time_factor(0.1);
        assert!(sure < firm && firm < doubtful, "{sure} {firm} {doubtful}");
    }

    #[test]
    fn falling_scores_take_more_time() {
        let factor = |before, score: i32| {
            let score = Score::new(score);
            after(before, &[even(1), even(1), (1, score), (1, score)]).time_factor(0.5)
        };
        assert!(factor(Some(0), -80) > factor(Some(0), 0));
        assert!(factor(Some(100), 0) > factor(Some(0), 0));
        assert!(factor(Some(0), 80) < factor(Some(0), 0));
        for (before, score) in [(5_000, -5_000), (-5_000, 5_000), (0, 0)] {
            assert!((0.3..=2.5).contains(&factor(Some(before), score)));
        }
    }

    #[test]
    fn proved_ends_settle_the_choice() {
        let win = (1, Score::win_in(7));
        assert!(!after(None, &[even(1), win]).is_settled());
        assert!(after(None, &[even(1), win, win]).is_settled());
        let loss = (1, Score::loss_in(8));
        assert!(!after(None, &[loss; 3]).is_settled());
        assert!(after(None, &[loss; 4]).is_settled());
        assert!(!after(None, &[loss, loss, loss, even(1)]).is_settled());
    }
}
