//! The searches for one act, which share the limits of a move.

use std::time::Duration;

use crate::board::{Bitboard, Color, Key, Point, Position};
use crate::engine::fairness::{advantage, even_score};
use crate::engine::swap2::{self, GAME_DIVISOR};
use crate::engine::variety::VARIED_PLIES;
use crate::engine::{Engine, NoMove, Think};
use crate::eval::Score;
use crate::game::Game;
use crate::opening::{Act, distinct_points};
use crate::rules::GameRule;
use crate::search::{Balance, Control, Limits, Lines, Observer, Progress, Request, SearchResult};

/// An act in an opening and the search behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The act.
    pub act: Act,
    /// The last progress of the search; without a variation if there was no search.
    pub summary: Progress,
}

impl Opened {
    /// Returns an act without a search.
    pub(super) fn unsearched(act: Act) -> Self {
        Self { act, summary: Progress::default() }
    }
}

/// The searches for one act.
pub(super) struct Searches<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) rule: GameRule,
    pub(super) request: &'a Request,
    pub(super) control: &'a Control,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) think: Think,
}

/// The place of a search among those that share the limits.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The number of the search, from 1.
    pub(super) number: u32,
    /// The number of searches.
    pub(super) of: u32,
}

impl Part {
    /// The only search.
    pub(super) const WHOLE: Self = Self { number: 1, of: 1 };
}

/// The best moves of a position.
pub(super) struct Found {
    pub(super) best: Point,
    /// At least one line, the best first.
    pub(super) lines: Vec<Progress>,
}

impl Found {
    /// Returns the score of the `count`-th best move, or that of the last one.
    pub(super) fn value(&self, count: usize) -> Score {
        let line = self.lines.get(count.saturating_sub(1)).or_else(|| self.lines.last());
        line.map_or(Score::DRAW, |line| line.score)
    }

    /// Returns the moves.
    pub(super) fn points(&self) -> Vec<Point> {
        let first = |line: &Progress| line.principal_variation.first().copied();
        let points: Vec<Point> = self.lines.iter().filter_map(first).collect();
        if points.is_empty() { vec![self.best] } else { points }
    }

    /// Returns the progress about the best move.
    pub(super) fn into_summary(self) -> Progress {
        self.lines.into_iter().next().unwrap_or_default()
    }
}

