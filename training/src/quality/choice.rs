//! The choice of the positions that are examined: of each rule and group so many, each of another
//! game as far as there are games.
//!
//! The choice depends on the seed and on what the games are, not on the files' order; more
//! positions are those chosen before and others, and more games push out only a few.

use std::collections::BTreeMap;
use std::path::PathBuf;

use dolmen::board::{Key, Position};
use dolmen::rules::{Rule, outcome};
use dolmen::threats::{Threat, ThreatBoard};

use crate::labelled::{FileError, Group, LabelledPosition, labelled_positions, read_shard};
use crate::store::{Game, Label, Shard};

/// The positions to choose.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The files of games.
    pub files: Vec<PathBuf>,
    /// The rules; none stands for all of them.
    pub rules: Vec<Rule>,
    /// The groups.
    pub groups: Vec<Group>,
    /// The number of positions of each rule and group.
    pub count: usize,
    /// The seed.
    pub seed: u64,
}

/// A position that was chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The rule.
    pub rule: Rule,
    /// The group.
    pub group: Group,
    /// The position.
    pub position: Position,
    /// Its label as it is stored.
    pub label: Label,
}

impl Choice {
    /// Chooses positions, those of the rules and groups in turn, so that the first of them are
    /// a fair choice too; `on_file` is called after every file.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn choose(&self, on_file: &mut dyn FnMut()) -> Result<Vec<Chosen>, FileError> {
        let mut chooser = Chooser { choice: self, chosen: BTreeMap::new() };
        for path in &self.files {
            let shard = read_shard(path)?;
            if self.rules.is_empty() || self.rules.contains(&shard.rule) {
                shard.games.iter().for_each(|game| chooser.add_game(&shard, game));
            }
            on_file();
        }
        Ok(chooser.in_turn())
    }
}

/// The positions of one rule and group, the first choice first.
type Ranked = BTreeMap<Rank, Chosen>;

/// The place of a position in the choice: the first positions of all games, then the second
/// ones, each in a random order of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Positions of the same game and group before it.
    number: usize,
    /// A random number, the game's own.
    game: u64,
}

/// Takes games, and keeps what ranks first.
struct Chooser<'a> {
    choice: &'a Choice,
    /// By number of the rule and group.
    chosen: BTreeMap<(usize, Group), Ranked>,
}

impl Chooser<'_> {
    fn add_game(&mut self, shard: &Shard, game: &Game) {
        let key = game_key(self.choice.seed, shard, game);
        let candidates = (0..).zip(labelled_positions(shard, game));
        let mut candidates: Vec<(u64, LabelledPosition<'_>)> = candidates
            .filter(|(_, labelled)| labelled.label.searched.depth > 0)
            .map(|(number, labelled)| (key.mixed_with(number).0, labelled))
            .collect();
        candidates.sort_by_key(|(order, _)| *order);
        for &group in &self.choice.groups {
            let of_group = candidates.iter().map(|(_, labelled)| labelled);
            let of_group = of_group.filter(|labelled| labelled.group == group);
            let ranked = self.chosen.entry((shard.rule.index(), group)).or_default();
            let mut rank = Rank { number: 0, game: key.0 };
            for labelled in of_group {
                let is_full = ranked.len() >= self.choice.count;
                if is_full && ranked.last_key_value().is_none_or(|(last, _)| rank >= *last) {
                    break;
                }
                let Some(position) = open_position(labelled, shard.rule) else { continue };
                let label = *labelled.label;
                ranked.insert(rank, Chosen { rule: shard.rule, group, position, label });
                if ranked.len() > self.choice.count {
                    ranked.pop_last();
                }
                rank.number += 1;
            }
        }
    }

    /// The first choices of all rules and groups, then the second ones, and so on.
    fn in_turn(self) -> Vec<Chosen> {
        let numbered = self.chosen.into_values().flat_map(|ranked| (0..).zip(ranked.into_values()));
        let mut numbered: Vec<(usize, Chosen)> = numbered.collect();
        numbered.sort_by_key(|(number, _)| *number);
        numbered.into_iter().map(|(_, chosen)| chosen).collect()
    }
}

/// Returns a random number that depends on the game only, whichever file it is in.
fn game_key(seed: u64, shard: &Shard, game: &Game) -> Key {
    let parts = [
        shard.rule.index() as u64,
        shard.seed,
        u64::from(game.number),
        game.size.width() as u64,
        game.size.height() as u64,
        u64::from(shard.header.is_none()),
    ];
    parts.into_iter().fold(Key(seed), Key::mixed_with)
}

/// The position, if it is worth a search: it is not over, and neither side makes a five next.
fn open_position(labelled: &LabelledPosition<'_>, rule: Rule) -> Option<Position> {
    let position = labelled.position()?;
    let board = ThreatBoard::new(&position, rule);
    let mover = board.side_to_move();
    let is_open = [mover, !mover].iter().all(|&color| board.count(color, Threat::Five) == 0);
    (is_open && outcome(&position, rule).is_none()).then_some(position)
}
