//! The interface of a player: a process that speaks the protocol, an engine inside this process, a
//! person, or a list of moves.
//!
//! A game asks and then listens: [`Player::ask`] returns at once, and [`Player::hear`] waits in
//! slices, so that the game keeps the clock, watches the memory and can be aborted, whatever kind
//! of player thinks.
//!
//! Invariant: a call exceeds its deadline at most by the time that it takes to end a process.

use std::fmt::Debug;
use std::time::Instant;

use dolmen::board::Position;
use dolmen::opening::Opening;
use dolmen::protocol::manager::Question;
use dolmen::protocol::reply::Reply;
use game_engine_process::{ThreadTimes, Usage};

use super::GamePlan;
use super::clock::{Allowance, Clock};
use super::referee::Fault;
use crate::run::stop::Stop;

/// A player of one side. The default implementations are those of a player without a process.
pub trait Player: Debug {
    /// Begins a game: the player learns its board, rule and limits. The opening and the moves of the
    /// opponent reach it with the position of the next request.
    ///
    /// # Errors
    /// Returns the fault for which the player loses, or one that is not the player's.
    fn begin(&mut self, plan: &GamePlan, clock: &mut Clock, stop: &Stop) -> Result<(), Fault>;

    /// Asks for a move, and returns the instant from which its time counts.
    ///
    /// # Errors
    /// Returns the fault for which the player loses if it cannot be asked.
    fn ask(&mut self, request: &Request<'_>) -> Result<Instant, Fault>;

    /// Waits until an instant for the next output of the player, and returns it.
    ///
    /// # Errors
    /// Returns the fault for which the player loses if it can no longer answer.
    fn hear(&mut self, until: Instant) -> Result<Heard, Fault>;

    /// Moves the deadline of the request to a later instant, because the machine took time. Output
    /// for which [`Player::hear`] has returned [`Heard::Late`] is heard again.
    fn postpone(&mut self, deadline: Instant);

    /// Ends the thinking after an answer; the player is idle until the next request.
    fn stop(&mut self);

    /// Takes the comment of the player on its last answer.
    fn take_message(&mut self) -> Option<String>;

    /// Takes the lines since the last call that its user should know about.
    fn take_strays(&mut self) -> Strays {
        Strays::default()
    }

    /// Returns the memory and the processor time of the player; zeros if it has none of its own.
    fn look(&mut self) -> Usage {
        Usage::default()
    }

    /// Returns the times of the player's threads; empty if it has no threads of its own.
    fn thread_times(&self) -> ThreadTimes {
        ThreadTimes::default()
    }

    /// Returns the instant of the last call of [`Player::look`].
    fn looked(&self) -> Option<Instant> {
        None
    }

    /// Returns whether the player is unable to use processor time between requests.
    fn stands_still(&self) -> bool {
        true
    }

    /// Returns whether the player must leave after every game.
    fn leaves_after_game(&self) -> bool {
        false
    }

    /// Ends the player and frees what it holds; the next game starts it again.
    fn leave(&mut self, farewell: Farewell) -> Goodbye;
}

/// A question to a player.
#[derive(Clone, Copy, Debug)]
pub enum Asking<'a> {
    /// About the position of the request.
    Question(Question),
    /// The next act of an opening.
    Act(&'a Opening),
}

/// A request for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The position; the player is the side to move, except in a negotiation.
    pub position: &'a Position,
    /// The question.
    pub asking: Asking<'a>,
    /// Indicates whether a refusal is a valid answer, since a player need not know the question.
    pub may_refuse: bool,
    /// The time that the player may take.
    pub allowance: Allowance,
    /// The time left of the game, in milliseconds, if that is limited.
    pub left_ms: Option<i64>,
}

/// The result of [`Player::hear`]. An answer has the form of the protocol: a move, several moves, an act of
/// an opening, or a refusal where the request allows one.
#[derive(Debug)]
pub enum Heard {
    /// An answer.
    Answer(Reply, Instant),
    /// A line that is not valid as an answer.
    Stray(String, Instant),
    /// A line that is not meant as an answer.
    Comment(Instant),
    /// Output that came after the deadline.
    Late(Instant),
    /// Nothing so far.
    Nothing,
}

/// The lines of a player that its user should know about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strays {
    /// The number of text lines that were neither a reply nor a comment.
    pub count: u32,
    /// The first of these lines.
    pub first: Option<String>,
    /// The comments that named the player's options, different ones separated by semicolons.
    pub option_comment: Option<String>,
}

impl Strays {
    /// The length, in bytes, from which on no more comments on options are added.
    const MAX_OPTIONS: usize = 200;

    /// Adds a comment on an option, unless it is there already.
    pub(super) fn note_option(&mut self, comment: &str) {
        let text = self.option_comment.get_or_insert_default();
        if text.is_empty() {
            comment.clone_into(text);
            return;
        }
        // A comment may have such separators itself.
        let is_new = !format!("; {text}; ").contains(&format!("; {comment}; "));
        if is_new && text.len() < Self::MAX_OPTIONS {
            text.push_str("; ");
            text.push_str(comment);
        }
    }
}

/// The way in which a player is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// Ask the player to end, and wait a moment.
    Polite,
    /// Kill the player at once.
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
