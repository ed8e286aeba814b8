//! The engine in a worker: a line of the Gomocup protocol goes in, replies come out.
//!
//! A search runs to its end within [`engine_line`]. No line can reach it during that time, so it polls the page
//! for a request to stop.

use std::cell::RefCell;
use std::sync::Arc;

use dolmen::Engine;
use dolmen::protocol::input::InputLine;
use dolmen::protocol::session::{Action, Session};
use dolmen::protocol::task::Task;
use dolmen::search::{Detail, Observer, Progress, TimeSource};

use crate::boundary::{heard, tell};
use crate::clock::PageClock;

thread_local! {
    /// The session of this instance.
    static SESSION: RefCell<Session> =
        RefCell::new(Session::new(Engine::default(), Arc::new(PageClock)));
}

/// Handles the line that the page has written, and tells the page each reply as a text.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn engine_line() {
    let line = InputLine { received: PageClock.elapsed(), text: heard() };
    SESSION.with_borrow_mut(|session| {
        let actions = session.receive(line);
        carry_out(session, actions);
    });
}

/// Prints replies and performs tasks until no action is left.
fn carry_out(session: &mut Session, actions: Vec<Action>) {
    let mut task = None;
    let mut actions = actions;
    loop {
        for action in actions {
            match action {
                Action::Print(reply) => tell(&reply.to_string()),
                Action::Think(next) => task = Some(next),
                Action::Exit => {}
            }
        }
        let Some(next) = task.take() else { return };
        actions = perform(session, *next);
    }
}

/// Performs a task, and returns the actions that follow from its result.
fn perform(session: &mut Session, task: Task) -> Vec<Action> {
    let is_detailed = task.is_detailed;
    let mut reporter = Reporter { session, is_detailed };
    let result = task.perform(Engine::think, &mut reporter);
    Reporter::print(session.finish(result, PageClock.elapsed()).into_iter().map(Action::Print));
    session.resume()
}

/// Reports the progress of a search while it runs.
struct Reporter<'a> {
    session: &'a mut Session,
    is_detailed: bool,
}

impl Reporter<'_> {
    fn print(actions: impl IntoIterator<Item = Action>) {
        for action in actions {
            if let Action::Print(reply) = action {
                tell(&reply.to_string());
            }
        }
    }
}

impl Observer for Reporter<'_> {
    fn progress(&mut self, progress: &Progress) {
        Self::print(self.session.progress(progress));
    }

    fn detail(&mut self, detail: Detail) {
        if self.is_detailed {
            Self::print(self.session.detail(detail));
        }
    }
}
