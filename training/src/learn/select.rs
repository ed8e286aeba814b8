//! Chooses the games of the training set and of the held-out set.
//!
//! Invariants: no game is in both sets. If there are held-out files, the held-out set and its
//! targets depend on these files alone, so that the losses of two runs with the same files can be
//! compared. Games are drawn in an order that follows from their seeds and numbers, so that a
//! smaller selection is a prefix of a larger one.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::slice;
use std::str::FromStr;
use std::sync::Arc;

use dolmen::board::Key;
use dolmen::eval::Evaluator;
use dolmen::rules::Rule;

use crate::learn::samples::{Features, Samples};
use crate::store::{Beginning, Damage, FileError, Game, Shard, Source, games_files};

/// Without held-out files, one game in this number is held out.
const HELD_OUT: u32 = 10;

/// A file of games or a folder of them, and the share of its games to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Portion {
    /// The file or folder.
    pub path: PathBuf,
    /// From 0 to 1. The games of a smaller share are among those of a larger one.
    pub share: f64,
}

impl From<PathBuf> for Portion {
    /// Takes all games.
    fn from(path: PathBuf) -> Self {
        Self { path, share: 1.0 }
    }
}

impl FromStr for Portion {
    type Err = String;

    /// Reads `PATH` or `PATH=SHARE`.
    fn from_str(text: &str) -> Result<Self, String> {
        let Some((path, share)) = text.rsplit_once('=') else {
            return Ok(PathBuf::from(text).into());
        };
        let number = share.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        let share = number
            .ok_or_else(|| format!("invalid share {share:?}: expected a number from 0 to 1"))?;
        Ok(Self { path: path.into(), share })
    }
}

/// Files of games, and folders of them.
#[derive(Clone, Copy, Debug)]
pub struct Paths<'a> {
    /// The files to learn from.
    pub training: &'a [Portion],
    /// The held-out files; `None` to hold out one game in ten of the others.
    pub held_out: Option<&'a [PathBuf]>,
}

/// The files of one rule.
#[derive(Clone, Debug)]
pub struct RuleFiles {
    /// The rule.
    pub rule: Rule,
    /// The files to learn from.
    training: Vec<Portion>,
    /// The held-out files; `None` to hold out one game in ten of the others.
    held_out: Option<Vec<PathBuf>>,
}

/// The amount of data to take from files.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// The maximum number of positions to learn from.
    pub positions: Option<usize>,
    /// The features to store for each position.
    pub features: Features,
}

/// Sorts files by rule, and leaves out those of other rules than `only`, if there is one.
///
/// # Errors
/// Returns an error if a file or a folder cannot be read.
pub fn by_rule(paths: Paths<'_>, only: Option<Rule>) -> Result<Vec<RuleFiles>, FileError> {
    let mut rules: BTreeMap<usize, RuleFiles> = BTreeMap::new();
    let mut add = |given: &[PathBuf], share: f64, is_held_out: bool| {
        for path in games_files(given)? {
            let head = Shard::read_head(&path);
            let rule = head.map_err(|error| FileError { path: path.clone(), error })?.rule;
            let files = rules.entry(rule.index()).or_insert_with(|| {
                let held_out = paths.held_out.map(|_| Vec::new());
                RuleFiles { rule, training: Vec::new(), held_out }
            });
            match &mut files.held_out {
                Some(held_out) if is_held_out => held_out.push(path),
                _ => files.training.push(Portion { path, share }),
            }
        }
        Ok::<_, FileError>(())
    };
    for Portion { path, share } in paths.training {
        add(slice::from_ref(path), *share, false)?;
    }
    add(paths.held_out.unwrap_or_default(), 1.0, true)?;
    let is_wanted = |files: &RuleFiles| only.is_none_or(|only| only == files.rule);
    Ok(rules.into_values().filter(is_wanted).collect())
}

/// A game that may be learned from.
struct Candidate<'a> {
    shard: &'a Shard,
    game: &'a Game,
}

impl Candidate<'_> {
    /// Returns the rank of the game in the order in which games are drawn.
    fn rank(&self) -> u64 {
        Key(self.shard.header.seed).mixed_with(u64::from(self.game.number)).0
    }

    /// Returns whether the game belongs to a share of its file's games.
    fn is_in_share(&self, share: f64) -> bool {
        self.rank() as f64 <= share * u64::MAX as f64
    }
}

/// The numbers of games, by source and seed.
type Known = HashMap<(Source, u64), HashSet<u32>>;

impl RuleFiles {
    /// Reads and evaluates the positions of the games: first all held-out ones, then at most
    /// `amount.positions` to learn from. `on_damage` is called with all damage of the files.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn samples(
        &self,
        amount: Amount,
        evaluator: &Arc<Evaluator>,
        on_damage: &mut dyn FnMut(&Path, &Damage),
    ) -> Result<Samples, FileError> {
        let mut read = |path: &PathBuf| {
            let shard = Shard::read(path);
            let shard = shard.map_err(|error| FileError { path: path.clone(), error })?;
            shard.damage.iter().for_each(|damage| on_damage(path, damage));
            Ok::<_, FileError>(shard)
        };
        let mut samples = Samples::new(amount.features, Arc::clone(evaluator));
        let mut known = Known::new();
        for path in self.held_out.iter().flatten() {
            let shard = read(path)?;
            let numbers = known.entry((shard.source.clone(), shard.header.seed)).or_default();
            numbers.extend(shard.games.iter().map(|game| game.number));
            shard.games.iter().for_each(|game| samples.add(&shard, game, true));
        }
        let paths = self.training.iter().map(|portion| &portion.path);
        let shards = paths.map(read).collect::<Result<Vec<_>, _>>()?;
        let mut candidates = Vec::new();
        for (shard, portion) in shards.iter().zip(&self.training) {
            let known = known.get(&(shard.source.clone(), shard.header.seed));
            let is_known = |game: &Game| known.is_some_and(|known| known.contains(&game.number));
            for game in &shard.games {
                if self.held_out.is_none() && is_in_tenth(game) {
                    samples.add(shard, game, true);
                    continue;
                }
                let candidate = Candidate { shard, game };
                if !is_known(game) && candidate.is_in_share(portion.share) {
                    candidates.push(candidate);
                }
            }
        }
        candidates.sort_by_key(Candidate::rank);
        let most = amount.positions.map(|positions| samples.positions.len() + positions);
        for Candidate { shard, game } in candidates {
            if most.is_some_and(|most| samples.positions.len() >= most) {
                break;
            }
            samples.add(shard, game, false);
        }
        samples.truncate(most.unwrap_or(usize::MAX));
        Ok(samples)
    }
}

/// Returns whether a game is held out when there are no held-out files: one in ten, and all games
/// that Dolmen did not play.
pub(crate) const fn is_in_tenth(game: &Game) -> bool {
    matches!(game.beginning, Beginning::Foreign) || (game.number / 3).is_multiple_of(HELD_OUT)
}

#[cfg(test)]
mod tests;
