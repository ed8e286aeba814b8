//! Playing levels: weaker play for people, by sight and effort and never by blunders that nobody makes.
//!
//! A level overlooks points that a person may overlook, the same ones as long as the stones around
//! them stay the same; it searches few nodes, or looks one move ahead; and it chooses among moves
//! whose chances are nearly equal. It always makes its five and stops a five, and it ends a game that
//! it sees won. Nothing depends on time, so a level is equally strong on every machine. The idea to
//! choose among some of the moves is KaTrain's, the idea to weaken sight that of chess teachers.

use crate::board::{Bitboard, Color, Key, Point};
use crate::engine::{Engine, NoMove};
use crate::eval::{Accumulator, Evaluator, Score};
use crate::game::Game;
use crate::search::{Control, Limits, Observer, Progress, Request, SearchResult};
use crate::threats::{Threat, ThreatBoard};

/// A playing level from 1, for beginners, to [`Level::MAX`].
///
/// ```
/// use dolmen::engine::{Level, Options};
/// use dolmen::search::{Control, Limits, Request, Silent};
/// use dolmen::{BoardSize, Engine, Evaluator, Game, Rule};
///
/// let options = Options { level: Level::new(1), ..Options::default() };
/// let mut engine = Engine::new(Evaluator::built_in(), options);
/// let mut game = Game::new(Rule::Freestyle, BoardSize::square(15));
/// for name in ["h8", "a1", "h9", "a3", "h10", "a5", "h11"] {
///     game.play(name.parse()?)?;
/// }
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
    /// How many of 1,000 points it overlooks.
    overlooks: u64,
    /// The chance to win that a move may give away against the best move that it sees.
    tolerance: f64,
}

const fn abilities(nodes: u64, overlooks: u64, tolerance: f64) -> Abilities {
    Abilities { nodes, overlooks, tolerance }
}

/// The abilities of all levels, the first one first; see `tournament/results.md` for their strength.
const ABILITIES: [Abilities; Level::MAX as usize] = [
    abilities(0, 650, 0.12),
    abilities(0, 450, 0.08),
    abilities(0, 280, 0.05),
    abilities(0, 140, 0.03),
    abilities(60, 160, 0.05),
    abilities(150, 120, 0.04),
    abilities(400, 90, 0.03),
    abilities(1_000, 60, 0.02),
    abilities(2_500, 40, 0.02),
    abilities(6_000, 20, 0.01),
    abilities(15_000, 10, 0.01),
    abilities(40_000, 0, 0.0),
];

/// The number of best moves among which a level chooses.
const CHOICES: usize = 4;

