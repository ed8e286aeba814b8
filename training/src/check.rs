//! The command `check`: replays stored games by the slow definitions of the rules, and counts their
//! contents.

use std::collections::{BTreeMap, HashSet};

use dolmen::board::{BoardSize, Color, Key, Point, Symmetry};
use dolmen::rules::Outcome;
use strum::VariantArray;

use crate::generate::tally::{Kind, Tally};
use crate::store::{Beginning, Game, Shard};

mod replay;

pub use replay::{Fault, replay};

/// The contents of the games of one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Files.
    pub files: usize,
    /// Games.
    pub games: usize,
    /// Games that end in the position of an earlier game, up to symmetry.
    pub duplicate_games: usize,
    /// Labelled positions by kind.
    pub positions: Tally,
    /// Labelled positions that equal an earlier one of the same file, up to symmetry.
    pub duplicates_within: usize,
    /// Labelled positions that equal one of an earlier file, up to symmetry.
    pub duplicates_across: usize,
    /// Positions whose search completed no iteration, including forced answers.
    pub void: usize,
    /// Positions that a solver has proved won by the side to move.
    pub proved: usize,
    /// Positions that were searched deeply as well.
    pub deep: usize,
    /// Stones of all games.
    pub stones: usize,
    /// Games by how they began.
    pub beginnings: BTreeMap<Beginning, usize>,
    /// Games by size of the board.
    pub sizes: BTreeMap<(usize, usize), usize>,
    /// Games won by black, games won by white, and draws.
    pub outcomes: [usize; 3],
    /// Games with a fault.
    pub faults: usize,
    /// Damage to files: gaps and records.
    pub damages: usize,
    /// Files with a torn end, which loses only the games at that end.
    pub torn_ends: usize,
}

impl Count {
    /// Returns whether the files have no faults and no damage but torn ends.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.faults == 0 && self.damages == 0
    }
}

/// Counts games, file by file.
#[derive(Debug, Default)]
pub struct Checker {
    rules: BTreeMap<&'static str, Seen>,
}

/// The counts and keys of the games of one rule.
#[derive(Debug, Default)]
struct Seen {
    count: Count,
    /// Keys of labelled positions in earlier files.
    positions: HashSet<u64>,
    /// Keys of the last positions of games.
    ends: HashSet<u64>,
}

impl Checker {
    /// Adds the games of a file; `complain` is called with every fault.
    pub fn add(&mut self, shard: &Shard, complain: &mut dyn FnMut(&Game, &Fault)) {
        let seen = self.rules.entry(shard.rule.name()).or_default();
        seen.count.files += 1;
        for damage in &shard.damage {
            if damage.is_torn_end() {
                seen.count.torn_ends += 1;
            } else {
                seen.count.damages += 1;
            }
        }
        let mut here = HashSet::new();
        for game in &shard.games {
            if let Err(fault) = replay(game, shard.rule) {
                seen.count.faults += 1;
                complain(game, &fault);
            } else {
                seen.add_game(game, &mut here);
            }
        }
        seen.positions.extend(here);
    }

    /// Returns the counts by name of the rule.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, &Count)> {
        self.rules.iter().map(|(&rule, seen)| (rule, &seen.count))
    }
}

impl Seen {
    /// Adds a sound game; `here` has the keys of the file so far.
    fn add_game(&mut self, game: &Game, here: &mut HashSet<u64>) {
        let Self { count, positions, ends } = self;
        count.games += 1;
        count.stones += game.plies.len();
        count.positions.add(game);
        *count.beginnings.entry(game.beginning).or_default() += 1;
        *count.sizes.entry((game.size.width(), game.size.height())).or_default() += 1;
        count.outcomes[match game.outcome {
            Outcome::Win(color) => color.index(),
            Outcome::Draw => 2,
        }] += 1;
        for (_, position) in game.positions() {
            let interior = position.interior.iter().map(|interior| &interior.label);
            for label in interior.chain([&position.label]) {
                count.void += usize::from(label.searched.depth == 0);
                count.proved += usize::from(label.is_proved_win());
                count.deep += usize::from(label.deep.is_some());
            }
        }
        let keys = keys(game);
        count.duplicate_games += usize::from(!ends.insert(keys.end));
        for key in keys.labelled {
            if positions.contains(&key) {
                count.duplicates_across += 1;
            } else if !here.insert(key) {
                count.duplicates_within += 1;
            }
        }
    }
}

/// The keys of a game's positions, each the minimum over its mirror images.
struct Keys {
    labelled: Vec<u64>,
    end: u64,
}

fn keys(game: &Game) -> Keys {
    let mut images = Images::new(game.size);
    let mut labelled = Vec::new();
    let mut stones = game.plies.iter();
    for (ply, position) in game.positions() {
        while images.stones < ply {
            images
                .play(stones.next().expect("a game has a stone before every later position").point);
        }
        labelled.push(images.least());
        for interior in &position.interior {
            let mut inside = images.clone();
            interior.path.iter().for_each(|&point| inside.play(point));
            labelled.push(inside.least());
        }
    }
    stones.for_each(|ply| images.play(ply.point));
    Keys { labelled, end: images.least() }
}

/// The keys of a position and its mirror images.
#[derive(Clone)]
struct Images {
    size: BoardSize,
    symmetries: Vec<Symmetry>,
    keys: Vec<Key>,
    stones: usize,
}

impl Images {
    fn new(size: BoardSize) -> Self {
        let symmetries: Vec<Symmetry> = Symmetry::all(size).collect();
        // Equal stones on boards of different sizes are different positions.
        let size_key = Key(size.width() as u64).mixed_with(size.height() as u64);
        let keys = vec![size_key; symmetries.len()];
        Self { size, symmetries, keys, stones: 0 }
    }

    fn play(&mut self, point: Point) {
        // The side to move follows from the number of stones.
        let color = if self.stones.is_multiple_of(2) { Color::Black } else { Color::White };
        for (key, symmetry) in self.keys.iter_mut().zip(&self.symmetries) {
            *key ^= Key::stone(color, symmetry.apply(point, self.size));
        }
        self.stones += 1;
    }

    fn least(&self) -> u64 {
        self.keys.iter().map(|key| key.0).min().expect("the identity symmetry gives a key")
    }
}

/// Returns the kinds that occur in a tally, with their counts.
pub fn kinds(tally: &Tally) -> impl Iterator<Item = (&'static str, u64)> {
    let counts = Kind::VARIANTS.iter().map(|&kind| (kind.name(), tally.of(kind)));
    counts.filter(|(_, count)| *count > 0)
}

#[cfg(test)]
mod tests;
