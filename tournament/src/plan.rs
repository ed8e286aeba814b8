//! The games of a tournament: the pairing, the opening and the seed of each.
//!
//! Invariant: the plan is a function of the configuration alone. Pair `p` depends neither on the number of
//! pairs, concurrent games or machines, nor on the games played before; the first pairs, however many, are
//! spread over all pairings as evenly as possible.

mod canonical;
mod identity;
mod programs;
mod shard;

use crate::config::{Conditions, Config, Format};
use crate::record::GameId;
pub use canonical::{Canonical, CanonicalEngine};
pub use identity::{IdentifyError, Identity, identify};
pub use programs::Programs;
pub use shard::{ParseShardError, Shard};

#[cfg(test)]
mod tests;

/// Independent streams of random numbers, one for each use.
const GAME_SEEDS: u64 = 1;
const SYMMETRY_ORDERS: u64 = 2;
/// The number of symmetries of a square.
const SYMMETRIES: u64 = 8;

/// All games of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// SHA-256 of everything that decides how games go and how they are counted, in 64
    /// hexadecimal digits: the configuration, the openings, the programs of the engines. The number
    /// of pairs is not included, so that a tournament can be extended.
    pub id: String,
    /// The canonical form, from which the hash is computed.
    pub canonical: Canonical,
    /// The pairs, by number: all of them, or those of the shard.
    pub pairs: Vec<PairPlan>,
    /// Indicates whether pairs have a second game.
    pub repeat: bool,
    /// The number of pairs that all shards have together.
    pub total: usize,
    /// The shard of the tournament; if `None`, all of it.
    pub shard: Option<Shard>,
}

/// Two games of the same engines from the same opening, with swapped colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairPlan {
    /// The number of the pair.
    pub pair: u64,
    /// The engine that has black in the first game, as an index.
    pub first: usize,
    /// The engine that has white in the first game, as an index.
    pub second: usize,
    /// The opening, as an index.
    pub opening: usize,
    /// The symmetry that is applied to the opening, 0 to 7.
    pub symmetry: u8,
    /// The seed from which the seeds of its games derive.
    pub seed: u64,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTask {
    /// The number of the game.
    pub id: GameId,
    /// The engine that begins with black, as an index.
    pub black: usize,
    /// The engine that begins with white, as an index.
    pub white: usize,
    /// The opening, as an index.
    pub opening: usize,
    /// The symmetry that is applied to the opening, 0 to 7.
    pub symmetry: u8,
    /// The seed that both engines are sent, below 2³¹ so that every engine can read it.
    pub seed: u64,
}

impl GameTask {
    /// Returns whether an engine plays the game.
    #[must_use]
    pub fn is_of(&self, engine: usize) -> bool {
        [self.black, self.white].contains(&engine)
    }
}

impl Plan {
    /// Returns the plan of a tournament whose engines have these identities, in the same order.
    #[must_use]
    pub fn new(config: &Config, identities: &[Identity]) -> Self {
        let canonical = Canonical::new(config, identities);
        let pairings = pairings(config.conditions.format, config.engines.len());
        let total = config.pairs as usize * pairings.len();
        Self::with(canonical, &pairings, total)
    }

    /// Returns the plan of a tournament of which only the canonical form is known, with `total`
    /// pairs; `None` if no tournament has that form.
    #[must_use]
    pub fn of(canonical: Canonical, total: usize) -> Option<Self> {
        let is_possible = canonical.engines.len() >= 2 && !canonical.openings.is_empty();
        let pairings = pairings(canonical.conditions.format, canonical.engines.len());
        is_possible.then(|| Self::with(canonical, &pairings, total))
    }

    fn with(canonical: Canonical, pairings: &[(usize, usize)], total: usize) -> Self {
        let pairs = (0..total as u64).map(|pair| plan_pair(&canonical, pairings, pair)).collect();
        let repeat = canonical.conditions.repeat;
        Self { id: canonical.hash(), canonical, pairs, repeat, total, shard: None }
    }