impl Level {
    /// The strongest level below full strength.
    pub const MAX: u8 = 12;

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

/// A move and its chance to win.
type Candidate = (Point, f64);

impl Engine {
    /// Finds a move at a level.
    pub(super) fn think_at(
        &mut self,
        level: Level,
        game: &Game,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<SearchResult, NoMove> {
        let seed = Key(self.options.seed.unwrap_or(0)).mixed_with(u64::from(level.0));
        let mut board = ThreatBoard::new(game.position(), game.rule().rule);
        let legal = game.legal_moves() - request.blocked;
        if let Some(forced) = forced_move(&board, legal) {
            return Ok(decided(forced, game));
        }
        let Abilities { nodes, overlooks, tolerance } = level.abilities();
        let overlooked = overlooked(&board, legal, overlooks, seed);
        let seen = legal - overlooked;
        if nodes == 0 && board.position().history().len() > 1 && !seen.is_empty() {
            let values = one_move_ahead(&self.evaluator, &mut board, seen);
            let best = choose(&values, tolerance, seed.mixed_with(game.position().key().0));
            return Ok(decided(best.unwrap_or(values[0].0), game));
        }
        let nodes = nodes.max(1).min(request.limits.nodes.unwrap_or(u64::MAX));
        let request = Request {
            limits: Limits { nodes: Some(nodes), ..request.limits },
            blocked: request.blocked | overlooked,
            multi_pv: if tolerance > 0.0 { CHOICES } else { 1 },
        };
        let mut lines = Lines { done: Vec::new(), new: Vec::new(), observer };
        let mut result = self.search(game, &request, control, &mut lines)?;
        let values = lines.values();
        let seed = seed.mixed_with(game.position().key().0);
        if let Some(best) = choose(&values, tolerance, seed).filter(|&best| best != result.best) {
            result.best = best;
            result.summary.principal_variation = vec![best];
        }
        Ok(result)
    }
}

/// Returns the move that makes five, or else one that stops the opponent's five.
fn forced_move(board: &ThreatBoard, legal: Bitboard) -> Option<Point> {
    let mover = board.position().side_to_move();
    let fives = |color: Color| (board.points(color, Threat::Five) & legal).iter().next();
    fives(mover).or_else(|| fives(!mover))
}

/// Returns a decision without a search.
fn decided(best: Point, game: &Game) -> SearchResult {
    let score = Score::DRAW;
    let depth = u32::from(!game.position().history().is_empty());
    let summary = Progress { principal_variation: vec![best], score, depth, ..Progress::default() };
    SearchResult { best, summary, root_moves: Vec::new() }
}

/// Returns the points that a level overlooks: some of a thousand, chosen by the shapes around them.
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

/// Returns the chances of the side to move after each of these moves, by the evaluation alone.
fn one_move_ahead(
    evaluator: &Evaluator,
    board: &mut ThreatBoard,
    moves: Bitboard,
) -> Vec<Candidate> {
    let mut accumulator = Accumulator::new(evaluator.rule(board.rule()), board);
    let mut values = Vec::new();
    for point in moves {
        board.play(point);
        let is_full = board.position().empty().is_empty();
        let chance =
            if is_full { 0.5 } else { 1.0 - accumulator.evaluate(board).win_probability() };
        board.undo();
        accumulator.follow_undo(board);
        values.push((point, chance));
    }
    values
}

/// Chooses one of the moves whose chances are near that of the best; `None` without moves.
fn choose(values: &[Candidate], tolerance: f64, seed: Key) -> Option<Point> {
    let best = values.iter().map(|&(_, chance)| chance).fold(f64::NEG_INFINITY, f64::max);
    let near: Vec<Point> = values
        .iter()
        .filter(|&&(_, chance)| chance >= best - tolerance)
        .map(|&(point, _)| point)
        .collect();
    let count = near.len() as u64;
    (count > 0).then(|| near[(seed.0 % count) as usize])
}

/// An observer that keeps the best lines of a search, and passes everything on.
struct Lines<'a> {
    /// The lines of the last complete iteration, the best first.
    done: Vec<Progress>,
    /// The lines of the iteration that is reported.
    new: Vec<Progress>,
    observer: &'a mut dyn Observer,
}

impl Lines<'_> {
    /// Returns the first moves of the lines with their chances. A proved win leaves no choice, and
    /// neither does a position in which all lines lose: the first is the longest defence.
    fn values(self) -> Vec<Candidate> {
        let lines = if self.new.len() >= self.done.len() { self.new } else { self.done };
        let is_decided =
            lines.first().is_some_and(|line| line.score.is_win() || line.score.is_loss());
        let count = if is_decided { 1 } else { lines.len() };
        let first = |line: &Progress| {
            let point = *line.principal_variation.first()?;
            Some((point, line.score.win_probability()))
        };
        lines.iter().take(count).filter_map(first).collect()
    }
}

impl Observer for Lines<'_> {
    fn progress(&mut self, progress: &Progress) {
        if progress.rank < self.new.len() {
            let old = std::mem::take(&mut self.new);
            if old.len() >= self.done.len() {
                self.done = old;
            }
        }
        self.new.push(progress.clone());
        self.observer.progress(progress);
    }
}

#[cfg(test)]
mod tests;
