//! Positions for tests.

use dolmen::board::{BoardSize, Point, Position};
use dolmen::eval::Evaluator;
use dolmen::rules::Rule;
use fastrand::Rng;

use crate::generate::plan::testing::plan;
use crate::generate::play::Player;
use crate::learn::samples::{Features, Samples};
use crate::learn::select::is_in_tenth;
use crate::learn::stones::StoneStore;
use crate::store::{Shard, Source};

/// Returns the positions of a few games of freestyle on 20×20 and 12×9.
pub(super) fn samples(games: u32) -> Samples {
    let plan = plan("[[stages]]\npositions = 100\nrules = { freestyle = 1.0 }");
    let rule = Rule::Freestyle;
    let mut player = Player::new(plan.rule(rule).expect("the plan has the rule"), &plan.effort);
    let shard = Shard {
        header: None,
        rule,
        source: Source { engine: String::new(), nodes: plan.effort.nodes },
        seed: plan.seed,
        games: (0..games).map(|number| player.play(plan.seed, number)).collect(),
        damage: Vec::new(),
        blocks: 1,
        whole_bytes: 0,
    };
    let mut samples = Samples::new(Features::Stones, Evaluator::built_in());
    shard.games.iter().for_each(|game| samples.add(&shard, game, is_in_tenth(game)));
    samples
}

/// Returns a random position of a board, with any number of stones.
pub(super) fn random_position(size: BoardSize, rng: &mut Rng) -> Position {
    let mut points: Vec<Point> = size.points().collect();
    rng.shuffle(&mut points);
    points.truncate(rng.usize(0..points.len()));
    let mut position = Position::new(size);
    points.into_iter().for_each(|point| position.play(point).expect("the point is empty"));
    position
}

/// Returns the stones of a position.
pub(super) fn stones(position: &Position) -> StoneStore {
    let mut store = StoneStore::default();
    store.add(position, position.side_to_move());
    store
}

/// Returns random positions of some square and rectangular boards.
pub(super) fn random_positions(seed: u64) -> Vec<Position> {
    let mut rng = Rng::with_seed(seed);
    let sizes = [(5, 5), (5, 22), (22, 5), (9, 12), (15, 15), (20, 20), (22, 22)];
    let sizes = sizes.map(|(width, height)| BoardSize::new(width, height).expect("it is valid"));
    sizes.iter().flat_map(|&size| [size; 4]).map(|size| random_position(size, &mut rng)).collect()
}
