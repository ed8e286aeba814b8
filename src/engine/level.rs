//! Playing levels: weaker play for people, who see less and think less, instead of random blunders.
//!
//! A level overlooks points that a person may overlook, the same ones as long as the stones around
//! them stay the same; it searches few nodes, or looks one move ahead; and it chooses among moves
//! whose chances are nearly equal. It always makes a five, stops a five and finishes a win that it
//! sees; it begins near the middle, and it plays near other stones. Nothing depends on time, so a
//! level is equally strong on every machine. The choice among some of the moves is an idea of
//! KaTrain.

use crate::board::{Bitboard, Color, Key, Point};
use crate::engine::variety::varied_move;
use crate::eval::{Accumulator, Evaluator, MoveChance};
use crate::game::Game;
use crate::search::{Limits, Lines, Observer, Progress, Request};
use crate::threats::{Threat, ThreatBoard};

/// A playing level from 1, for beginners, to [`Level::MAX`].
///
/// ```
/// use dolmen::engine::{Level, Options};
/// use dolmen::search::{Control, Limits, Request, Silent};
/// use dolmen::{Engine, Evaluator, Game};
///
/// let options = Options { level: Level::new(1), ..Options::default() };
/// let mut engine = Engine::new(Evaluator::built_in(), options);
/// let game: Game = "freestyle 15x15 h8 a1 h9 a3 h10 a5 h11".parse()?;
/// let request = Request::new(Limits::unlimited());
/// let result = engine.think(&game, &request, &Control::without_clock(), &mut Silent)?;
/// assert!(["h7", "h12"].contains(&result.best.to_string().as_str()), "it stops the five");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The abilities of a level.
#[derive(Clone, Copy, Debug)]
struct Abilities {
    /// The nodes of a search; 0 for a look one move ahead.
    nodes: u64,
    /// The number of points out of 1,000 that the level overlooks.
    overlooks: u64,
    /// The chance to win that a move may give away against the best move that the level sees.
    tolerance: f64,
}

const fn abilities(nodes: u64, overlooks: u64, tolerance: f64) -> Abilities {
    Abilities { nodes, overlooks, tolerance }
}

/// The abilities of all levels, the first one first; see `tournament/results.md` for their strength.
const ABILITIES: [Abilities; Level::MAX as usize] = [
    abilities(0, 560, 0.11),
    abilities(0, 426, 0.072),
    abilities(0, 285, 0.047),
    abilities(0, 176, 0.03),
    abilities(27, 474, 0.083),
    abilities(49, 347, 0.067),
    abilities(108, 213, 0.0515),
    abilities(430, 88, 0.0325),
    abilities(1_030, 49, 0.023),
    abilities(2_530, 26, 0.016),
    abilities(4_950, 13, 0.011),
    abilities(9_250, 8, 0.007),
    abilities(16_000, 4, 0.004),
    abilities(33_000, 3, 0.0026),
    abilities(85_000, 1, 0.001),
];

/// The number of best moves among which a level chooses.
const CHOICES: usize = 4;

impl Level {
    /// The strongest level below full strength.
    pub const MAX: u8 = 15;

    /// Returns a level, or `None` if the number is not one of 1 to [`Level::MAX`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=Self::MAX => Some(Self(number)),
            _ => None,
        }
    }

    /// Returns the number of the level.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn abilities(self) -> Abilities {
        ABILITIES[self.0 as usize - 1]
    }
}

/// The plan of a level for a position.
#[derive(Debug)]
pub(super) enum Plan {
    /// The level plays a move without a search.
    Play(Point),
    /// The level searches, and then chooses with this key.
    Search(Box<Request>, Key),
}

