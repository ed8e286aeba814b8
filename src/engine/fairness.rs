//! The worth of colours while an opening is negotiated, when there are few stones.

use crate::board::Color;
use crate::eval::Score;
use crate::rules::{GameRule, Rule};

/// The score for Black at which both colours of renju win equally often, in positions of few stones.
///
/// The search overrates Black there: from openings that it calls even, Black makes 30 to 33 % of the points
/// (`tournament/results.md`, "Openings that favour a colour").
const EVEN_IN_RENJU: Score = Score::new(200);

/// Returns the score for a colour at which both colours win equally often.
#[must_use]
pub(super) fn even_score(rule: GameRule, color: Color) -> Score {
    match (rule.rule, color) {
        (Rule::Renju, Color::Black) => EVEN_IN_RENJU,
        (Rule::Renju, Color::White) => -EVEN_IN_RENJU,
        _ => Score::DRAW,
    }
}

/// Returns the advantage of a colour over its opponent by its score; a proved score stays as it is.
#[must_use]
pub(super) fn advantage(rule: GameRule, color: Color, score: Score) -> Score {
    if score.is_proved() {
        return score;
    }
    Score::new(score.value() - even_score(rule, color).value())
}

/// Returns the distance of both colours from equal chances, by the score of one of them.
#[must_use]
pub(super) fn unfairness(rule: GameRule, color: Color, score: Score) -> Score {
    let advantage = advantage(rule, color, score);
    advantage.max(-advantage)
}

#[cfg(test)]
mod tests {
    use super::{advantage, even_score, unfairness};
    use crate::board::Color;
    use crate::eval::Score;
    use crate::rules::{GameRule, Rule};

    #[test]
    fn colors_are_even_where_they_win_as_often() {
        for rule in Rule::ALL.map(GameRule::from) {
            for color in Color::ALL {
                let even = even_score(rule, color);
                assert_eq!(even, -even_score(rule, !color), "{rule}");
                assert_eq!(even == Score::DRAW, rule.rule != Rule::Renju, "{rule}");
                assert_eq!(advantage(rule, color, even), Score::DRAW, "{rule}");
                assert_eq!(unfairness(rule, color, even - 7), Score::new(7), "{rule}");
                for proved in [Score::win_in(5), Score::loss_in(8)] {
                    assert_eq!(advantage(rule, color, proved), proved, "{rule}");
                }
            }
        }
    }
}
