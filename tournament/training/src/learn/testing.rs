//! Positions of games that the engine plays in tests.

use dolmen::eval::Evaluator;
use dolmen::rules::Rule;

use crate::generate::plan::Plan;
use crate::generate::play::Player;
use crate::learn::samples::{Features, Samples};
use crate::learn::select::is_in_tenth;
use crate::store::{Shard, Source};

/// Returns games as those of a file.
pub(crate) fn played_shard(plan: &Plan, rule: Rule, games: u32) -> Shard {
    let mut player = Player::new(plan.rule(rule).expect("the plan has the rule"), &plan.effort);
    Shard {
        header: None,
        rule,
        source: Source { engine: String::new(), nodes: plan.effort.nodes },
        seed: plan.seed,
        games: (0..games).map(|number| player.play(plan.seed, number)).collect(),
        damage: Vec::new(),
        blocks: 1,
        whole_bytes: 0,
    }
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
