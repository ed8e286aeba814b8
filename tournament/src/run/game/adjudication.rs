//! Adjudication: the end of a game by the values that engines report with their moves, if the tournament
//! enables it.
//!
//! Invariant: each search of an engine changes its streaks by [`prolonged`].

use dolmen::protocol::reading::{Reading, Value};
use number_text::counted;

use crate::config::{DrawByScore, Resignation, ResignationRule, Streak};
use crate::record::{Reason, prolonged};

/// The current streaks of an engine.
#[derive(Clone, Debug, Default)]
struct Streaks {
    /// The number of moves in a row in which it saw itself behind by the score of a resignation.
    behind: u32,
    /// The number of moves in a row in which it saw itself ahead by as much.
    ahead: u32,
    /// The number of moves in a row with a value within the score of a draw.
    level: u32,
    /// Its last value, in words.
    last: String,
}

/// The adjudicator of a game, with the streaks of both engines.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    resignation: Option<ResignationRule>,
    draw: Option<Streak>,
    seats: [Streaks; 2],
}

/// The end of a game that the values decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// The seat that loses; `None` for a draw.
    pub(super) loser: Option<usize>,
    pub(super) reason: Reason,
    /// The values in words.
    pub(super) detail: String,
}

impl Adjudicator {
    pub(super) fn new(resignation: Resignation, draw: DrawByScore) -> Self {
        let seats = [Streaks::default(), Streaks::default()];
        Self { resignation: resignation.0, draw: draw.0, seats }
    }

    /// Counts the value in the message of an engine before its move.
    pub(super) fn hear(&mut self, seat: usize, message: Option<&str>) {
        let reading = message.map(Reading::of).unwrap_or_default();
        let beyond = self.resignation.map(|rule| f64::from(rule.streak.score));
        let within = self.draw.map(|streak| f64::from(streak.score));
        let streaks = &mut self.seats[seat];
        streaks.behind = prolonged(streaks.behind, &reading, |units| {
            beyond.is_some_and(|score| units <= -score)
        });
        streaks.ahead =
            prolonged(streaks.ahead, &reading, |units| beyond.is_some_and(|score| units >= score));
        streaks.level = prolonged(streaks.level, &reading, |units| {
            within.is_some_and(|score| units.abs() <= score)
        });
        if !reading.is_unsearched() {
            streaks.last = reading.value.map(words).unwrap_or_default();
        }
    }

    /// Returns the end of the game, if the values decide it.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.resigned().or_else(|| self.drawn())
    }

    fn resigned(&self) -> Option<Verdict> {
        let ResignationRule { streak: Streak { moves, score }, both } = self.resignation?;
        let loses = |&seat: &usize| {
            let agrees = !both || self.seats[1 - seat].ahead >= moves;
            self.seats[seat].behind >= moves && agrees
        };
        let loser = [0, 1].into_iter().find(loses)?;
        let [own, other] = [loser, 1 - loser].map(|seat| &self.seats[seat].last);
        let mut detail =
            format!("{} in a row at -{score} or less, the last at {own}", counted(moves, "move"));
        if both {
            detail += &format!("; the opponent at {other}");
        }
        Some(Verdict { loser: Some(loser), reason: Reason::Resignation, detail })
    }

    fn drawn(&self) -> Option<Verdict> {
        let Streak { moves, score } = self.draw?;
        let is_level = self.seats.iter().all(|streaks| streaks.level >= moves);
        is_level.then(|| {
            let [one, other] = [&self.seats[0].last, &self.seats[1].last];
            let moves = counted(moves, "move");
            let detail =
                format!("{moves} of both in a row within {score}, the last at {one} and {other}");
            Verdict { loser: None, reason: Reason::DrawByScore, detail }
        })
    }
}

/// Returns a value in the words of engines.
fn words(value: Value) -> String {
    match value {
        Value::Units(units) => units.to_string(),
        Value::Win(plies) => format!("+M{plies}"),
        Value::Loss(plies) => format!("-M{plies}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Adjudicator, Verdict};
    use crate::record::Reason;

    /// Returns the verdict after messages of both seats in turn, the first one of seat 0, and the number of
    /// messages that it took.
    fn heard(resignation: &str, draw: &str, values: &[&str]) -> (usize, Option<Verdict>) {
        let parsed = (resignation.parse(), draw.parse());
        let (Ok(resignation), Ok(draw)) = parsed else { panic!("{parsed:?}") };
        let mut adjudicator = Adjudicator::new(resignation, draw);
        for (number, value) in values.iter().enumerate() {
            let message = format!("depth 9-9 ev {value} n 1");
            adjudicator.hear(number % 2, (!value.is_empty()).then_some(message.as_str()));
            if let Some(verdict) = adjudicator.verdict() {
                return (number + 1, Some(verdict));
            }
        }
        (values.len(), None)
    }

    fn loser(resignation: &str, values: &[&str]) -> (usize, Option<usize>) {
        let (number, verdict) = heard(resignation, "none", values);
        (number, verdict.and_then(|verdict| verdict.loser))
    }

    #[test]
    fn an_engine_that_sees_itself_lost_loses() {
        assert_eq!(loser("3,100", &["-100", "0", "-200", "0", "-M8", "0"]), (5, Some(0)));
        assert_eq!(loser("2,100", &["0", "-100", "0", "-101"]), (4, Some(1)));
        // A better value, or none, resets the streak.
        assert_eq!(loser("2,100", &["-100", "0", "-99", "0", "-100", "0"]), (6, None));
        assert_eq!(loser("2,100", &["-100", "0", "", "0", "-100", "0"]), (6, None));
        assert_eq!(loser("none", &["-M4", "0", "-M2", "0"]), (4, None));
    }

    #[test]
    fn the_opponent_may_have_to_agree() {
        let values = ["-100", "99", "-100", "100", "-100", "+M9"];
        assert_eq!(loser("moves=2,score=100,both=true", &values), (6, Some(0)));
        assert_eq!(loser("moves=2,score=100", &values), (3, Some(0)));
    }

    #[test]
    fn a_draw_needs_both() {
        let values = ["5", "5", "-5", "6", "0", "0", "1", "-5"];
        let (number, verdict) = heard("none", "2,5", &values);
        let verdict = verdict.expect("both see a draw");
        assert_eq!((number, verdict.loser, verdict.reason), (8, None, Reason::DrawByScore));
        assert_eq!(verdict.detail, "2 moves of both in a row within 5, the last at 1 and -5");
        assert_eq!(heard("none", "2,5", &["+M5", "0", "0", "0", "6", "0"]).1, None);
    }

    #[test]
    fn answers_without_a_search_do_not_count() {
        let mut adjudicator = Adjudicator::new(
            "1,100".parse().expect("it is a rule"),
            "none".parse().expect("it is a rule"),
        );
        adjudicator.hear(0, Some("depth 0-0 ev -5000 n 0"));
        assert_eq!(adjudicator.verdict(), None);
        adjudicator.hear(0, Some("depth 3-3 ev -5000 n 9"));
        adjudicator.hear(0, Some("depth 0-0 ev 0 n 0"));
        assert!(adjudicator.verdict().is_some());
    }
}
