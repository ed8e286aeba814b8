//! The conditions of a game: those of the first game, and their limits.

use dolmen::board::{BoardSize, Color};
use dolmen::opening::Protocol;
use dolmen::rules::{GameRule, Rule};
use thiserror::Error;

use crate::dialogue::Dialogue;
use crate::message::{
    DEFAULT_THINKING, EngineId, EngineInfo, MAX_LEVEL, Player, Setup, TimeControl,
};

/// The longest time of a time control, in milliseconds: a hundred hours.
const MAX_MS: u64 = 360_000_000;
/// The longest thinking time of an engine for a move, in milliseconds.
const MAX_THINKING: u64 = 3_600_000;
/// The longest delay between two moves of engines, in milliseconds.
const MAX_DELAY: u64 = 60_000;
/// The level of the engine in the first game, if it has levels.
const FIRST_LEVEL: u8 = 4;
/// The maximum number of characters of a player's name.
const MAX_NAME: usize = 64;

/// The reasons why a game cannot be set up.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SetupError {
    /// The sides of the board are too short or too long.
    #[error("invalid board size {0}x{1}: expected sides from 5 to 22")]
    Size(u8, u8),
    /// The table has no such engine.
    #[error("there is no engine {0} at this table")]
    NoEngine(EngineId),
    /// The engine has no levels, or not this one.
    #[error("invalid level {level} of {engine}: {expected}")]
    Level {
        /// The name of the engine.
        engine: String,
        /// The level.
        level: u8,
        /// The values that would be right.
        expected: String,
    },
    /// A time is too long, or an increment is given without a time for the game.
    #[error(
        "invalid time control: expected at most 100 hours, and an increment only with a time for the game"
    )]
    Time,
    /// The opening belongs to another rule.
    #[error("invalid opening {0}: expected the rule renju")]
    Opening(Protocol),
    /// The time of an engine for a move is too long.
    #[error("invalid thinking time: expected at most an hour a move")]
    Thinking,
    /// The delay between two moves is too long.
    #[error("invalid delay between two moves: expected at most a minute")]
    Delay,
    /// A name is too long.
    #[error("invalid name: expected at most {MAX_NAME} characters")]
    Name,
}

impl Setup {
    /// Returns a game of a person with the black stones against the first of some engines, or of two
    /// persons if there is none: freestyle on 15×15, without clocks.
    #[must_use]
    pub fn first(engines: &[EngineInfo]) -> Self {
        let person = Player::Person { name: String::new() };
        let opponent = engines.first().map(|engine| Player::Engine {
            engine: engine.id,
            level: engine.has_levels.then_some(FIRST_LEVEL),
        });
        Self {
            rule: Rule::Freestyle,
            continuous: false,
            width: 15,
            height: 15,
            white: opponent.unwrap_or_else(|| person.clone()),
            black: person,
            clock: TimeControl::default(),
            thinking_ms: DEFAULT_THINKING,
            opening: None,
            delay_ms: 0,
        }
    }

    pub(super) fn game_rule(&self) -> GameRule {
        GameRule { rule: self.rule, continuous: self.continuous }
    }

    pub(super) fn size(&self) -> Result<BoardSize, SetupError> {
        BoardSize::new(i64::from(self.width), i64::from(self.height))
            .map_err(|_| SetupError::Size(self.width, self.height))
    }

    /// Returns the player of a side.
    pub(super) fn player(&self, side: Color) -> &Player {
        match side {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Checks the conditions at a table with these engines.
    pub(super) fn check(&self, engines: &[Dialogue]) -> Result<(), SetupError> {
        self.size()?;
        self.black.check(engines)?;
        self.white.check(engines)?;
        let is_renju = self.rule == Rule::Renju;
        if let Some(opening) = self.opening.filter(|opening| opening.is_of_renju() && !is_renju) {
            return Err(SetupError::Opening(opening));
        }
        if self.delay_ms > MAX_DELAY {
            return Err(SetupError::Delay);
        }
        if self.thinking_ms > MAX_THINKING {
            return Err(SetupError::Thinking);
        }
        let TimeControl { turn_ms, game_ms, increment_ms } = self.clock;
        let is_time = turn_ms.max(game_ms).max(increment_ms) <= MAX_MS;
        if is_time && (increment_ms == 0 || game_ms > 0) { Ok(()) } else { Err(SetupError::Time) }
    }
}

impl Player {
    /// Checks the player at a table with these engines.
    pub(super) fn check(&self, engines: &[Dialogue]) -> Result<(), SetupError> {
        match self {
            Self::Person { name } if name.chars().count() > MAX_NAME => Err(SetupError::Name),
            Self::Person { .. } => Ok(()),
            Self::Engine { engine, level } => {
                let info = engines.get(*engine).ok_or(SetupError::NoEngine(*engine))?.info();
                let expected = match level {
                    None => return Ok(()),
                    Some(_) if !info.has_levels => "this engine has none".to_owned(),
                    Some(1..=MAX_LEVEL) => return Ok(()),
                    Some(_) => format!("expected 1 to {MAX_LEVEL}"),
                };
                let level = level.unwrap_or_default();
                Err(SetupError::Level { engine: info.name.clone(), level, expected })
            }
        }
    }
}
