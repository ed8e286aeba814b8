//! The interface of somebody who plays: a process that speaks the protocol, an engine inside this
//! process, a person, or a list of moves.
//!
//! A game asks and then listens: [`Player::ask`] returns at once, and [`Player::hear`] waits in
//! slices, so that the game keeps the clock, watches the memory and can be broken off, whoever
//! thinks.
//!
//! Invariant: no call takes longer than its deadline by more than the end of a process takes.

use std::fmt::Debug;
use std::time::Instant;

use dolmen::board::Position;
use dolmen::protocol::reply::Reply;
use engine_process::Usage;

use super::GamePlan;
use super::clock::{Allowance, Clock};
use super::referee::Fault;
use crate::run::stop::Stop;

/// Somebody who plays.
pub trait Player: Debug {
    /// Begins a game: the player learns its board, rule and limits. It is told of the opening and
    /// of each move of the opponent with the next request, as the position.
    ///
    /// # Errors
    /// What it loses for, or what nobody is to blame for.
    fn begin(&mut self, plan: &GamePlan, clock: &mut Clock, stop: &Stop) -> Result<(), Fault>;

    /// Asks for a move, and returns the instant from which its time counts.
    ///
    /// # Errors
    /// What the player loses for, if it cannot be asked.
    fn ask(&mut self, request: &Request<'_>) -> Result<Instant, Fault>;

    /// Returns the next thing that the player says, waiting for it until then.
    ///
    /// # Errors
    /// What the player loses for, if it can answer no more.
    fn hear(&mut self, until: Instant) -> Result<Heard, Fault>;

    /// Ends the thinking: the answer has come, and nothing is wanted until the next request.
    fn stop(&mut self);

    /// Takes back moves: the position of the next request does not follow from that of the last one
    /// by the player's answer and one more move.
    fn take_back(&mut self);

    /// Takes what the player said about its last answer.
    fn take_message(&mut self) -> Option<String>;

    /// Returns the memory and the processor time of the player; zeros if it has none of its own.
    fn look(&mut self) -> Usage;

    /// Returns the instant of the last look.
    fn looked(&self) -> Option<Instant>;

    /// Returns whether the player can use no processor time while it is not asked.
    fn stands_still(&self) -> bool;

    /// Returns whether the player is to leave after every game.
    fn leaves_after_game(&self) -> bool;

    /// Ends what there is of the player; the next game begins it anew.
    fn leave(&mut self, farewell: Farewell) -> Goodbye;
}

/// A request for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The position; the player is the side to move, except in a negotiation.
    pub position: &'a Position,
    /// The kind of the answer.
    pub wanted: Wanted,
    /// The time that the player may take.
    pub allowance: Allowance,
    /// The time left of the game, in milliseconds, if that is limited.
    pub left_ms: Option<i64>,
}

/// The permitted kinds of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A move.
    Move,
    /// The permitted answers to the stones of a swap2 opening.
    Swap2,
}

/// The result of [`Player::hear`]. What answers is as the protocol has it: a move, several, or a
/// swap.
#[derive(Debug)]
pub enum Heard {
    /// An answer.
    Answer(Reply, Instant),
    /// A line without a meaning here.
    Stray(String, Instant),
    /// A line that answers nothing.
    Comment(Instant),
    /// Nothing so far.
    Nothing,
}

/// The way in which a player is sent away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// It is told, and has a moment to end.
    Polite,
    /// It ends at once.
    AtOnce,
}

/// The end of a player.
#[derive(Debug, Default)]
pub struct Goodbye {
    /// The rung of the kill ladder, if not the first.
    pub killed: Option<String>,
    /// The last lines and the end of the standard error.
    pub last_words: Option<String>,
    /// The output without a line end.
    pub unfinished: Option<String>,
}
