//! Tests of dialogues, written as scripts.
//!
//! A row is an action and the replies to it, as in `TURN 7,7 < 6,6`:
//!
//! * Text lines of the manager, with ` / ` between them. Rows are sent one after the other.
//! * `~` ends the running search in a script that holds its searches.
//! * `? text` checks the limits and the control of the last search.
//! * `@ n` sets the clock to `n` milliseconds.
//!
//! The reply `move` stands for any legal move, `two` for two stones, `opening` for three, `unknown` for
//! `UNKNOWN` with any text, and `END!` for the exit. Comments are checked only where a script contains them; any other unexpected reply is a
//! failure.

mod database;
mod game;
mod lists;
mod pondering;
mod thinking;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::protocol::input::InputLine;
use crate::protocol::reply::Reply;
use crate::protocol::session::{Action, Session};
use crate::protocol::task::{Decision, Task, TaskResult};
use crate::protocol::testing::nearest;
use crate::search::{Control, Limits, Progress, Request, Silent};

/// A session whose searches end at once, or at each `~` if they are held.
struct Dialogue {
    session: Session,
    is_held: bool,
    task: Option<Box<Task>>,
    control: Arc<Control>,
    request: Request,
    origin: Duration,
    now: Duration,
    replies: VecDeque<String>,
}

impl Dialogue {
    /// Returns a dialogue after some text lines.
    fn new(is_held: bool, lines: &str) -> Self {
        // Later than the first moment, so that earlier ones exist.
        let now = Duration::from_secs(10);
        let mut dialogue = Self {
            session: Session::default(),
            is_held,
            task: None,
            control: Arc::new(Control::without_clock()),
            request: Request::new(Limits::unlimited()),
            origin: now,
            now,
            replies: VecDeque::new(),
        };
        dialogue.receive(lines);
        dialogue
    }

    /// Returns a dialogue after some text lines, whose searches the test ends.
    fn held(lines: &str) -> Self {
        Self::new(true, lines)
    }

    fn receive(&mut self, lines: &str) {
        for text in lines.split(" / ") {
            let line = InputLine { received: self.now, text: text.to_owned() };
            let actions = self.session.receive(line);
            self.carry_out(actions);
        }
    }

    /// Returns the task of the running search.
    fn task(&self) -> &Task {
        self.task.as_ref().expect("a search is running")
    }

    /// Ends the running search with this result.
    fn end_with(&mut self, decision: Option<Decision>, summary: Option<Progress>) {
        let engine = self.task.take().expect("a search is running").engine;
        let elapsed = summary.as_ref().map(|summary| summary.elapsed).unwrap_or_default();
        self.finish(TaskResult { engine, decision, summary, elapsed });
    }

    /// Takes the replies that are not comments.
    fn take_replies(&mut self) -> Vec<String> {
        let replies = std::mem::take(&mut self.replies);
        replies.into_iter().filter(|line| !line.starts_with("MESSAGE")).collect()
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Print(reply) => self.replies.push_back(reply.to_string()),
                Action::Exit => self.replies.push_back("END!".to_owned()),
                Action::Think(task) => {
                    self.control = Arc::clone(&task.control);
                    self.request = task.request;
                    self.task = Some(task);
                    if !self.is_held {
                        self.end_search();
                    }
                }
            }
        }
    }

    fn finish(&mut self, result: TaskResult) {
        let replies = self.session.finish(result, self.now);
        self.carry_out(replies.into_iter().map(Action::Print).collect());
        let actions = self.session.resume();
        self.carry_out(actions);
    }

    fn end_search(&mut self) {
        let task = self.task.take().expect("a search is running");
        let position = task.game.position().clone();
        let result = task.perform(nearest, &mut Silent);
        if let Some(Decision::Move(point)) = result.decision {
            assert!(position.is_empty_at(point), "{point} is occupied");
        }
        self.finish(result);
    }

    fn holds(&self, statement: &str) -> bool {
        let is = |time: Option<Duration>, expected: &str| {
            time.map(|time| time.as_millis().to_string()).as_deref() == Some(expected)
        };
        match statement.split_once(' ').unwrap_or((statement, "")) {
            ("stopped", _) => self.control.is_stopped(),
            ("running", _) => !self.control.is_stopped() && self.session.is_thinking(),
            ("allowance", time) => is(self.control.turn(), time),
            ("left", time) => is(self.request.limits.match_left, time),
            ("only", count) => self.request.only.len().to_string() == count,
            ("blocked", count) => self.request.blocked.len().to_string() == count,
            ("started", time) => {
                let search = self.session.state.search.as_ref();
                is(search.map(|search| search.started.saturating_sub(self.origin)), time)
            }
            _ => panic!("{statement:?} is not a valid statement"),
        }
    }

    /// Removes and returns the next reply, after removing comments unless one is expected.
    fn next_reply(&mut self, expected: &str) -> Option<String> {
        if !expected.starts_with("MESSAGE") {
            self.replies.retain(|line| !line.starts_with("MESSAGE"));
        }
        self.replies.pop_front()
    }
}

#[track_caller]
fn run(mut dialogue: Dialogue, script: &str) {
    for (number, row) in script.lines().map(str::trim).enumerate() {
        let at = format!("row {}, {row:?}", number + 1);
        let mut parts = row.split(" < ");
        let action = parts.next().unwrap_or_default();
        match action.split_at_checked(2) {
            None if action == "~" => dialogue.end_search(),
            Some(("? ", statement)) => assert!(dialogue.holds(statement), "{at} is false"),
            Some(("@ ", time)) => {
                let time = time.parse().expect("milliseconds");
                dialogue.now = dialogue.origin + Duration::from_millis(time);
            }
            _ => {
                assert_eq!(
                    dialogue.next_reply(""),
                    None,
                    "{at}: the reply before was not expected"
                );
                dialogue.receive(action);
            }
        }
        for expected in parts {
            let reply = dialogue.next_reply(expected).unwrap_or_default();
            let is_expected = match (expected, reply.parse()) {
                ("move", Ok(Reply::Move(_))) => true,
                ("two", Ok(Reply::Moves(points))) => points.len() == 2,
                ("opening", Ok(Reply::Moves(points))) => points.len() == 3,
                ("unknown", Ok(Reply::Unknown(_))) => true,
                _ => reply == expected,
            };
            assert!(is_expected, "{at}: the reply is {reply:?}");
        }
    }
    assert_eq!(dialogue.next_reply(""), None, "the script has no more replies");
}

/// Runs a script whose searches end at once.
#[track_caller]
fn check(script: &str) {
    run(Dialogue::new(false, ""), script);
}

/// Runs a script whose searches end at each `~`.
#[track_caller]
fn check_held(script: &str) {
    run(Dialogue::new(true, ""), script);
}