impl Searches<'_> {
    /// Chooses a fair stone, or the first stone of a fair pair.
    pub(super) fn fair(
        &mut self,
        position: &Position,
        choices: Bitboard,
        is_pair: bool,
    ) -> Result<Opened, NoMove> {
        let choices = self.varied(position, choices);
        let first = choices.iter().next().ok_or(NoMove)?;
        if choices.len() == 1 {
            return Ok(Opened::unsearched(Act::Place(first)));
        }
        let game = Game::from_position(self.rule, position.clone());
        let request = self.among(position, choices, Part::WHOLE);
        let balance = Balance { is_pair, bias: even_score(self.rule, position.side_to_move()) };
        let result = self.engine.balance(&game, balance, &request, self.control, self.observer)?;
        let point = result.stones.first().copied().filter(|&point| choices.contains(point));
        Ok(Opened { act: Act::Place(point.unwrap_or(first)), summary: result.summary })
    }

    /// Returns about half of the choices, selected by the seed, as long as the stones vary.
    fn varied(&self, position: &Position, choices: Bitboard) -> Bitboard {
        let seed = self.engine.options().seed.filter(|_| position.ply() < VARIED_PLIES);
        let Some(seed) = seed else { return choices };
        let is_left = |point: &Point| {
            let number = ((point.row() as u64) << 8) | point.column() as u64;
            let Key(bits) = position.key().mixed_with(seed).mixed_with(number);
            bits % 2 == 0
        };
        let left: Bitboard = choices.iter().filter(is_left).collect();
        if left.is_empty() { choices } else { left }
    }

    /// Chooses the three stones of a swap2 opening.
    pub(super) fn swap2_stones(
        &mut self,
        position: &Position,
    ) -> Result<([Point; 3], Progress), NoMove> {
        let game = Game::from_position(self.rule, position.clone());
        let (request, control) = (self.request, self.control);
        swap2::open(self.engine, &game, request, control, self.think)
    }

    /// Takes the colour that is worth more, for the player who has a colour.
    pub(super) fn better_side(
        &mut self,
        position: &Position,
        own: Color,
        part: Part,
    ) -> Result<Opened, NoMove> {
        let result = self.search(position, self.among(position, position.empty(), part), None)?;
        let mover = position.side_to_move();
        let is_mover_worse = advantage(self.rule, mover, result.summary.score) < Score::DRAW;
        let act = if is_mover_worse == (mover == own) { Act::Swap } else { Act::Stay };
        Ok(Opened { act, summary: result.summary })
    }

    /// Chooses the best of some points.
    pub(super) fn best_of(
        &mut self,
        position: &Position,
        choices: Bitboard,
        part: Part,
    ) -> Result<Opened, NoMove> {
        let first = choices.iter().next().ok_or(NoMove)?;
        let result = self.search(position, self.among(position, choices, part), None)?;
        let best = if choices.contains(result.best) { result.best } else { first };
        Ok(Opened { act: Act::Place(best), summary: result.summary })
    }

    /// Finds the best moves.
    pub(super) fn lines(
        &mut self,
        position: &Position,
        count: usize,
        part: Part,
    ) -> Result<Found, NoMove> {
        self.found(position, position.empty(), count, part)
    }

    /// Finds the best fifth stones, no two of which are symmetric to each other.
    pub(super) fn fifths(
        &mut self,
        position: &Position,
        count: usize,
        part: Part,
    ) -> Result<Found, NoMove> {
        self.found(position, distinct_points(position, &[]), count, part)
    }

    /// Finds the best of some points.
    fn found(
        &mut self,
        position: &Position,
        choices: Bitboard,
        count: usize,
        part: Part,
    ) -> Result<Found, NoMove> {
        let request = Request { multi_pv: count, ..self.among(position, choices, part) };
        let mut lines = Lines::default();
        let result = self.search(position, request, Some(&mut lines))?;
        let mut lines = lines.best().to_vec();
        if lines.is_empty() {
            lines.push(result.summary);
        }
        Ok(Found { best: result.best, lines })
    }

    /// Searches a position without the varied moves of a game's start.
    fn search(
        &mut self,
        position: &Position,
        request: Request,
        lines: Option<&mut Lines>,
    ) -> Result<SearchResult, NoMove> {
        let game = Game::from_position(self.rule, position.clone());
        let seed = self.engine.options().seed;
        if position.ply() < VARIED_PLIES {
            self.engine.options_mut().seed = None;
        }
        let observer = match lines {
            Some(lines) => lines as &mut dyn Observer,
            None => &mut *self.observer,
        };
        let result = (self.think)(self.engine, &game, &request, self.control, observer);
        self.engine.options_mut().seed = seed;
        result
    }

    /// Returns a request that is restricted to some points.
    fn among(&self, position: &Position, choices: Bitboard, part: Part) -> Request {
        let blocked = self.request.blocked | (position.empty() - choices);
        Request { blocked, limits: shared(&self.request.limits, part), ..*self.request }
    }
}

/// Returns the limits of one of several searches.
fn shared(limits: &Limits, Part { number, of }: Part) -> Limits {
    if of <= 1 {
        return *limits;
    }
    let by_game = limits.match_left.map(|left| left / GAME_DIVISOR);
    let turn = [limits.turn, by_game].into_iter().flatten().min();
    // All searches count their time from the same start, so each needs a later end.
    let until = |time: Duration| time * number / of;
    let nodes = limits.nodes.map(|nodes| (nodes / u64::from(of)).max(1));
    Limits { turn: turn.map(until), nodes, ..*limits }
}

/// Returns the empty points up to a distance from the centre.
pub(super) fn square(position: &Position, within: Option<usize>) -> Bitboard {
    let center = position.geometry().center();
    let is_near = |point: &Point| within.is_none_or(|within| point.distance(center) <= within);
    position.empty().iter().filter(is_near).collect()
}

/// Returns the position after a stone.
pub(super) fn after(position: &Position, point: Point) -> Result<Position, NoMove> {
    let mut after = position.clone();
    after.play(point).map_err(|_| NoMove)?;
    Ok(after)
}
