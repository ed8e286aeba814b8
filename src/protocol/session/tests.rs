//! Tests of dialogues, written as scripts.
//!
//! * `> line` is a text line of the manager.
//! * `< line` is the next reply. `move` stands for any legal move, `two` for two stones, `opening`
//!   for three, and `END!` for the exit. Comments are checked only where a script contains them;
//!   any other unexpected reply is a failure.
//! * `~` ends the running search in a script that holds its searches.
//! * `? text` checks the limits and the control of the last search.
//! * `@ n` sets the clock to `n` milliseconds.

mod database;
mod game;
mod lists;
mod pondering;
mod thinking;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::{Engine, NoMove, any_move};
use crate::game::Game;
use crate::protocol::input::InputLine;
use crate::protocol::reply::Reply;
use crate::protocol::session::{Action, Session};
use crate::protocol::task::{Decision, Task, TaskResult};
use crate::search::{Control, Limits, Observer, Progress, Request, SearchResult, Silent};

/// Chooses a point near the centre at once, so that scripts do not depend on the search.
fn nearest(
    _: &mut Engine,
    game: &Game,
    _: &Request,
    _: &Control,
    _: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    let best = any_move(game).ok_or(NoMove)?;
    let summary = Progress { principal_variation: vec![best], ..Progress::default() };
    Ok(SearchResult { best, summary, root_moves: Vec::new() })
}

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
    fn new(is_held: bool) -> Self {
        // Later than the first moment, so that earlier ones exist.
        let now = Duration::from_secs(10);
        Self {
            session: Session::default(),
            is_held,
            task: None,
            control: Arc::new(Control::without_clock()),
            request: Request::new(Limits::unlimited()),
            origin: now,
            now,
            replies: VecDeque::new(),
        }
    }

    fn receive(&mut self, text: &str) {
        let line = InputLine { received: self.now, text: text.to_owned() };
        let actions = self.session.receive(line);
        self.carry_out(actions);
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
        let milliseconds = |time: Duration| time.as_millis().to_string();
        match statement.split_once(' ') {
            None => match statement {
                "stopped" => self.control.is_stopped(),
                "running" => !self.control.is_stopped() && self.session.is_thinking(),
                _ => panic!("{statement:?} is not a valid statement"),
            },
            Some(("allowance", time)) => {
                self.control.turn().map(milliseconds).as_deref() == Some(time)
            }
            Some(("left", time)) => {
                self.request.limits.match_left.map(milliseconds).as_deref() == Some(time)
            }
            Some(("blocked", count)) => self.request.blocked.len().to_string() == count,
            Some(("started", time)) => {
                let started = self.session.state.search.as_ref().map(|search| search.started);
                started.map(|started| milliseconds(started.saturating_sub(self.origin)))
                    == Some(time.to_owned())
            }
            Some(_) => panic!("{statement:?} is not a valid statement"),
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
    for (number, line) in script.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate()
    {
        let at = format!("line {}, {line:?}", number + 1);
        match line.split_at(line.len().min(2)) {
            (">" | "> ", text) => {
                let pending: Vec<_> =
                    dialogue.replies.iter().filter(|line| !line.starts_with("MESSAGE")).collect();
                assert!(pending.is_empty(), "{at}: {pending:?} was not expected");
                dialogue.receive(text);
            }
            ("< ", "move") => {
                let reply = dialogue.next_reply("move").unwrap_or_default();
                let is_move = matches!(reply.parse(), Ok(Reply::Move(_)));
                assert!(is_move, "{at}: the reply is {reply:?}");
            }
            ("< ", "opening") => {
                let reply = dialogue.next_reply("opening").unwrap_or_default();
                let is_opening =
                    matches!(reply.parse(), Ok(Reply::Moves(points)) if points.len() == 3);
                assert!(is_opening, "{at}: the reply is {reply:?}");
            }
            ("< ", "two") => {
                let reply = dialogue.next_reply("two").unwrap_or_default();
                let is_pair =
                    matches!(reply.parse(), Ok(Reply::Moves(points)) if points.len() == 2);
                assert!(is_pair, "{at}: the reply is {reply:?}");
            }
            ("< ", text) => {
                let reply = dialogue.next_reply(text);
                assert_eq!(reply.as_deref(), Some(text), "{at}");
            }
            ("~", _) => dialogue.end_search(),
            ("? ", statement) => assert!(dialogue.holds(statement), "{at} is false"),
            ("@ ", time) => {
                let time = time.parse().expect("milliseconds");
                dialogue.now = dialogue.origin + Duration::from_millis(time);
            }
            _ => panic!("{at} is not a valid statement"),
        }
    }
    let rest = dialogue.next_reply("");
    assert_eq!(rest, None, "the script has no more replies");
}

/// Runs a script whose searches end at once.
#[track_caller]
fn check(script: &str) {
    run(Dialogue::new(false), script);
}

/// Runs a script whose searches end at each `~`.
#[track_caller]
fn check_held(script: &str) {
    run(Dialogue::new(true), script);
}
