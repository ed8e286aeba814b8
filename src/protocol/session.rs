//! The state machine of one process.
//!
//! Text lines, progress and results of searches go in; [actions](Action) come out. The session
//! owns the game and the settings. It uses no streams and no threads, and reads the time only from the
//! clock that its caller passes in. It opens the file of positions that a manager names, and writes to
//! it only after the reply of a search has been printed ([`Session::resume`]). A command that is refused
//! leaves the game as it was.

mod commands;
mod database;
mod pondering;
mod reporter;
mod state;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::board::Point;
use crate::engine::swap2::Answer;
use crate::engine::{Engine, any_move};
use crate::protocol::command::{self, Command, ParseCommandError, Payload};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::input::InputLine;
use crate::protocol::list::{List, ListKind, ListStatus};
use crate::protocol::reply::Reply;
use crate::protocol::session::pondering::Effect;
use crate::protocol::session::reporter::SearchReporter;
use crate::protocol::session::state::{
    Analysis, CommandResult, Pondered, Refusal, State, Swap2Format,
};
use crate::protocol::task::{Decision, Question, TaskResult};
use crate::protocol::yixin;
use crate::search::{Detail, NoClock, Observer, Progress, TimeSource};

pub use state::Action;

/// The dialogue of one process with its manager.
///
/// ```
/// use std::time::Duration;
///
/// use dolmen::protocol::input::InputLine;
/// use dolmen::protocol::reply::Reply;
/// use dolmen::protocol::session::{Action, Session};
///
/// let mut session = Session::default();
/// let line = InputLine { received: Duration::ZERO, text: "START 15".to_owned() };
/// let actions = session.receive(line);
/// assert!(matches!(actions.as_slice(), [Action::Print(Reply::Ok)]));
/// ```
#[derive(Debug)]
pub struct Session {
    state: State,
    /// The text lines that wait for the search to end.
    queue: VecDeque<InputLine>,
    /// Indicates whether the process ends as soon as the running search has answered.
    is_ending: bool,
    /// The search whose replies are being printed.
    finished: Option<Finished>,
}

/// The work that remains after the replies of a search.
#[derive(Debug)]
struct Finished {
    /// The analysis to keep in the file of positions.
    analysis: Option<Analysis>,
    summary: Option<Progress>,
    is_move: bool,
}

impl Default for Session {
    /// Returns a session with an engine that has the built-in weights and no clock, so that only
    /// limits of depth and nodes end a search by themselves.
    fn default() -> Self {
        Self::new(Engine::default(), Arc::new(NoClock))
    }
}

impl Session {
    /// Returns a session before its first text line.
    ///
    /// All times that it is given must come from the same clock.
    #[must_use]
    pub fn new(engine: Engine, clock: Arc<dyn TimeSource>) -> Self {
        Self {
            state: State::new(engine, clock),
            queue: VecDeque::new(),
            is_ending: false,
            finished: None,
        }
    }