    /// Returns a shard of the plan.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.pairs.retain(|pair| shard.holds(pair.pair));
        Self { shard: Some(shard), ..self }
    }

    /// Returns the games, in the order in which they begin.
    pub fn games(&self) -> impl Iterator<Item = GameTask> + '_ {
        self.pairs.iter().flat_map(|pair| (0..self.games_per_pair()).map(|game| pair.game(game)))
    }

    /// Returns the game with this number, if the plan has it.
    #[must_use]
    pub fn game(&self, id: GameId) -> Option<GameTask> {
        let place = self.pairs.binary_search_by_key(&id.pair, |pair| pair.pair).ok()?;
        (id.game < self.games_per_pair()).then(|| self.pairs[place].game(id.game))
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len() * usize::from(self.games_per_pair())
    }

    /// Returns whether the plan has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns the number of games of a pair: 2, or 1 if colours are not swapped.
    fn games_per_pair(&self) -> u8 {
        if self.repeat { 2 } else { 1 }
    }
}

impl PairPlan {
    /// Returns game 0 or 1 of the pair.
    fn game(&self, game: u8) -> GameTask {
        let (black, white) =
            if game == 0 { (self.first, self.second) } else { (self.second, self.first) };
        GameTask {
            id: GameId { pair: self.pair, game },
            black,
            white,
            opening: self.opening,
            symmetry: self.symmetry,
            seed: mix(self.seed, GAME_SEEDS, u64::from(game)) >> 33,
        }
    }
}

/// Returns the pairs of engines that play each other, the lower index first.
fn pairings(format: Format, engines: usize) -> Vec<(usize, usize)> {
    let firsts = match format {
        Format::RoundRobin => 0..engines,
        Format::Gauntlet => 0..1,
    };
    firsts.flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect()
}

/// Returns a pair by its number. Every pairing plays a round before any pairing begins the next, and all
/// pairings of a round have the same opening, so that their results can be compared.
fn plan_pair(config: &Canonical, pairings: &[(usize, usize)], pair: u64) -> PairPlan {
    let Conditions { repeat, transform, seed, .. } = config.conditions;
    let count = pairings.len() as u64;
    let (round, pairing) = (pair / count, pair % count);
    let openings = config.openings.len() as u64;
    let (lap, opening) = (round / openings, round % openings);
    let (one, other) = pairings[pairing as usize];
    // If a pair has a single game, colours are swapped from round to round, from lap to lap over
    // the openings, and from opponent to opponent. With an odd number of openings, laps swap by
    // themselves.
    let laps = if openings.is_multiple_of(2) { lap } else { 0 };
    let swaps = round + laps + (one + other) as u64 + 1;
    let (first, second) =
        if repeat || swaps.is_multiple_of(2) { (one, other) } else { (other, one) };
    PairPlan {
        pair,
        first,
        second,
        opening: opening as usize,
        symmetry: if transform { symmetry(seed, opening, lap) } else { 0 },
        seed: mix(seed, 0, pair),
    }
}

/// Returns the symmetry of an opening in a lap over the openings, 0 to 7: the identity in the first lap, and
/// each other symmetry once in the next seven, so that no game is repeated before all are used up.
fn symmetry(seed: u64, opening: u64, lap: u64) -> u8 {
    let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
    // A shuffle by the algorithm of Fisher and Yates that leaves 0 in its place.
    for last in (2..SYMMETRIES).rev() {
        let other = 1 + mix(seed, SYMMETRY_ORDERS, opening * SYMMETRIES + last) % last;
        order.swap(last as usize, other as usize);
    }
    order[(lap % SYMMETRIES) as usize]
}

/// Returns a number that depends on nothing but its arguments, in every version: twice the finishing
/// function of the generator SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) fn mix(seed: u64, stream: u64, index: u64) -> u64 {
    finish(finish(seed ^ finish(stream)).wrapping_add(index))
}

fn finish(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
