//! Positions for the judge: one of a game, undecided.

use std::path::PathBuf;

use dolmen::board::Position;
use dolmen::rules::Rule;
use fastrand::Rng;

use crate::store::{Game, ReadError, Shard};

/// Greatest score either way at which a position counts as undecided, in units of the
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
    /// Seed of their choice.
    pub seed: u64,
}

/// Positions of the sample's rule, from different games, all of the size of the first game; as many
/// as are wanted, or fewer if there are no more games.
///
/// # Errors
/// The first file that cannot be read, and why.
pub fn positions(sample: &Sample) -> Result<Vec<Position>, (PathBuf, ReadError)> {
    let mut rng = Rng::with_seed(sample.seed);
    let (mut size, mut positions) = (None, Vec::new());
    for path in &sample.files {
        let shard = Shard::read(path).map_err(|error| (path.clone(), error))?;
        if shard.rule != sample.rule {
            continue;
        }
        for game in &shard.games {
            if *size.get_or_insert(game.size) == game.size {
                positions.extend(undecided(game, &mut rng));
            }
        }
    }
    rng.shuffle(&mut positions);
    positions.truncate(sample.count);
    Ok(positions)
}

/// A position of a game in which the search had a choice and saw no end, if there was one.
fn undecided(game: &Game, rng: &mut Rng) -> Option<Position> {
    let is_even = |score: i32| score.abs() < EVEN_WITHIN;
    let is_candidate = |number: &usize| {
        let searched = game.plies[*number].before.as_ref();
        searched.is_some_and(|found| {
            let found = found.label.searched;
            found.depth > 0 && is_even(found.score.value())
        })
    };
    let candidates: Vec<usize> = (0..game.plies.len()).filter(is_candidate).collect();
    let chosen = *candidates.get(rng.usize(..candidates.len().max(1)))?;
    let mut position = Position::new(game.size);
    for ply in &game.plies[..chosen] {
        position.play(ply.point).ok()?;
    }
    Some(position)
}
