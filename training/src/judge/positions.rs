//! The positions that `judge` compares choices in: one undecided position of each game.

use std::path::PathBuf;

use dolmen::board::Position;
use dolmen::rules::Rule;
use fastrand::Rng;

use crate::labelled::{FileError, LabelledPosition, labelled_positions, read_shard};
use crate::store::{Game, Shard};

/// The greatest score either way at which a position counts as undecided, in units of the
/// evaluation: a win probability of 85 %.
const EVEN_WITHIN: i32 = 700;

/// The positions to take.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Files of games.
    pub files: Vec<PathBuf>,
    /// The rule of the games.
    pub rule: Rule,
    /// The number of positions.
    pub count: usize,
    /// The seed of their choice.
    pub seed: u64,
}

/// Returns positions from different games, on boards of the size of the first game. There are fewer
/// than the sample wants if there are too few games.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn positions(sample: &Sample) -> Result<Vec<Position>, FileError> {
    let mut rng = Rng::with_seed(sample.seed);
    let (mut size, mut positions) = (None, Vec::new());
    for path in &sample.files {
        let shard = read_shard(path)?;
        if shard.rule != sample.rule {
            continue;
        }
        for game in &shard.games {
            if *size.get_or_insert(game.size) == game.size {
                positions.extend(undecided(&shard, game, &mut rng));
            }
        }
    }
    rng.shuffle(&mut positions);
    positions.truncate(sample.count);
    Ok(positions)
}

/// Returns a position of a game that was searched and found undecided, if there is one.
fn undecided(shard: &Shard, game: &Game, rng: &mut Rng) -> Option<Position> {
    let is_candidate = |position: &LabelledPosition<'_>| {
        let searched = position.label.searched;
        position.path.is_empty() && searched.depth > 0 && searched.score.value().abs() < EVEN_WITHIN
    };
    let candidates: Vec<_> = labelled_positions(shard, game).filter(is_candidate).collect();
    candidates.get(rng.usize(..candidates.len().max(1)))?.position()
}
