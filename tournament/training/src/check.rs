//! The command `check`: replays stored games by the slow definitions of the rules and
//! counts what is in them.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use dolmen::board::{BoardSize, Color, Key, Point, Position, Symmetry};
use dolmen::eval::weights;
use dolmen::rules::{IllegalMove, Outcome, Rule, check_move, five_points, outcome};
use dolmen::solver::{Proof, Vcf};
use dolmen::threats::ThreatBoard;

use crate::store::{Game, Shard};

/// Positions that the solver may look at to confirm the end of a game.
const PROOF_BUDGET: u64 = 1 << 20;
/// Positions that the solver remembers, as a power of two.
const PROOF_MEMORY_BITS: u32 = 16;

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A move that the rules do not allow; the ply counts from 0.
    Illegal(usize, IllegalMove),
    /// A best move that the rules do not allow.
    IllegalChoice(usize, IllegalMove),
    /// Stones go on after the end of the game.
    AfterEnd(usize),
    /// The stones say another outcome, or none.
    Outcome(Option<Outcome>),
    /// The game ends with a win that the solver does not find.
    Unproved,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(ply, error) => write!(f, "ply {ply}: {error}"),
            Self::IllegalChoice(ply, error) => write!(f, "best move of ply {ply}: {error}"),
            Self::AfterEnd(ply) => write!(f, "ply {ply} comes after the end"),
            Self::Outcome(Some(outcome)) => write!(f, "the stones say: {outcome}"),
            Self::Outcome(None) => write!(f, "the stones end nothing"),
            Self::Unproved => write!(f, "the win at the end is not confirmed"),
        }
    }
}

impl std::error::Error for Fault {}

/// What the games of one rule and size hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Files.
    pub files: usize,
    /// Games.
    pub games: usize,
    /// Games whose end an earlier one has too, up to symmetry.
    pub duplicate_games: usize,
    /// Positions that a search looked at.
    pub positions: usize,
    /// Those of them that differ from each other, up to symmetry.
    pub distinct: usize,
    /// Positions whose search found nothing out, forced answers included.
    pub void: usize,
    /// Stones of all games.
    pub stones: usize,
    /// Games that black won, that white won, drawn ones.
    pub outcomes: [usize; 3],
    /// Games with a fault.
    pub faults: usize,
    /// Damage to files: gaps and records; torn ends.
    pub damages: usize,
    /// Files with a torn end, which costs nothing but the games cut off.
    pub torn_ends: usize,
}

impl Count {
    /// Whether nothing is wrong but torn ends.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.faults == 0 && self.damages == 0
    }
}

/// Counts games, file by file.
#[derive(Debug, Default)]
pub struct Checker {
    kinds: BTreeMap<Kind, Seen>,
}

