//! A game: a position together with the rule that it is played by.

mod perft;
mod text;

use crate::board::{Bitboard, BoardSize, Color, Placement, PlacementError, Point, Position};
use crate::rules::{GameRule, IllegalMove, Outcome, check_move, forbidden_points, outcome, winner};

pub use text::ParseGameError;

/// A game in progress, or one that has ended.
///
/// [`Game::play`] makes only legal moves. A position can also be set up stone by stone
/// ([`Game::place`], [`Game::remove`]) or taken over as a whole ([`Game::from_position`]), without
/// a check against the rule.
///
/// ```
/// use dolmen::{Color, Game, Outcome};
///
/// let mut game: Game = "standard 15x15 h8 a1 h9 a2 h10 a3 h11 a4 h12".parse()?;
/// assert_eq!(game.outcome(), Some(Outcome::Win(Color::Black)));
/// assert!(game.play("c3".parse()?).is_err(), "the game is over");
/// assert_eq!(game.undo().map(|stone| stone.point.to_string()).as_deref(), Some("h12"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    rule: GameRule,
    position: Position,
}

impl Game {
    /// Returns a game on an empty board.
    ///
    /// ```
    /// use dolmen::{BoardSize, Game, Rule};
    ///
    /// let game = Game::new(Rule::Renju, BoardSize::square(15));
    /// assert_eq!(game.to_string(), "renju 15x15");
    /// ```
    #[must_use]
    pub fn new(rule: impl Into<GameRule>, size: BoardSize) -> Self {
        Self::from_position(rule, Position::new(size))
    }

