//! Pairs of games between two sets of margins: the same opening twice, colours swapped. A
//! pair depends on its number, the settings and the margins alone, so that equal margins
//! always share its points.

use std::io;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use dolmen::board::{Color, Key, PerColor, Position};
use dolmen::rules::{Outcome, Rule, outcome};
use dolmen::search::Margins;
use fastrand::Rng;

use crate::generate::beginning::Opener;
use crate::generate::on_threads;
use crate::generate::plan::Conditions;
use crate::generate::searcher::{Prover, Searcher};
use crate::tune::Settings;
use crate::tune::spsa::Batch;

/// Plays the pairs of a batch, so many at the same time: games won by its first margins less
/// games won by the others.
///
/// # Errors
/// If no thread can be started.
///
/// # Panics
/// If there is no rule, or the engine plays an impossible move.
pub fn play_batch(settings: &Settings, threads: usize, batch: &Batch) -> io::Result<i64> {
    let next = AtomicU64::new(0);
    let result = AtomicI64::new(0);
    let useful = usize::try_from(batch.pairs).unwrap_or(usize::MAX);
    on_threads(threads.min(useful), || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= batch.pairs {
                return;
            }
            let number = batch.first_pair + index;
            let points = play_pair(settings, number, &batch.plus, &batch.minus);
            result.fetch_add(points, Ordering::Relaxed);
        }
    })?;
    Ok(result.into_inner())
}

/// Plays a pair: games won by the first margins less games won by the others.
pub(crate) fn play_pair(settings: &Settings, number: u64, plus: &Margins, minus: &Margins) -> i64 {
    let rules = settings.rules.len() as u64;
    let rule = settings.rules[(number % rules) as usize];
    let mut rng = Rng::with_seed(Key(settings.seed).mixed_with(number).0);
    let conditions = Conditions::usual(settings.size, settings.nodes);
    let beginning = conditions.beginnings.draw(&mut rng);
    let mut opener = Opener {
        rule,
        conditions: &conditions,
        searcher: &mut Searcher::new(rule, Margins::default()),
        rng: &mut rng,
    };
    let opening = opener.begin(beginning, settings.size);
    let colors = [(Color::Black, plus, minus), (Color::White, minus, plus)];
    let points = colors.map(|(color, black, white)| {
        match play_game(rule, settings.nodes, &opening, [*black, *white]) {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == color => 1,
            Outcome::Win(_) => -1,
        }
    });
    points.iter().sum()
}

/// Plays a game between new engines with the margins of black and of white.
fn play_game(rule: Rule, nodes: u64, opening: &Position, margins: [Margins; 2]) -> Outcome {
    let mut position = opening.clone();
    let [black, white] = margins.map(|margins| Searcher::new(rule, margins));
    let mut searchers = PerColor::new(black, white);
    let mut prover = Prover::new(rule);
    loop {
        if let Some(outcome) = outcome(&position, rule) {
            return outcome;
        }
        let mover = position.side_to_move();
        let searched = searchers[mover].search(&position, nodes);
        if prover.is_proved_win(&position, searched.score) {
            return Outcome::Win(mover);
        }
        position.play(searched.best).expect("the engine plays on empty points");
    }
}
