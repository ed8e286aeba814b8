//! Positions for tests.

use dolmen::board::{BoardSize, Point, Position};
use dolmen::rules::Rule;
use fastrand::Rng;

use crate::generate::plan::testing::freestyle;
use crate::learn::samples::{Features, Samples};
use crate::learn::stones::StoneStore;
use crate::learn::targets::Shares;
use crate::learn::testing::played_samples;
use crate::line_network::course::Plan;
use crate::line_network::trainer::Settings;

/// Returns the positions of a few games of freestyle on 20×20 and 12×9.
pub(super) fn samples(games: u32) -> Samples {
    played_samples(&freestyle(), Rule::Freestyle, games, Features::Stones)
}

/// Returns the settings of a short training.
pub(super) fn settings() -> Settings {
    Settings {
        windows: 500,
        keeps_windows: false,
        shares: Shares::default(),
        colors_differ: false,
        plan: Plan { passes: 2, batch: 32, rate: 0.1, seed: 7, threads: 2 },
    }
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