    /// Returns a game that continues from a position.
    ///
    /// ```
    /// use dolmen::rules::GameRule;
    /// use dolmen::{Game, Position, Rule};
    ///
    /// let rule = GameRule { rule: Rule::Omok, continuous: true };
    /// let game = Game::from_position(rule, Position::from_moves("15x15 h8 i9")?);
    /// assert_eq!(game.to_string(), "omok continuous 15x15 h8 i9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_position(rule: impl Into<GameRule>, position: Position) -> Self {
        Self { rule: rule.into(), position }
    }

    /// Returns the rule.
    #[must_use]
    pub const fn rule(&self) -> GameRule {
        self.rule
    }

    /// Changes the rule; the stones stay.
    ///
    /// ```
    /// use dolmen::{Color, Game, Outcome, Rule};
    ///
    /// let mut game: Game = "freestyle 15x15 h8 a1 h9 a3 h10 a5 h12 a7 h13 a9 h11".parse()?;
    /// assert_eq!(game.outcome(), Some(Outcome::Win(Color::Black)));
    /// game.set_rule(Rule::Standard);
    /// assert_eq!(game.outcome(), None, "six stones in a row have no effect");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_rule(&mut self, rule: impl Into<GameRule>) {
        self.rule = rule.into();
    }

    /// Returns the stones, the side to move and the moves so far.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    /// Returns the outcome that the last stone caused, or `None` while the game goes on.
    ///
    /// Under a continuous rule a five does not end the game, which goes on until the board is full.
    ///
    /// ```
    /// use dolmen::{Color, Game, Outcome};
    ///
    /// let outcome = |rule: &str| {
    ///     let game = format!("{rule} 15x15 h8 a1 h9 a3 h10 a5 h11 a7 h12").parse();
    ///     game.map(|game: Game| game.outcome())
    /// };
    /// assert_eq!(outcome("standard")?, Some(Outcome::Win(Color::Black)));
    /// assert_eq!(outcome("standard continuous")?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = outcome(&self.position, self.rule.rule);
        let goes_on = self.rule.continuous && !self.position.empty().is_empty();
        outcome.filter(|_| !goes_on)
    }

    /// Returns the outcome of the game, whichever stone caused it, as for a position that was set up, where the order
    /// of the stones has no meaning. [`Game::outcome`] is faster.
    ///
    /// ```
    /// use dolmen::board::diagram;
    /// use dolmen::{Game, Rule};
    ///
    /// let position = diagram::parse("XXXXX\n.....\nOOOO.\n.....\n.....")?;
    /// let game = Game::from_position(Rule::Freestyle, position);
    /// assert!(game.outcome_of_stones().is_some());
    /// # Ok::<(), diagram::ParseDiagramError>(())
    /// ```
    #[must_use]
    pub fn outcome_of_stones(&self) -> Option<Outcome> {
        let won = winner(&self.position, self.rule.rule).filter(|_| !self.rule.continuous);
        won.map(Outcome::Win).or_else(|| self.outcome())
    }

    /// Returns the empty points where the side to move may not play;
    /// [`forbidden_kinds`](crate::rules::forbidden_kinds) returns the reasons.
    ///
    /// ```
    /// use dolmen::Game;
    ///
    /// let game: Game = "renju 15x15 g8 a1 i8 a3 h7 a5 h9 a7".parse()?;
    /// // A black stone in the middle would make two open threes.
    /// assert!(game.forbidden().contains("h8".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn forbidden(&self) -> Bitboard {
        forbidden_points(&self.position, self.side_to_move(), self.rule.rule)
    }

    /// Returns the points where the side to move may play: none once the game has ended.
    ///
    /// ```
    /// use dolmen::Game;
    ///
    /// let game: Game = "renju 15x15 g8 a1 i8 a3 h7 a5 h9 a7".parse()?;
    /// assert_eq!(game.legal_moves().len(), 15 * 15 - 8 - 1, "one empty point is forbidden");
    /// let game: Game = "renju 15x15 h8 a1 h9 a3 h10 a5 h11 a7 h12".parse()?;
    /// assert!(game.legal_moves().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Bitboard {
        match self.outcome() {
            Some(_) => Bitboard::EMPTY,
            None => self.position.empty() - self.forbidden(),
        }
    }

    /// Plays a move of the side to move, and returns the outcome if the move ends the game.
    ///
    /// # Errors
    /// Returns an error if the game has ended, or the point is off the board, occupied or forbidden. The game is then
    /// unchanged.
    ///
    /// ```
    /// use dolmen::{Color, Game, Outcome};
    ///
    /// let mut game: Game = "renju 15x15 g8 a1 i8 a3 h7 a5 h9 a7".parse()?;
    /// let error = game.play("h8".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), "point h8 is forbidden: double three");
    /// let mut game: Game = "renju 15x15 h8 a1 h9 a3 h10 a5 h11 a7".parse()?;
    /// assert_eq!(game.play("h12".parse()?)?, Some(Outcome::Win(Color::Black)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, point: Point) -> Result<Option<Outcome>, IllegalMove> {
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMove::GameOver(outcome));
        }
        check_move(&self.position, point, self.rule.rule)?;
        self.position.play(point).expect("the move is legal");
        Ok(self.outcome())
    }

    /// Takes the last stone back, and returns it; `None` if there is no stone.
    ///
    /// ```
    /// use dolmen::Game;
    ///
    /// let mut game: Game = "standard 15x15 h8 a1 h9 a3 h10 a5 h11 a7 h12".parse()?;
    /// assert_eq!(game.undo().map(|stone| stone.point), Some("h12".parse()?));
    /// assert_eq!(game.outcome(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Placement> {
        self.position.undo()
    }

    /// Places a stone of a colour, regardless of the side to move and of the rule; the other side
    /// moves next.
    ///
    /// # Errors
    /// Returns an error if the point is off the board or occupied.
    ///
    /// ```
    /// use dolmen::{Color, Game};
    ///
    /// let mut game: Game = "renju 15x15 g8 a1 i8 a3 h7 a5 h9 a7".parse()?;
    /// let point = "h8".parse()?;
    /// assert!(game.forbidden().contains(point));
    /// game.place(point, Color::Black)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn place(&mut self, point: Point, color: Color) -> Result<(), PlacementError> {
        self.position.place(point, color)
    }

    /// Takes away the stone on a point, and returns it; `None` if there is no stone.
    ///
    /// ```
    /// use dolmen::Game;
    ///
    /// let mut game: Game = "renju 15x15 h8 i9".parse()?;
    /// game.remove("h8".parse()?);
    /// assert_eq!(game.to_string(), "renju 15x15 pass i9");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, point: Point) -> Option<Placement> {
        self.position.remove(point)
    }
}

#[cfg(test)]
mod tests;
