//! The engine: finds moves for games, and remembers its results from move to move.

pub mod adviser;
#[cfg(feature = "protocol")]
mod fairness;
mod level;
mod memory;
#[cfg(feature = "protocol")]
pub mod opening;
mod options;
pub mod proof;
mod remembered;
#[cfg(feature = "protocol")]
pub mod swap2;
mod variety;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::board::{Bitboard, Point, Position};
use crate::certificate::Certificate;
pub use crate::engine::level::Level;
use crate::engine::level::{Plan, Watched};
use crate::engine::memory::{Conditions, Remembered};
pub use crate::engine::options::{BookUse, Options};
use crate::eval::{Evaluator, Score};
use crate::game::Game;
use crate::positions::{Book, BookMove};
use crate::search::{
    self, Balance, BalanceResult, Control, Limits, Memory, Observer, Origin, Progress, Request,
    SearchResult, Stopwatch,
};

/// A function that finds a move: [`Engine::think`], or a substitute in a test.
pub type Think =
    fn(&mut Engine, &Game, &Request, &Control, &mut dyn Observer) -> Result<SearchResult, NoMove>;

/// The distance reported for a win by a certificate, which does not store the real one.
pub const PROVED_PLIES: i32 = 99;

/// A player: weights, options and the results of earlier searches.
///
/// The engine owns no game and may think about any number of games, one after the other. The
/// results of a search serve the next one if its game has the same rule and the same board size.
/// Two engines do not affect each other.
#[derive(Debug)]
pub struct Engine {
    evaluator: Arc<Evaluator>,
    options: Options,
    /// The certificates to play by.
    certificates: Vec<Arc<Certificate>>,
    /// The results of earlier searches; `None` before the first one.
    memory: Option<Remembered>,
}

/// A position without a move to play: the board is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMove;

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the board is full")
    }
}

impl std::error::Error for NoMove {}

impl Default for Engine {
    /// Returns an engine with the built-in weights and default options.
    fn default() -> Self {
        Self::new(Evaluator::built_in(), Options::default())
    }
}

impl Engine {
    /// Returns an engine that has not thought yet.
    ///
    /// ```
    /// use dolmen::Engine;
    /// use dolmen::engine::Options;
    /// use dolmen::eval::{Evaluator, Weights};
    ///
    /// let evaluator = Evaluator::new(Weights::by_hand());
    /// let engine = Engine::new(evaluator.into(), Options { threads: 4, ..Options::default() });
    /// assert_eq!(engine.options().threads, 4);
    /// ```
    #[must_use]
    pub const fn new(evaluator: Arc<Evaluator>, options: Options) -> Self {
        Self { evaluator, options, certificates: Vec::new(), memory: None }
    }

    /// Returns the evaluator.
    #[must_use]
    pub const fn evaluator(&self) -> &Arc<Evaluator> {
        &self.evaluator
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the options for changes, which take effect with the next move.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use dolmen::engine::BookUse;
    /// use dolmen::search::Origin;
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15".parse()?;
    /// let mut engine = Engine::default();
    /// engine.options_mut().book = BookUse::Best;
    /// let result = engine.analyse(&game, Duration::from_secs(10), |_| {})?;
    /// assert_eq!(result.summary.origin, Origin::Book, "nothing was searched");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Finds a move for the side to move within a time, without playing it, even after a five.
    ///
    /// # Errors
    /// Returns an error if the board is full.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15 h8 a1 h9 a2 h10 a3 h11 h7".parse()?;
    /// let best = Engine::default().best_move(&game, Duration::from_millis(100))?;
    /// assert_eq!(best.to_string(), "h12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_move(&mut self, game: &Game, time: Duration) -> Result<Point, NoMove> {
        self.analyse(game, time, |_| {}).map(|result| result.best)
    }

