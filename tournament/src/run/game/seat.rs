//! A seat of a tournament: an engine of the configuration, and the player that plays for it.
//!
//! Invariant: dropping a seat ends its player.

use super::player::{Farewell, Player};
use super::process::ProcessPlayer;
use crate::config::EngineConfig;
use crate::plan::Programs;

/// An engine of a tournament and its player, which is kept for the next game if the player and the
/// plan of the game allow it.
#[derive(Debug)]
pub struct Seat {
    engine: EngineConfig,
    hash: String,
    pub(super) player: Box<dyn Player>,
}

impl Seat {
    /// Returns a seat for an engine whose executable has this hash. Its process is started when a game needs
    /// it.
    #[must_use]
    pub fn new(engine: EngineConfig, hash: String) -> Self {
        let player = Box::new(ProcessPlayer::new(engine.clone()));
        Self::with_player(engine, hash, player)
    }

    /// Returns a seat for an engine whose process is started only while these programs are unchanged.
    #[must_use]
    pub fn with_programs(engine: EngineConfig, hash: String, programs: Programs) -> Self {
        let player = Box::new(ProcessPlayer::new(engine.clone()).with_programs(programs));
        Self::with_player(engine, hash, player)
    }

    /// Returns a seat whose moves come from this player. Only the name and the limits of `engine` matter.
    #[must_use]
    pub fn with_player(engine: EngineConfig, hash: String, player: Box<dyn Player>) -> Self {
        Self { engine, hash, player }
    }

    /// Returns the engine.
    #[must_use]
    pub fn engine(&self) -> &EngineConfig {
        &self.engine
    }

    /// Returns the hash of the engine's executable.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Ends the player: first politely, and within two seconds or so by force.
    pub fn leave(&mut self) {
        self.player.leave(Farewell::Polite);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.leave();
    }
}