impl Level {
    /// Returns the plan of the level for a position; `seed` varies it.
    pub(super) fn plan(
        self,
        evaluator: &Evaluator,
        game: &Game,
        request: &Request,
        seed: u64,
    ) -> Plan {
        let seed = Key(seed).mixed_with(u64::from(self.0));
        let key = seed.mixed_with(game.position().key().0);
        let mut board = ThreatBoard::new(game.position(), game.rule().rule);
        let legal = request.allowed(game.legal_moves());
        let is_first = board.position().history().len() < 2;
        let first = is_first.then(|| varied_move(board.position(), key.0)).flatten();
        let first = first.filter(|&point| legal.contains(point));
        if let Some(point) = forced_move(&board, legal).or(first) {
            return Plan::Play(point);
        }
        let Abilities { nodes, overlooks, tolerance } = self.abilities();
        let near = legal & board.position().occupied().dilated().dilated();
        let is_open = request.only.is_empty() && !near.is_empty();
        let within_sight = if is_open { near } else { legal };
        let overlooked = overlooked(&board, within_sight, overlooks, seed);
        let seen = within_sight - overlooked;
        let seen = if seen.is_empty() { within_sight } else { seen };
        if nodes == 0 {
            let mut accumulator = Accumulator::new(evaluator.rule(board.rule()), &board);
            let values = accumulator.chances(&mut board, seen);
            if let Some(best) = choose(&values, tolerance, key) {
                return Plan::Play(best);
            }
        }
        let nodes = nodes.max(1).min(request.limits.nodes.unwrap_or(u64::MAX));
        let request = Request {
            limits: Limits { nodes: Some(nodes), ..request.limits },
            blocked: request.blocked | (legal - seen),
            only: request.only,
            multi_pv: CHOICES,
            is_pondering: false,
        };
        Plan::Search(Box::new(request), key)
    }

    /// Chooses among the lines of the search that was planned; `None` if it found none.
    pub(super) fn choose(self, lines: &Watched<'_>, key: Key) -> Option<Point> {
        choose(&lines.values(), self.abilities().tolerance, key)
    }
}

/// Returns the move that makes five, or else one that stops the opponent's five.
fn forced_move(board: &ThreatBoard, legal: Bitboard) -> Option<Point> {
    let mover = board.position().side_to_move();
    let fives = |color: Color| (board.points(color, Threat::Five) & legal).iter().next();
    fives(mover).or_else(|| fives(!mover))
}

/// Returns the points that a level overlooks: about `of_thousand` in 1,000, selected by the shapes on them.
fn overlooked(board: &ThreatBoard, legal: Bitboard, of_thousand: u64, seed: Key) -> Bitboard {
    let is_overlooked = |point: &Point| {
        let shapes = Color::ALL.map(|color| board.group(color, *point) as u64);
        let key = shapes
            .iter()
            .fold(seed.mixed_with(point.index() as u64), |key, &shape| key.mixed_with(shape));
        key.0 % 1000 < of_thousand
    };
    legal.iter().filter(is_overlooked).collect()
}

/// Chooses one of the moves whose chances are near that of the best; `None` without moves.
fn choose(values: &[MoveChance], tolerance: f64, seed: Key) -> Option<Point> {
    let best = values.iter().map(|candidate| candidate.chance).fold(f64::NEG_INFINITY, f64::max);
    // Near a sure win or loss, a small loss of chance is a long detour, which weak players avoid.
    let tolerance = tolerance * 4.0 * best * (1.0 - best);
    let near: Vec<Point> = values
        .iter()
        .filter(|candidate| candidate.chance >= best - tolerance)
        .map(|candidate| candidate.point)
        .collect();
    let count = near.len() as u64;
    (count > 0).then(|| near[(seed.0 % count) as usize])
}

/// An observer that keeps the best lines of a search, and forwards every report.
pub(super) struct Watched<'a> {
    lines: Lines,
    observer: &'a mut dyn Observer,
}

impl<'a> Watched<'a> {
    /// Returns an observer that forwards every report to another one.
    pub(super) fn new(observer: &'a mut dyn Observer) -> Self {
        Self { lines: Lines::default(), observer }
    }

    /// Returns the first moves of the lines with their chances. A proved win leaves no choice, and
    /// neither does a position in which all lines lose: the first is the longest defence.
    fn values(&self) -> Vec<MoveChance> {
        let lines = self.lines.best();
        let is_decided = lines.first().is_some_and(|line| line.score.is_proved());
        let count = if is_decided { 1 } else { lines.len() };
        let first = |line: &Progress| {
            let point = *line.principal_variation.first()?;
            Some(MoveChance { point, chance: line.score.win_probability() })
        };
        lines.iter().take(count).filter_map(first).collect()
    }
}

impl Observer for Watched<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.lines.progress(progress);
        self.observer.progress(progress);
    }
}

#[cfg(test)]
mod tests;
