//! Positions of games that the engine plays in tests.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use dolmen::eval::Evaluator;
use dolmen::rules::Rule;

use crate::generate::plan::Plan;
use crate::generate::play::Player;
use crate::learn::samples::{Features, Samples};
use crate::learn::select::is_in_tenth;
use crate::store::{Game, Shard, testing};

/// The first games under a plan and a seed.
type Series = Arc<Mutex<Vec<Game>>>;

/// A cache of the games that this process has played, by the text of their conditions, effort and
/// seed: tests with equal plans share them.
static PLAYED: Mutex<Option<HashMap<String, Series>>> = Mutex::new(None);

/// Returns the first games of a rule under a seed.
pub(crate) fn played_games(plan: &Plan, rule: Rule, seed: u64, count: u32) -> Vec<Game> {
    let rule = plan.rule(rule).expect("the plan has the rule");
    let key = format!("{rule:?} {:?} {seed}", plan.effort);
    let mut played = PLAYED.lock().expect("no test panics while it looks for games");
    let series = played.get_or_insert_default().entry(key).or_default().clone();
    drop(played);
    let mut games = series.lock().expect("no test panics while it plays games");
    let missing = games.len() as u32..count;
    if !missing.is_empty() {
        let mut player = Player::new(rule, &plan.effort);
        games.extend(missing.map(|number| player.play(seed, number)));
    }
    games[..count as usize].to_vec()
}

/// Returns games as those of a file.
pub(crate) fn played_shard(plan: &Plan, rule: Rule, games: u32) -> Shard {
    let played = played_games(plan, rule, plan.seed, games);
    testing::shard(rule, plan.seed, plan.effort.nodes, played)
}

/// Returns the positions of the games of a file, a tenth of which is held out.
pub(crate) fn samples_of(shard: &Shard, features: Features) -> Samples {
    let mut samples = Samples::new(features, Evaluator::built_in());
    shard.games.iter().for_each(|game| samples.add(shard, game, is_in_tenth(game)));
    samples
}

/// Returns the positions of some games.
pub(crate) fn played_samples(plan: &Plan, rule: Rule, games: u32, features: Features) -> Samples {
    samples_of(&played_shard(plan, rule, games), features)
}