    /// Returns whether a search is running, so that most text lines have to wait.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.state.search.is_some()
    }

    /// Returns whether the process ends as soon as the running search has answered, so that the
    /// caller should wait for it for a short time only.
    #[must_use]
    pub const fn is_ending(&self) -> bool {
        self.is_ending
    }

    /// Handles a text line of the manager.
    pub fn receive(&mut self, line: InputLine) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.is_ending {
            return actions;
        }
        if self.state.is_pondering() {
            actions.extend(self.interrupt_pondering(line));
        } else if self.is_thinking() {
            self.interrupt(line);
        } else {
            self.handle(&line, &mut actions);
        }
        actions
    }

    /// Handles the end of the input, which ends the process like END.
    pub fn end_of_input(&mut self) -> Vec<Action> {
        match &self.state.search {
            None => vec![Action::Exit],
            Some(search) if search.expected.is_some() => {
                search.control.stop();
                vec![Action::Exit]
            }
            Some(search) => {
                search.control.stop();
                self.queue.clear();
                self.is_ending = true;
                Vec::new()
            }
        }
    }

    /// Ends the process without waiting for the running search any longer.
    ///
    /// A command that asked for a move is answered by the best one that the search has reported,
    /// or by any move if it has reported none.
    pub fn give_up(&mut self) -> Vec<Action> {
        let asked = self.state.search.take().filter(|search| search.question == Question::Move);
        let point = asked.zip(self.state.game.as_ref()).and_then(|(search, game)| {
            let best = search.best.filter(|&best| game.position().is_empty_at(best));
            best.or_else(|| any_move(game))
        });
        let reply = point.map(|point| Action::Print(Reply::Move(point.into())));
        reply.into_iter().chain([Action::Exit]).collect()
    }

    /// Handles the progress of the running search.
    pub fn progress(&mut self, progress: &Progress) -> Vec<Action> {
        if let Some(search) = &mut self.state.search {
            search.lines.progress(progress);
        }
        if self.state.is_pondering() {
            return Vec::new();
        }
        let is_watched = self.state.settings.is_watched();
        let show_detail = self.state.settings.show_detail();
        let Some(search) = &mut self.state.search else { return Vec::new() };
        if progress.rank == 0 {
            search.best = progress.principal_variation.first().copied();
        }
        let replies = search.reporter.progress(progress, is_watched, show_detail);
        replies.into_iter().map(Action::Print).collect()
    }

    /// Handles a step of the running search at the root.
    pub fn detail(&self, detail: Detail) -> Option<Action> {
        let is_thinking = self.is_thinking();
        let reply = SearchReporter::detail(detail, self.state.settings.show_detail());
        reply.filter(|_| is_thinking).map(Action::Print)
    }

    /// Handles the result of the running search, and returns the replies. [`Session::resume`] must
    /// follow once they have been printed.
    #[must_use]
    pub fn finish(&mut self, result: TaskResult, now: Duration) -> Vec<Reply> {
        if self.state.is_pondering() {
            self.state.finish_pondering(result);
            return Vec::new();
        }
        let mut replies = self.state.messages_before_answer();
        let mut swap2_format = Swap2Format::Reply;
        let mut analysis = None;
        if let Some(search) = self.state.search.take() {
            let used = now.saturating_sub(search.started);
            self.state.used += used;
            let delivery = used.saturating_sub(result.elapsed);
            self.state.lateness.note(search.control.longest_pause().max(delivery));
            swap2_format = search.swap2_format;
            analysis = self.state.analysis_of(&search, result.summary.as_ref());
            replies.extend(search.reporter.finish(result.summary.as_ref()));
        }
        self.state.last_finish = Some(now);
        let is_move = matches!(result.decision, Some(Decision::Move(_)));
        self.state.engine = Some(result.engine);
        replies.extend(self.carry_out(result.decision, swap2_format));
        self.finished = Some(Finished { analysis, summary: result.summary, is_move });
        replies
    }

    /// Continues after the replies of [`Session::finish`] have been printed: writes the analysis to the
    /// file of positions, so that a slow disk delays no move, and handles the text lines that waited.
    #[must_use]
    pub fn resume(&mut self) -> Vec<Action> {
        let mut finished = self.finished.take();
        if let Some(analysis) = finished.as_mut().and_then(|finished| finished.analysis.take()) {
            self.state.keep_error = self.state.keep(analysis);
        }
        let mut actions = Vec::new();
        self.work_off(&mut actions);
        let Some(Finished { summary, is_move, .. }) = finished else { return actions };
        if self.is_ending {
            actions.push(Action::Exit);
        } else if !self.is_thinking() && is_move && self.state.list.is_none() {
            actions.extend(self.state.ponder(summary.as_ref()));
        }
        actions
    }

    /// Handles the text lines that waited for a search. Once one starts another search, the rest
    /// interrupt it or wait for its end.
    fn work_off(&mut self, actions: &mut Vec<Action>) {
        while !self.is_thinking() {
            let Some(line) = self.queue.pop_front() else { return };
            self.handle(&line, actions);
        }
        // The new search may be stopped, or have its time changed, by lines that came before it.
        for line in std::mem::take(&mut self.queue) {
            self.interrupt(line);
        }
    }

    /// Stops the running search, whose result is no longer needed.
    pub fn abandon(&self) {
        if let Some(search) = &self.state.search {
            search.control.stop();
        }
    }

    /// Handles a text line during a search: acts on it at once or appends it to the queue.
    fn interrupt(&mut self, line: InputLine) {
        let Some(search) = &self.state.search else { return };
        match Command::parse(&line.text) {
            Ok(Command::End) => drop(self.end_of_input()),
            Ok(Command::Stop) => search.control.stop(),
            Ok(Command::Info(info)) if self.queue.is_empty() => {
                let control = Arc::clone(&search.control);
                self.state.apply_info(&info);
                if info.is_time_limit() {
                    control.set_turn(self.state.settings.allowance(self.state.used));
                }
            }
            _ => self.queue.push_back(line),
        }
    }

    /// Handles a text line during a search on the opponent's time.
    fn interrupt_pondering(&mut self, line: InputLine) -> Option<Action> {
        let effect = if self.queue.is_empty() {
            self.state.effect_on_pondering(&Command::parse(&line.text))
        } else {
            Effect::EndFirst
        };
        match effect {
            Effect::Continue => {}
            Effect::Hit => self.state.hit(line.received),
            Effect::End | Effect::Exit | Effect::EndFirst => self.abandon(),
        }
        if matches!(effect, Effect::EndFirst) {
            self.queue.push_back(line);
        }
        matches!(effect, Effect::Exit).then_some(Action::Exit)
    }

    /// Handles a text line while no search is running.
    fn handle(&mut self, line: &InputLine, actions: &mut Vec<Action>) {
        let command = match &mut self.state.list {
            None => Command::parse(&line.text),
            Some(list) => match list.receive(&line.text) {
                ListStatus::Incomplete => return,
                ListStatus::Complete(entries) => {
                    let kind = self.state.end_list();
                    let outcome = self.state.complete(kind, entries, line.received);
                    actions.extend(actions_of(outcome));
                    return;
                }
                ListStatus::Line(text) => {
                    if let ListKind::Database(command) = self.state.end_list() {
                        actions.extend(actions_of(self.state.database_with_path(&command, &text)));
                    }
                    return;
                }
                ListStatus::Abandoned(command) => {
                    let kind = self.state.end_list();
                    let is_quiet = matches!(kind, ListKind::Ignored(_) | ListKind::Database(_));
                    if command != Command::End && !is_quiet {
                        let refusal = Refusal("the list ended without DONE".to_owned());
                        actions.extend(actions_of(Err(refusal)));
                    }
                    Ok(command)
                }
            },
        };
        match command {
            Ok(command) => match self.state.take_pondered(&command) {
                Some(pondered) => actions.extend(self.answer_pondered(pondered)),
                None => {
                    let outcome = self.state.execute(command, line.received);
                    actions.extend(actions_of(outcome));
                }
            },
            Err(ParseCommandError::Blank) => {}
            Err(ParseCommandError::Unknown) => {
                actions.push(Action::Print(Reply::Unknown(command::unknown(&line.text))));
            }
            Err(error @ ParseCommandError::Malformed { .. }) => {
                actions.push(Action::Print(Reply::Error(error.to_string())));
                let payload = error.payload();
                if payload != Payload::Nothing {
                    self.state.list = Some(List::new(ListKind::Ignored(payload)));
                }
            }
        }
    }

    /// Answers with the result of a search on the opponent's time that has ended by itself.
    fn answer_pondered(&mut self, pondered: Pondered) -> Vec<Action> {
        let Pondered { decision, summary, .. } = pondered;
        let mut replies = self.state.messages_before_answer();
        replies.extend(self.state.messages_about(summary.as_ref()));
        replies.extend(self.carry_out(decision, Swap2Format::Reply));
        let mut actions: Vec<Action> = replies.into_iter().map(Action::Print).collect();
        actions.extend(self.state.ponder(summary.as_ref()));
        actions
    }

    /// Plays the move that was decided, and returns the reply to any decision.
    fn carry_out(&mut self, decision: Option<Decision>, swap2_format: Swap2Format) -> Vec<Reply> {
        let coordinates = |points: &[Point]| points.iter().copied().map(Coordinate::from).collect();
        let reply = match decision {
            Some(Decision::Move(point)) => {
                let game = self.state.game.as_mut().expect("the task was about a game");
                let color = game.side_to_move();
                game.place(point, color).expect("a decision is on an empty point");
                Reply::Move(point.into())
            }
            Some(Decision::Swap2(answer)) if swap2_format == Swap2Format::Messages => {
                return yixin::swap2_messages(&answer, self.state.stone_count());
            }
            Some(Decision::Swap2(Answer::Open(stones))) => Reply::Moves(coordinates(&stones)),
            Some(Decision::Swap2(Answer::Stay(point))) => Reply::Move(point.into()),
            Some(Decision::Swap2(Answer::Swap)) => Reply::Swap,
            Some(Decision::Act(act)) => act.into(),
            Some(Decision::Stones(stones)) => Reply::Moves(coordinates(&stones)),
            Some(Decision::Unproved(positions)) => Reply::Message(unproved(positions)),
            None => Reply::Error(Refusal::full_board().0),
        };
        vec![reply]
    }
}

/// Returns the answer to `YXPROVE` if there is no proof.
fn unproved(positions: u64) -> String {
    format!("no proof of a win was found in {positions} positions; there may be one")
}

/// Returns the actions that answer a command.
fn actions_of(outcome: CommandResult) -> Vec<Action> {
    outcome.unwrap_or_else(|Refusal(text)| vec![Action::Print(Reply::Error(text))])
}

#[cfg(test)]
mod tests;
