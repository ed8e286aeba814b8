//! Dialogues as scripts: `> line` is what the manager says, `< line` the next reply, in
//! which `move` stands for any legal move, `two` and `opening` for two and three; comments are checked
//! only where written.
//! Nothing else may be said. `~` ends the search that a held script is in, `? text`
//! checks that search's controls, `@ n` sets the clock to n milliseconds, `END!` is the exit.

mod game;
mod lists;
mod thinking;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::{Engine, NoMove, any_move};
use crate::game::Game;
use crate::protocol::lines::Line;
use crate::protocol::reply::Reply;
use crate::protocol::session::{Action, Session};
use crate::protocol::task::{Decision, Task};
use crate::search::{Control, Limits, Observer, Progress, Request, SearchResult, Silent};

/// Plays near the centre at once, so that scripts do not depend on the search.
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

/// A session whose searches end at once, or only when the script says so.
struct Dialogue {
    session: Session,
    is_held: bool,
    task: Option<Box<Task>>,
    control: Arc<Control>,
    request: Request,
    origin: Instant,
    now: Instant,
    said: VecDeque<String>,
}

impl Dialogue {
    fn new(is_held: bool) -> Self {
        // Some time after the machine's own origin, so that earlier times exist.
        let now = Instant::now() + Duration::from_secs(10);
        Self {
            session: Session::default(),
            is_held,
            task: None,
            control: Arc::new(Control::without_clock()),
            request: Request::new(Limits::unlimited()),
            origin: now,
            now,
            said: VecDeque::new(),
        }
    }

    fn receive(&mut self, text: &str) {
        let line = Line { received: self.now, text: text.to_owned() };
        let actions = self.session.receive(line);
        self.carry_out(actions);
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Print(reply) => self.said.push_back(reply.to_string()),
                Action::Exit => self.said.push_back("END!".to_owned()),
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

    fn end_search(&mut self) {
        let task = self.task.take().expect("a search is under way");
        let position = task.game.position().clone();
        let thought = task.perform(nearest, &mut Silent);
        if let Some(Decision::Move(point)) = thought.decision {
            assert!(position.is_empty_at(point), "{point} is no move");
        }
        let actions = self.session.finish(thought, self.now);
        self.carry_out(actions);
    }

    fn is_true(&self, statement: &str) -> bool {
        let milliseconds = |time: Duration| time.as_millis().to_string();
        match statement.split_once(' ') {
            None => match statement {
                "stopped" => self.control.is_stopped(),
                "running" => !self.control.is_stopped() && self.session.is_thinking(),
                _ => panic!("{statement:?} means nothing"),
            },
            Some(("allowance", time)) => {
                self.control.turn().map(milliseconds).as_deref() == Some(time)
            }
            Some(("left", time)) => {
                self.request.limits.match_left.map(milliseconds).as_deref() == Some(time)
            }
            Some(("blocked", count)) => self.request.blocked.len().to_string() == count,
            Some(("started", time)) => {
                let started = self.session.thinking.as_ref().map(|thinking| thinking.started);
                started.map(|started| milliseconds(started.saturating_duration_since(self.origin)))
                    == Some(time.to_owned())
            }
            Some(_) => panic!("{statement:?} means nothing"),
        }
    }

    /// Takes the next line said, leaving out comments that nobody expects.
    fn next_said(&mut self, expected: &str) -> Option<String> {
        if !expected.starts_with("MESSAGE") {
            self.said.retain(|line| !line.starts_with("MESSAGE"));
        }
        self.said.pop_front()
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
                    dialogue.said.iter().filter(|line| !line.starts_with("MESSAGE")).collect();
                assert!(pending.is_empty(), "{at}: {pending:?} was not expected");
                dialogue.receive(text);
            }
            ("< ", "move") => {
                let said = dialogue.next_said("move").unwrap_or_default();
                let is_move = matches!(said.parse(), Ok(Reply::Move(_)));
                assert!(is_move, "{at}: {said:?} was said");
            }
            ("< ", "opening") => {
                let said = dialogue.next_said("opening").unwrap_or_default();
                let is_opening =
                    matches!(said.parse(), Ok(Reply::Moves(points)) if points.len() == 3);
                assert!(is_opening, "{at}: {said:?} was said");
            }
            ("< ", "two") => {
                let said = dialogue.next_said("two").unwrap_or_default();
                let is_pair = matches!(said.parse(), Ok(Reply::Moves(points)) if points.len() == 2);
                assert!(is_pair, "{at}: {said:?} was said");
            }
            ("< ", text) => {
                let said = dialogue.next_said(text);
                assert_eq!(said.as_deref(), Some(text), "{at}");
            }
            ("~", _) => dialogue.end_search(),
            ("? ", statement) => assert!(dialogue.is_true(statement), "{at} is false"),
            ("@ ", time) => {
                let time = time.parse().expect("milliseconds");
                dialogue.now = dialogue.origin + Duration::from_millis(time);
            }
            _ => panic!("{at} means nothing"),
        }
    }
    let rest = dialogue.next_said("");
    assert_eq!(rest, None, "the script says less");
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
