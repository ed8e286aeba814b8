//! Pairs of games between two sets of margins: the same opening twice, with the colours swapped.
//!
//! Invariant: a pair depends only on its number, the conditions and the margins, so that equal
//! margins draw every pair.

use dolmen::board::{BoardSize, Color, Key, PerColor, Position};
use dolmen::rules::{Outcome, Rule, outcome};
use dolmen::search::MarginOverrides;
use fastrand::Rng;

use crate::generate::beginning::Opener;
use crate::generate::plan::Conditions;
use crate::generate::searcher::{Prover, Searcher};
use crate::tune::adjudication::Adjudicator;

/// The conditions of pairs.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a> {
    /// The rules, which pairs take in turn; there must be one.
    pub rules: &'a [Rule],
    /// The size of the board.
    pub size: BoardSize,
    /// Nodes of each search.
    pub nodes: u64,
    /// The score with which both sides decide a game, in evaluation units; `None` for games to the end.
    pub decided_at: Option<i32>,
    /// Seed of the openings.
    pub seed: u64,
}

impl Pairing<'_> {
    /// Plays the pair of a number: returns the games that the first margins won less those
    /// that the second ones won, from -2 to 2.
    ///
    /// # Panics
    /// Panics if there is no rule.
    #[must_use]
    pub fn play(&self, number: u64, first: MarginOverrides, second: MarginOverrides) -> i64 {
        let rule = self.rules[(number % self.rules.len() as u64) as usize];
        let mut rng = Rng::with_seed(Key(self.seed).mixed_with(number).0);
        let conditions = Conditions::usual(self.size, self.nodes);
        let beginning = conditions.beginnings.draw(&mut rng);
        let mut opener = Opener {
            rule,
            conditions: &conditions,
            searcher: &mut Searcher::with_margins(rule, MarginOverrides::default()),
            rng: &mut rng,
        };
        let opening = opener.begin(beginning, self.size);
        let points = Color::ALL.map(|color| {
            let players = match color {
                Color::Black => PerColor::new(first, second),
                Color::White => PerColor::new(second, first),
            };
            match self.play_game(rule, &opening, players) {
                Outcome::Draw => 0,
                Outcome::Win(winner) if winner == color => 1,
                Outcome::Win(_) => -1,
            }
        });
        points.iter().sum()
    }

    /// Plays a game between players with empty memories.
    fn play_game(
        &self,
        rule: Rule,
        opening: &Position,
        players: PerColor<MarginOverrides>,
    ) -> Outcome {
        let mut position = opening.clone();
        let mut searchers = PerColor::from_fn(|color| Searcher::with_margins(rule, players[color]));
        let mut prover = Prover::new(rule);
        let mut adjudicator = Adjudicator::new(self.decided_at);
        loop {
            if let Some(outcome) = outcome(&position, rule) {
                return outcome;
            }
            let mover = position.side_to_move();
            let searched = searchers[mover].search(&position, self.nodes);
            if prover.is_proved_win(&position, searched.score) {
                return Outcome::Win(mover);
            }
            if let Some(outcome) = adjudicator.note(mover, searched) {
                return outcome;
            }
            position.play(searched.best).expect("the engine chooses an empty point");
        }
    }
}
