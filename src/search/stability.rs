//! How settled the choice of a move is, and how much of the usual time that is worth.

use crate::board::Point;
use crate::eval::Score;

/// Iterations after a proved win before the search ends: another one for a shorter way.
const ITERATIONS_AFTER_WIN: u32 = 1;
/// Iterations in a lost position before the search ends, to find a longer defence.
const ITERATIONS_AFTER_LOSS: u32 = 3;
/// Evaluation units by which a score may seem to have fallen or risen.
const MOST_FALL: f64 = 200.0;
const MOST_RISE: f64 = 100.0;
/// Evaluation units of fall that are worth once more the usual time.
const FALL_FOR_DOUBLE: f64 = 300.0;
/// Least and most of the usual time.
const LEAST_FACTOR: f64 = 0.3;
const MOST_FACTOR: f64 = 2.5;

/// What the iterations of a search have said so far.
#[derive(Debug, Default)]
pub(crate) struct Stability {
    best: Option<Point>,
    /// Iterations in which the best move was the same, the first not counted.
    unchanged: u32,
    /// Iterations in which the end was proved.
    proved: u32,
    score: Score,
    /// What the search of the move before said, if there was one.
    before: Option<Score>,
    /// Mean of the scores, the last ones counting most.
    average: Option<f64>,
}

impl Stability {
    /// Before the first iteration, `before` being the score of the move before.
    pub(crate) fn new(before: Option<Score>) -> Self {
        Self { before, ..Self::default() }
    }

    /// Notes the result of an iteration.
    pub(crate) fn note(&mut self, best: Point, score: Score) {
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
        self.proved = if score.is_win() || score.is_loss() { self.proved + 1 } else { 0 };
        let value = f64::from(score.value());
        self.average = Some(self.average.map_or(value, |average| (2.0 * average + value) / 3.0));
        self.score = score;
    }

    /// Whether more thinking will not change anything that matters.
    pub(crate) fn is_settled(&self) -> bool {
        let enough = match self.score.is_win() {
            true => ITERATIONS_AFTER_WIN,
            false => ITERATIONS_AFTER_LOSS,
        };
        self.proved > enough
    }

    /// The share of the usual time after which no new iteration begins, `best_share` being
    /// the best move's share of the nodes: less when the best move stands firm and took
    /// most of the nodes, more when the score falls.
    pub(crate) fn time_factor(&self, best_share: f64) -> f64 {
        let firm = 1.5 / (1.0 + 0.12 * f64::from(self.unchanged));
        let falling = 1.0 + self.fall() / FALL_FOR_DOUBLE;
        let concentrated = 1.6 - 0.9 * best_share;
        (firm * falling * concentrated).clamp(LEAST_FACTOR, MOST_FACTOR)
    }

    /// How far the score has fallen below what was expected, in evaluation units.
    fn fall(&self) -> f64 {
        let value = f64::from(self.score.value());
        let since_before = self.before.map_or(0.0, |before| f64::from(before.value()) - value);
        let since_average = self.average.map_or(0.0, |average| average - value);
        let [long, short] =
            [since_before, since_average].map(|fall| fall.clamp(-MOST_RISE, MOST_FALL));
        f64::midpoint(long, short)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Point;
    use crate::eval::Score;
    use crate::search::stability::Stability;

    /// Column of the best move and score of each iteration.
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
