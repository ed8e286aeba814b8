//! Positions for the judge: one of a game, undecided.

use std::path::PathBuf;

use dolmen::board::{BoardSize, Position};
use dolmen::rules::Rule;
use fastrand::Rng;

use crate::store::{Game, ReadError, Shard};

/// Greatest score either way at which a position counts as undecided, in units of the
/// evaluation: a win probability of 85 %.
const EVEN_WITHIN: i32 = 700;

/// Which positions to take.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Files of games.
    pub files: Vec<PathBuf>,
    /// The rule of the games.
    pub rule: Rule,
    /// How many positions.
    pub count: usize,
    /// Seed of their choice.
    pub seed: u64,
}

/// Positions of the sample's rule, from different games, all of the size of the first; as many
/// as are wanted, or fewer if there are no more games.
///
/// # Errors
/// The first file that cannot be read, and why.
pub fn positions(sample: &Sample) -> Result<Vec<Position>, (PathBuf, ReadError)> {
    let mut rng = Rng::with_seed(sample.seed);
    let (mut size, mut positions) = (None, Vec::new());
    for path in &sample.files {
        let shard = Shard::read(path).map_err(|error| (path.clone(), error))?;
        if shard.rule != sample.rule || *size.get_or_insert(shard.size) != shard.size {
            continue;
        }
        let found = shard.games.iter().filter_map(|game| undecided(game, shard.size, &mut rng));
        positions.extend(found);
    }
    rng.shuffle(&mut positions);
    positions.truncate(sample.count);
    Ok(positions)
}

/// A position of a game in which the search had a choice and saw no end, if there was one.
fn undecided(game: &Game, size: BoardSize, rng: &mut Rng) -> Option<Position> {
    let is_even = |score: i32| score.abs() < EVEN_WITHIN;
    let is_candidate = |number: &usize| {
        let searched = game.plies[*number].searched;
        searched.is_some_and(|found| found.depth > 0 && is_even(found.score.value()))
    };
    let candidates: Vec<usize> = (0..game.plies.len()).filter(is_candidate).collect();
    let chosen = *candidates.get(rng.usize(..candidates.len().max(1)))?;
    let mut position = Position::new(size);
    for ply in &game.plies[..chosen] {
        position.play(ply.point).ok()?;
    }
    Some(position)
}