/// The name of the rule, the columns and the rows.
pub type Kind = (&'static str, usize, usize);

/// What was seen of one kind of game.
#[derive(Debug, Default)]
struct Seen {
    count: Count,
    /// Keys of searched positions.
    positions: HashSet<u64>,
    /// Keys of the last positions of games.
    ends: HashSet<u64>,
}

impl Checker {
    /// Takes over the games of a file; `complain` is told what is wrong with which game.
    pub fn add(&mut self, shard: &Shard, complain: &mut dyn FnMut(&Game, &Fault)) {
        let size = (shard.size.width(), shard.size.height());
        let kind = (shard.rule.name(), size.0, size.1);
        let Seen { count, positions, ends } = self.kinds.entry(kind).or_default();
        count.files += 1;
        for damage in &shard.damage {
            match damage {
                crate::store::Damage::TornEnd { .. } => count.torn_ends += 1,
                _ => count.damages += 1,
            }
        }
        for game in &shard.games {
            if let Err(fault) = replay(game, shard.rule, shard.size) {
                count.faults += 1;
                complain(game, &fault);
                continue;
            }
            count.games += 1;
            count.stones += game.plies.len();
            count.positions += game.searched_positions();
            let searches = game.plies.iter().filter_map(|ply| ply.searched).chain(game.proof);
            count.void += searches.filter(|searched| searched.depth == 0).count();
            count.outcomes[match game.outcome {
                Outcome::Win(color) => color.index(),
                Outcome::Draw => 2,
            }] += 1;
            let keys = keys(game, shard.size);
            count.duplicate_games += usize::from(!ends.insert(keys.end));
            positions.extend(keys.searched);
        }
        count.distinct = positions.len();
    }

    /// What was counted.
    pub fn counts(&self) -> impl Iterator<Item = (&Kind, &Count)> {
        self.kinds.iter().map(|(kind, seen)| (kind, &seen.count))
    }
}

/// Replays a game by the slow definitions.
///
/// # Errors
/// What is wrong with it.
pub fn replay(game: &Game, rule: Rule, size: BoardSize) -> Result<(), Fault> {
    let mut position = Position::new(size);
    let legal = |position: &Position, point: Point| match check_move(position, point, rule) {
        Err(_) if may_only_foul(position, point, rule) => Ok(()),
        checked => checked,
    };
    for (number, ply) in game.plies.iter().enumerate() {
        if number > 0 && outcome(&position, rule).is_some() {
            return Err(Fault::AfterEnd(number));
        }
        legal(&position, ply.point).map_err(|error| Fault::Illegal(number, error))?;
        let choice = ply.searched.map_or(ply.point, |searched| searched.best);
        legal(&position, choice).map_err(|error| Fault::IllegalChoice(number, error))?;
        position.play(ply.point).expect("a legal move is possible");
    }
    let end = outcome(&position, rule);
    let Some(proof) = game.proof else {
        return if end == Some(game.outcome) { Ok(()) } else { Err(Fault::Outcome(end)) };
    };
    if end.is_some() {
        return Err(Fault::AfterEnd(game.plies.len()));
    }
    if game.outcome != Outcome::Win(position.side_to_move()) {
        return Err(Fault::Outcome(None));
    }
    legal(&position, proof.best).map_err(|error| Fault::IllegalChoice(game.plies.len(), error))?;
    confirm_win(&position, rule)
}

/// Whether a move is to an empty point, and every empty point is forbidden: the game goes on
/// with fouls until the board is full.
fn may_only_foul(position: &Position, point: Point, rule: Rule) -> bool {
    let is_illegal = |point: Point| check_move(position, point, rule).is_err();
    position.is_empty_at(point) && position.empty().iter().all(is_illegal)
}

/// Looks for a win by continuous fours, and plays it to the end by the slow definitions.
fn confirm_win(position: &Position, rule: Rule) -> Result<(), Fault> {
    let mut board = ThreatBoard::new(position, weights::tables(rule));
    let Proof::Win(line) = Vcf::new(PROOF_MEMORY_BITS).solve(&mut board, PROOF_BUDGET) else {
        return Err(Fault::Unproved);
    };
    let winner = position.side_to_move();
    let mut position = position.clone();
    for point in line {
        check_move(&position, point, rule).map_err(|_| Fault::Unproved)?;
        position.play(point).expect("a legal move is possible");
    }
    let is_won = outcome(&position, rule) == Some(Outcome::Win(winner))
        || (position.side_to_move() != winner && cannot_answer(&position, rule));
    if is_won { Ok(()) } else { Err(Fault::Unproved) }
}

/// Whether the opponent makes five next, whatever the side to move does: a line of fours
/// may end with one whose answer is forbidden.
fn cannot_answer(position: &Position, rule: Rule) -> bool {
    let mover = position.side_to_move();
    let makes_five = |position: &Position, color| !five_points(position, color, rule).is_empty();
    let answers = |&point: &Point| {
        let mut answered = position.clone();
        check_move(position, point, rule).is_ok()
            && answered.play(point).is_ok()
            && !makes_five(&answered, !mover)
    };
    !makes_five(position, mover) && !position.empty().iter().any(|point| answers(&point))
}

/// The keys of a game's positions, each the least of those of its mirror images.
struct Keys {
    searched: Vec<u64>,
    end: u64,
}

fn keys(game: &Game, size: BoardSize) -> Keys {
    let symmetries: Vec<Symmetry> = Symmetry::all(size).collect();
    let mut images = vec![Key::default(); symmetries.len()];
    let least = |images: &[Key]| images.iter().map(|key| key.0).min().expect("there are images");
    let mut searched = Vec::new();
    let mut color = Color::Black;
    for ply in &game.plies {
        if ply.searched.is_some() {
            searched.push(least(&images));
        }
        for (image, symmetry) in images.iter_mut().zip(&symmetries) {
            // The side to move follows from the number of stones.
            *image ^= Key::stone(color, symmetry.apply(ply.point, size));
        }
        color = !color;
    }
    let end = least(&images);
    searched.extend(game.proof.map(|_| end));
    Keys { searched, end }
}

#[cfg(test)]
mod tests;