    /// Searches for a time, and reports each better move and each completed depth.
    ///
    /// # Errors
    /// Returns an error if the board is full.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15 h8 i9".parse()?;
    /// let mut depths = Vec::new();
    /// let result = Engine::default().analyse(&game, Duration::from_millis(50), |progress| {
    ///     depths.push(progress.depth);
    /// })?;
    /// assert!(depths.is_sorted());
    /// assert_eq!(result.summary.principal_variation.first(), Some(&result.best));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyse(
        &mut self,
        game: &Game,
        time: Duration,
        mut report: impl FnMut(&Progress),
    ) -> Result<SearchResult, NoMove> {
        let request = Request::new(Limits { turn: Some(time), ..Limits::unlimited() });
        self.think(game, &request, &Control::new(Stopwatch::start()), &mut report)
    }

    /// Finds a move for the side to move, without playing it.
    ///
    /// If every empty point is forbidden to that side, the move is one of them.
    ///
    /// # Errors
    /// Returns an error if the board is full.
    ///
    /// ```
    /// use dolmen::search::{Control, Limits, Request, Silent};
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15 h8".parse()?;
    /// let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
    /// let control = Control::without_clock();
    /// let result = Engine::default().think(&game, &request, &control, &mut Silent)?;
    /// assert!(game.legal_moves().contains(result.best));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn think(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<SearchResult, NoMove> {
        let varied = self.options.seed.and_then(|seed| {
            let point = variety::varied_move(game.position(), seed)?;
            let is_allowed = request.allowed(game.position().empty()).contains(point);
            (is_allowed && !game.forbidden().contains(point)).then_some(point)
        });
        if let Some(best) = varied {
            let summary = Progress { principal_variation: vec![best], ..Progress::default() };
            return Ok(SearchResult::unsearched(best, summary));
        }
        let known = self.proved(game, request).or_else(|| self.look_up(game, request));
        if let Some(result) = known {
            observer.progress(&result.summary);
            return Ok(result);
        }
        if let Some(level) = self.options.level {
            return self.think_at(level, game, request, control, observer);
        }
        self.search(game, request, control, observer)
    }

    /// Returns the move of a certificate, if certificates are in use and one of them covers the game.
    fn proved(&self, game: &Game, request: &Request) -> Option<SearchResult> {
        let is_wanted = self.options.uses_certificates && self.options.level.is_none();
        if !is_wanted || request.multi_pv > 1 || game.rule().continuous {
            return None;
        }
        let rule = game.rule().rule;
        let mut of_rule = self.certificates.iter().filter(|certificate| certificate.rule == rule);
        let point = of_rule.find_map(|certificate| certificate.next_move(game.position()))?;
        if !request.allowed(game.position().empty()).contains(point)
            || game.forbidden().contains(point)
        {
            return None;
        }
        Some(SearchResult::unsearched(point, proved_win(vec![point])))
    }

    /// Returns the move of the opening book, if it is in use and has one.
    ///
    /// Levels play without the book, and a search for several variations needs more than one move.
    fn look_up(&self, game: &Game, request: &Request) -> Option<SearchResult> {
        let seed = match self.options.book {
            BookUse::Off => return None,
            BookUse::Best => None,
            BookUse::Varied(seed) => Some(seed),
        };
        if self.options.level.is_some() || request.multi_pv > 1 || game.rule().continuous {
            return None;
        }
        let BookMove { point, score, depth, variation } = Book::built_in().choose(game, seed)?;
        if !request.allowed(game.position().empty()).contains(point) {
            return None;
        }
        let summary = Progress {
            depth,
            selective_depth: depth,
            score,
            principal_variation: variation,
            origin: Origin::Book,
            ..Progress::default()
        };
        Some(SearchResult::unsearched(point, summary))
    }

    /// Finds a move at a level.
    fn think_at(
        &mut self,
        level: Level,
        game: &Game,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<SearchResult, NoMove> {
        let seed = self.options.seed.unwrap_or(0);
        let (request, key) = match level.plan(&self.evaluator, game, request, seed) {
            Plan::Play(best) => {
                let summary =
                    Progress { principal_variation: vec![best], depth: 1, ..Progress::default() };
                return Ok(SearchResult::unsearched(best, summary));
            }
            Plan::Search(request, key) => (request, key),
        };
        let mut watched = Watched::new(observer);
        let mut result = self.search(game, &request, control, &mut watched)?;
        let chosen = level.choose(&watched, key).filter(|&chosen| chosen != result.best);
        if let Some(chosen) = chosen {
            result.best = chosen;
            result.summary.principal_variation = vec![chosen];
        }
        Ok(result)
    }

    /// Searches at full strength.
    fn search(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<SearchResult, NoMove> {
        let Options { margins, threads, level, .. } = self.options;
        // The node budget of a level is for one thread: several are weaker with as many nodes.
        let threads = if level.is_some() { 1 } else { threads };
        self.with_memory(game, &request.limits, |memory| {
            memory.margins = margins;
            memory.set_threads(threads);
            search::search(game.position(), game.rule().rule, memory, request, control, observer)
        })
    }

    /// Finds stones that bring the score of the position near to a target, without placing them.
    ///
    /// # Errors
    /// Returns an error if there are not enough empty points.
    ///
    /// ```
    /// use dolmen::search::{Balance, Control, Limits, Request, Silent};
    /// use dolmen::{Engine, Game, Score};
    ///
    /// let game: Game = "freestyle 15x15 h8 i9".parse()?;
    /// let balance = Balance { is_pair: true, bias: Score::DRAW };
    /// let request = Request::new(Limits { nodes: Some(1_000), ..Limits::unlimited() });
    /// let control = Control::without_clock();
    /// let fair = Engine::default().balance(&game, balance, &request, &control, &mut Silent)?;
    /// assert_eq!(fair.stones.len(), 2, "a black stone and a white one");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn balance(
        &mut self,
        game: &Game,
        balance: Balance,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<BalanceResult, NoMove> {
        let (position, rule) = (game.position(), game.rule().rule);
        self.with_memory(game, &request.limits, |memory| {
            search::balance(position, rule, memory, balance, request, control, observer)
        })
    }

    /// Returns the result of a search with the memory of earlier searches, and keeps the memory
    /// for the next one.
    fn with_memory<T>(
        &mut self,
        game: &Game,
        limits: &Limits,
        search: impl FnOnce(&mut Memory) -> Option<T>,
    ) -> Result<T, NoMove> {
        let mut remembered = self.take_memory(game, limits);
        let result = search(&mut remembered.memory);
        self.memory = Some(remembered);
        result.ok_or(NoMove)
    }

    /// Takes the memory of earlier searches if its conditions hold, or returns an empty one.
    fn take_memory(&mut self, game: &Game, limits: &Limits) -> Remembered {
        let conditions = Conditions {
            rule: game.rule(),
            size: game.size(),
            max_table_bytes: self.options.table_bytes(),
        };
        let useful = search::useful_table_bytes(limits).saturating_mul(self.options.threads.max(1));
        let table_bytes = useful.min(conditions.max_table_bytes);
        let known = self.memory.take().filter(|known| {
            known.conditions == conditions && known.memory.table_bytes() >= table_bytes / 2
        });
        known.unwrap_or_else(|| {
            let memory = Memory::with_evaluator(Arc::clone(&self.evaluator), table_bytes);
            Remembered { conditions, memory }
        })
    }
}

/// Returns the report on the variation of a certificate.
fn proved_win(principal_variation: Vec<Point>) -> Progress {
    Progress {
        score: Score::win_in(PROVED_PLIES),
        principal_variation,
        origin: Origin::Proof,
        ..Progress::default()
    }
}

/// Returns the move nearest to the centre, without a search, or `None` if the board is full.
///
/// The move is forbidden only if every empty point is.
#[must_use]
pub fn any_move(game: &Game) -> Option<Point> {
    let position = game.position();
    let empty = position.empty();
    let nearest = |points| nearest_to_center(position, points);
    nearest(empty - game.forbidden()).or_else(|| nearest(empty))
}

/// Returns the point of a set that is nearest to the centre of the board.
fn nearest_to_center(position: &Position, points: Bitboard) -> Option<Point> {
    let center = position.geometry().center();
    points.iter().min_by_key(|point| point.distance(center))
}

#[cfg(test)]
mod tests;
