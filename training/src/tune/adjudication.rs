//! The end of a game before its last move, by the scores of both sides.

use dolmen::board::Color;
use dolmen::eval::Score;
use dolmen::rules::Outcome;

use crate::store::Searched;
use crate::store::game::are_dead;

/// The number of searches in a row, in which the sides take turns, that decide a game.
const DECIDING_SEARCHES: usize = 4;

/// The scores of a game, which may end it.
#[derive(Debug)]
pub(super) struct Adjudicator {
    /// The score for one side, in evaluation units, with which the last [`DECIDING_SEARCHES`] searches decide the
    /// game; `None` if games are played to their end.
    decided_at: Option<i32>,
    /// The scores for Black.
    scores: Vec<Score>,
}

impl Adjudicator {
    /// Returns the adjudicator of a new game.
    pub(super) fn new(decided_at: Option<i32>) -> Self {
        Self { decided_at, scores: Vec::new() }
    }

    /// Notes the search of a side. Returns the outcome if the game is decided, since all of the last searches see
    /// the same side ahead, or if it is dead. Searches that completed no iteration do not count.
    pub(super) fn note(&mut self, mover: Color, searched: Searched) -> Option<Outcome> {
        let decided_at = Score::new(self.decided_at?);
        if searched.depth > 0 {
            let score = searched.score;
            self.scores.push(if mover == Color::Black { score } else { -score });
        }
        let last = self.scores.last_chunk::<DECIDING_SEARCHES>();
        let is_ahead = |side: Color| {
            let sign = |score: &Score| if side == Color::Black { *score } else { -*score };
            last.is_some_and(|last| last.iter().map(sign).all(|score| score >= decided_at))
        };
        let winner = Color::ALL.into_iter().find(|&side| is_ahead(side));
        let is_dead = || are_dead(self.scores.iter().rev().copied());
        winner.map(Outcome::Win).or_else(|| is_dead().then_some(Outcome::Draw))
    }
}

#[cfg(test)]
mod tests {
    use dolmen::board::{Color, Point};
    use dolmen::eval::Score;
    use dolmen::rules::Outcome;

    use crate::store::Searched;
    use crate::store::game::{DEAD_POSITIONS, DEAD_WITHIN};
    use crate::tune::adjudication::Adjudicator;

    /// Returns the outcome of searches with these scores, of Black and White in turn, and their number until then.
    fn outcome(decided_at: Option<i32>, scores: &[i32]) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::new(decided_at);
        let sides = [Color::Black, Color::White].into_iter().cycle();
        scores.iter().zip(sides).enumerate().find_map(|(number, (&score, mover))| {
            let searched = Searched { best: Point::new(0, 0), score: Score::new(score), depth: 9 };
            adjudicator.note(mover, searched).map(|outcome| (number + 1, outcome))
        })
    }

    #[test]
    fn both_sides_must_see_the_same_side_ahead() {
        let black = Some((5, Outcome::Win(Color::Black)));
        assert_eq!(outcome(Some(600), &[599, -600, 700, -900, 600]), black);
        let white = Some((4, Outcome::Win(Color::White)));
        assert_eq!(outcome(Some(600), &[-600, 600, -600, 600]), white);
        assert_eq!(outcome(Some(600), &[700, -700, 700, -599, 700, -700, 700]), None);
        assert_eq!(outcome(Some(600), &[700, 700, 700, 700]), None, "both think that they win");
        assert_eq!(outcome(None, &[700, -700, 700, -700, 700, -700]), None);
    }

    #[test]
    fn dead_games_are_drawn() {
        let mut scores = [DEAD_WITHIN; DEAD_POSITIONS];
        assert_eq!(outcome(Some(600), &scores), Some((DEAD_POSITIONS, Outcome::Draw)));
        assert_eq!(outcome(None, &scores), None);
        scores[7] += 1;
        assert_eq!(outcome(Some(600), &scores), None);
    }
}
