//! The engine: one game in progress, and the search that plays it.

pub mod options;
pub mod swap2;
pub mod variety;

use std::fmt;

use crate::board::{Bitboard, BoardSize, Color, Placement, PlacementError, Point, Position};
use crate::engine::options::Options;
use crate::eval::weights;
use crate::rules::GameRule;
use crate::search::{
    self, Balance, BalanceResult, Control, Limits, Memory, Observer, Progress, Request,
    SearchResult,
};
use crate::threats::legality;

/// A way to find a move: [`Engine::think`], or what a test puts in its place.
pub type Think =
    fn(&mut Engine, &Request, &Control, &mut dyn Observer) -> Result<SearchResult, NoMove>;

/// A game in progress, and everything that thinks about it.
#[derive(Debug)]
pub struct Engine {
    position: Position,
    options: Options,
    /// What searches of this game remember, from the first one on, and the conditions
    /// under which it means anything.
    memory: Option<(MemoryConditions, Memory)>,
}

/// What the search remembers is of use for one rule, on one board, and it has no more than
/// the size that was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MemoryConditions {
    rule: GameRule,
    size: BoardSize,
    most_table_bytes: usize,
}

/// A position without a move to play: the board is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMove;

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no move to play")
    }
}

impl std::error::Error for NoMove {}

impl Engine {
    /// An engine before its first move on an empty board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self::resume(Position::new(size), Options::default())
    }

    /// An engine that goes on from a position.
    #[must_use]
    pub fn resume(position: Position, options: Options) -> Self {
        Self { position, options, memory: None }
    }

    /// What the engine was told about how to play.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Changes how the engine plays; takes effect with the next move.
    pub const fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// The rule of the game.
    #[must_use]
    pub const fn rule(&self) -> GameRule {
        self.options.rule
    }

    /// The game's position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Begins a new game on an empty board; the options stay.
    pub fn new_game(&mut self, size: BoardSize) {
        self.position = Position::new(size);
        self.forget();
    }

    /// Goes on from another position; the options stay.
    pub fn set_position(&mut self, position: Position) {
        self.position = position;
    }

    /// Places a stone of the side to move.
    ///
    /// # Errors
    /// If the point is off the board or occupied.
    pub fn play(&mut self, point: Point) -> Result<(), PlacementError> {
        self.position.play(point)
    }

    /// Places a stone of a colour, whoever's turn it is; the other side moves next.
    ///
    /// # Errors
    /// If the point is off the board or occupied.
    pub fn place(&mut self, point: Point, color: Color) -> Result<(), PlacementError> {
        self.position.place(point, color)
    }

    /// Takes away the stone on a point.
    pub fn remove(&mut self, point: Point) -> Option<Placement> {
        self.position.remove(point)
    }

    /// Forgets what earlier searches found; position and options stay.
    pub fn forget(&mut self) {
        if let Some((_, memory)) = &mut self.memory {
            memory.clear();
        }
    }

    /// The empty points where the side to move may not play.
    #[must_use]
    pub fn forbidden(&self) -> Bitboard {
        legality::forbidden_points(&self.position, weights::tables(self.options.rule.rule))
    }

    /// Some move, found without thinking: near the centre, and not forbidden unless every
    /// point is. `None` if the board is full.
    #[must_use]
    pub fn any_move(&self) -> Option<Point> {
        let center = self.position.geometry().center();
        let nearest = |points: Bitboard| points.iter().min_by_key(|point| point.distance(center));
        let empty = self.position.empty();
        nearest(empty - self.forbidden()).or_else(|| nearest(empty))
    }

    /// Finds a move for the side to move; does not play it. If every point is forbidden
    /// to it, the move is some empty point.
    ///
    /// # Errors
    /// If the board is full.
    pub fn think(
        &mut self,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<SearchResult, NoMove> {
        let varied = self.options.seed.and_then(|seed| {
            let point = variety::varied_move(&self.position, seed)?;
            (!self.forbidden().contains(point)).then_some(point)
        });
        if let Some(best) = varied {
            let summary = Progress { principal_variation: vec![best], ..Progress::default() };
            return Ok(SearchResult { best, summary, root_moves: Vec::new() });
        }
        let rule = self.options.rule.rule;
        let mut memory = self.take_memory(&request.limits);
        memory.1.margins = self.options.margins;
        memory.1.set_threads(self.options.threads);
        let result =
            search::search(&self.position, rule, &mut memory.1, request, control, observer);
        self.memory = Some(memory);
        result.ok_or(NoMove)
    }

    /// Finds stones after which the position is worth what was asked for; does not place
    /// them.
    ///
    /// # Errors
    /// If there are not enough empty points.
    pub fn balance(
        &mut self,
        balance: Balance,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<BalanceResult, NoMove> {
        let rule = self.options.rule.rule;
        let mut memory = self.take_memory(&request.limits);
        let result = search::balance(
            &self.position,
            rule,
            &mut memory.1,
            balance,
            request,
            control,
            observer,
        );
        self.memory = Some(memory);
        result.ok_or(NoMove)
    }

    /// What is known from earlier searches if it is of use, else an empty memory.
    fn take_memory(&mut self, limits: &Limits) -> (MemoryConditions, Memory) {
        let conditions = MemoryConditions {
            rule: self.options.rule,
            size: self.position.size(),
            most_table_bytes: self.options.table_bytes(),
        };
        let useful = search::useful_table_bytes(limits).saturating_mul(self.options.threads.max(1));
        let table_bytes = useful.min(conditions.most_table_bytes);
        let known = self.memory.take().filter(|(known, memory)| {
            *known == conditions && memory.table_bytes() >= table_bytes / 2
        });
        known.unwrap_or_else(|| (conditions, Memory::new(table_bytes)))
    }

    /// How many entries of a thousand in the table of positions are in use.
    #[must_use]
    pub fn table_usage(&self) -> usize {
        self.memory.as_ref().map_or(0, |(_, memory)| memory.table_usage())
    }
}
