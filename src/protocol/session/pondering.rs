//! Pondering: thinking on the opponent's time.
//!
//! After its move the engine searches the position after the reply that it expects. If that reply is played, the
//! search continues as the search of the next move, now with its limits; or its result is the answer, if it has ended
//! by itself. Any other command that needs the engine ends it silently.

use std::time::Duration;

use crate::board::Point;
use crate::protocol::command::{Command, ParseCommandError};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::info::Info;
use crate::protocol::notation::Style;
use crate::protocol::reply::Reply;
use crate::protocol::session::reporter::SearchReporter;
use crate::protocol::session::state::{Action, Inquiry, Pondered, State, Swap2Format};
use crate::protocol::task::{Question, TaskResult};
use crate::search::Progress;

/// The meaning of a text line for a search on the opponent's time.
#[derive(Debug)]
pub(super) enum Effect {
    /// The search continues.
    Continue,
    /// The expected move was played, and the search continues as that of the next move.
    Hit,
    /// The search ends, and the process with it.
    Exit,
    /// The search ends without an answer.
    End,
    /// The search ends before the text line is carried out.
    EndFirst,
}

impl State {
    /// Returns whether the running search is on the opponent's time.
    pub(super) fn is_pondering(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.expected.is_some())
    }

    /// Starts to search the position after the expected reply to the engine's move, if the manager
    /// wants that and the game goes on.
    pub(super) fn ponder(&mut self, summary: Option<&Progress>) -> Option<Action> {
        let expected = *summary?.principal_variation.get(1)?;
        if !self.settings.is_pondering() || self.settings.options().level.is_some() {
            return None;
        }
        let mut game = self.game.as_ref()?.clone();
        if game.outcome().is_some() || !game.legal_moves().contains(expected) {
            return None;
        }
        game.play(expected).ok()?;
        if game.outcome().is_some() {
            return None;
        }
        Some(self.start_search(Inquiry {
            game,
            question: Question::Move,
            variations: None,
            started: self.clock.elapsed(),
            swap2_format: Swap2Format::Reply,
            expected: Some(expected),
        }))
    }

    /// Returns what a text line means for the search on the opponent's time.
    pub(super) fn effect_on_pondering(
        &mut self,
        command: &Result<Command, ParseCommandError>,
    ) -> Effect {
        match command {
            Err(ParseCommandError::Blank) => Effect::Continue,
            Ok(Command::End) => Effect::Exit,
            Ok(Command::Stop) => Effect::End,
            Ok(Command::Info(info)) if leaves_search_alone(info) => {
                self.apply_info(info);
                Effect::Continue
            }
            Ok(Command::Turn(coordinate)) if self.is_expected(*coordinate) => Effect::Hit,
            _ => Effect::EndFirst,
        }
    }

    /// Places the expected reply, and lets the search continue with the limits of a move that was asked for at
    /// `received`.
    pub(super) fn hit(&mut self, received: Duration) {
        self.place_expected();
        let started = self.clock_start(received);
        let limits = self.limits();
        if let Some(search) = &mut self.search {
            let pondered = started.saturating_sub(search.started);
            search.control.begin_turn(limits, pondered);
            search.started = started;
            search.expected = None;
        }
    }

    /// Keeps the result of a search on the opponent's time that has ended by itself.
    pub(super) fn finish_pondering(&mut self, result: TaskResult) {
        let expected = self.search.take().and_then(|search| search.expected);
        self.pondered = expected.map(|expected| Pondered {
            expected,
            decision: result.decision,
            summary: result.summary,
        });
        self.engine = Some(result.engine);
    }

    /// Returns the result of the search on the opponent's time if the command plays the expected
    /// reply, which it places. Other commands that need the engine make the result useless.
    pub(super) fn take_pondered(&mut self, command: &Command) -> Option<Pondered> {
        match command {
            Command::Info(info) if leaves_search_alone(info) => None,
            Command::Turn(coordinate) if self.is_expected(*coordinate) => {
                self.place_expected();
                self.pondered.take()
            }
            _ => {
                self.pondered = None;
                None
            }
        }
    }

    /// Returns the messages about a search that has ended before it was wanted.
    pub(super) fn messages_about(&self, summary: Option<&Progress>) -> Vec<Reply> {
        let Some(game) = &self.game else { return Vec::new() };
        let style = Style { notation: self.settings.notation(), size: game.size() };
        SearchReporter::new(1, style).finish(summary)
    }

    /// Returns the reply for which the engine ponders or has pondered.
    fn expected(&self) -> Option<Point> {
        let running = self.search.as_ref().and_then(|search| search.expected);
        running.or_else(|| self.pondered.as_ref().map(|pondered| pondered.expected))
    }

    fn is_expected(&self, coordinate: Coordinate) -> bool {
        self.expected().is_some_and(|expected| Coordinate::from(expected) == coordinate)
    }

    fn place_expected(&mut self) {
        if let Some((expected, game)) = self.expected().zip(self.game.as_mut()) {
            let opponent = game.side_to_move();
            game.place(expected, opponent).expect("the expected reply is legal");
            self.own_color = Some(!opponent);
        }
    }
}

/// Returns whether a setting affects no more of a search than its time.
const fn leaves_search_alone(info: &Info) -> bool {
    info.is_time_limit()
        || matches!(info, Info::TimeIncrement(_) | Info::Other { .. } | Info::Folder(_))
}
