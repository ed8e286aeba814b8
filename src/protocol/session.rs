//! The state machine of one process: lines, progress and thoughts in, actions out. It
//! owns the game and what INFO said; it touches no stream, no thread and no clock.
//!
//! Whatever comes in, a line that is refused leaves the game as it was.

mod commands;
mod watch;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{Bitboard, Color, Point};
use crate::engine::Engine;
use crate::engine::swap2::Answer;
use crate::game::Game;
use crate::protocol::block::{Block, BlockKind, Step};
use crate::protocol::command::{Command, ParseCommandError};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::lines::Line;
use crate::protocol::reply::Reply;
use crate::protocol::session::commands::{Outcome, Refusal};
use crate::protocol::session::watch::Watch;
use crate::protocol::settings::Settings;
use crate::protocol::task::{Decision, Task, Thought};
use crate::search::{Control, Detail, Progress};

/// What the session wants done, in this order.
#[derive(Debug)]
pub enum Action {
    /// Print this line.
    Print(Reply),
    /// Think about this, and bring back the thought.
    Think(Box<Task>),
    /// End the process; nothing more is to be printed.
    Exit,
}

/// A search under way.
#[derive(Debug)]
struct Thinking {
    control: Arc<Control>,
    started: Instant,
    watch: Watch,
    dialect: Dialect,
}

/// In whose words a stage of swap2 is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    /// A line of the protocol.
    Gomocup,
    /// Messages.
    Yixin,
}

/// A judge's clock for the first move may begin with the process: what starting it takes.
const START_UP: Duration = Duration::from_millis(20);

/// One process's dialogue with its manager.
#[derive(Debug)]
pub struct Session {
    settings: Settings,
    /// The game; `None` before the first START.
    game: Option<Game>,
    /// The engine; `None` while it thinks.
    engine: Option<Box<Engine>>,
    thinking: Option<Thinking>,
    /// Lines that wait for the search to end.
    queue: VecDeque<Line>,
    block: Option<Block>,
    /// The colour that the engine plays; `None` while the game leaves it open.
    own: Option<Color>,
    /// Points that are not to be chosen; they outlive a game.
    blocked: Bitboard,
    /// Own thinking time since the manager last said how much is left.
    used: Duration,
    /// When the last thought came in; `None` before the first one.
    answered: Option<Instant>,
}

impl Default for Session {
    /// Returns a session of an engine with the built-in weights.
    fn default() -> Self {
        Self::new(Engine::default())
    }
}

impl Session {
    /// Returns a session of an engine that has heard nothing yet.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self {
            settings: Settings::default(),
            game: None,
            engine: Some(Box::new(engine)),
            thinking: None,
            queue: VecDeque::new(),
            block: None,
            own: None,
            blocked: Bitboard::EMPTY,
            used: Duration::ZERO,
            answered: None,
        }
    }

    /// Whether a search is under way, so that most lines have to wait.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Takes in a line from the manager.
    pub fn receive(&mut self, line: Line) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.thinking.is_some() {
            actions.extend(self.interrupt(line));
        } else {
            self.handle(&line, &mut actions);
        }
        actions
    }

    /// Takes in what the search tells while it runs.
    pub fn progress(&mut self, progress: &Progress) -> Vec<Action> {
        let (is_watched, wanted) = (self.settings.is_watched(), self.settings.wanted());
        let Some(thinking) = &mut self.thinking else { return Vec::new() };
        let replies = thinking.watch.progress(progress, is_watched, wanted);
        replies.into_iter().map(Action::Print).collect()
    }

    /// Takes in a step of the search at the root.
    pub fn detail(&self, detail: Detail) -> Option<Action> {
        let is_thinking = self.thinking.is_some();
        let reply = Watch::detail(detail, self.settings.wanted());
        reply.filter(|_| is_thinking).map(Action::Print)
    }

    /// Takes in the search's answer, then the lines that waited for it.
    pub fn finish(&mut self, thought: Thought, now: Instant) -> Vec<Action> {
        let mut replies = Vec::new();
        replies.extend(self.settings.announce_rule().map(Reply::Message));
        let mut dialect = Dialect::Gomocup;
        if let Some(thinking) = self.thinking.take() {
            self.used += now.saturating_duration_since(thinking.started);
            dialect = thinking.dialect;
            replies.extend(thinking.watch.conclusion(thought.summary.as_ref()));
        }
        self.answered = Some(now);
        self.engine = Some(thought.engine);
        replies.extend(self.carry_out(thought.decision, dialect));
        let mut actions: Vec<Action> = replies.into_iter().map(Action::Print).collect();
        while self.thinking.is_none() {
            let Some(line) = self.queue.pop_front() else { break };
            self.handle(&line, &mut actions);
        }
        actions
    }

    /// Stops the search, if there is one; nobody will ask for its thought.
    pub fn abandon(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.control.stop();
        }
    }

    /// Takes in a line during a search: acts on it at once or lets it wait.
    fn interrupt(&mut self, line: Line) -> Option<Action> {
        let thinking = self.thinking.as_ref()?;
        match Command::parse(&line.text) {
            Ok(Command::End) => {
                thinking.control.stop();
                return Some(Action::Exit);
            }
            Ok(Command::Stop) => thinking.control.stop(),
            Ok(Command::Info(info)) if self.queue.is_empty() => {
                let control = Arc::clone(&thinking.control);
                self.inform(&info);
                if info.is_time_limit() {
                    control.set_turn(self.settings.allowance(self.used));
                }
            }
            _ => self.queue.push_back(line),
        }
        None
    }

    /// Carries out a line while no search is under way.
    fn handle(&mut self, line: &Line, actions: &mut Vec<Action>) {
        let command = match &mut self.block {
            None => Command::parse(&line.text),
            Some(block) => match block.receive(&line.text) {
                Step::More => return,
                Step::Complete(entries) => {
                    let kind = block.kind();
                    self.block = None;
                    let outcome = self.complete(kind, entries, line.received);
                    actions.extend(actions_of(outcome));
                    return;
                }
                Step::Abandoned(command) => {
                    let kind = block.kind();
                    self.block = None;
                    if command != Command::End && !matches!(kind, BlockKind::Ignored(_)) {
                        actions.extend(actions_of(Err(Refusal::NoDone)));
                    }
                    Ok(command)
                }
            },
        };
        match command {
            Ok(command) => {
                let outcome = self.execute(command, line.received);
                actions.extend(actions_of(outcome));
            }
            Err(ParseCommandError::Blank) => {}
            Err(error @ ParseCommandError::Unknown) => {
                actions.push(Action::Print(Reply::Unknown(error.to_string())));
            }
            Err(error @ ParseCommandError::Malformed { .. }) => {
                actions.push(Action::Print(Reply::Error(error.to_string())));
            }
        }
    }

    /// Plays what the search decided, and says so.
    fn carry_out(&mut self, decision: Option<Decision>, dialect: Dialect) -> Vec<Reply> {
        let coordinates = |points: &[Point]| points.iter().copied().map(Coordinate::from).collect();
        let reply = match decision {
            Some(Decision::Move(point)) => {
                let game = self.game.as_mut().expect("there was a game to think about");
                let color = game.side_to_move();
                game.place(point, color).expect("a decision is on an empty point");
                Reply::Move(point.into())
            }
            Some(Decision::Swap2(answer)) if dialect == Dialect::Yixin => {
                return yixin_answer(&answer, self.stones());
            }
            Some(Decision::Swap2(Answer::Open(stones))) => Reply::Moves(coordinates(&stones)),
            Some(Decision::Swap2(Answer::Stay(point))) => Reply::Move(point.into()),
            Some(Decision::Swap2(Answer::Swap)) => Reply::Swap,
            Some(Decision::Stones(stones)) => Reply::Moves(coordinates(&stones)),
            None => Reply::Error(Refusal::BoardFull.to_string()),
        };
        vec![reply]
    }

    /// How many stones are on the board.
    fn stones(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.position().history().len())
    }

    /// When the clock of a move began that a line read at `received` asks for: the line
    /// may have waited for an earlier search, which is not this move's time.
    fn clock_start(&self, received: Instant) -> Instant {
        match self.answered {
            Some(answered) => received.max(answered),
            None => received.checked_sub(START_UP).unwrap_or(received),
        }
    }
}

/// The messages that answer a stage of swap2 at which there are so many stones.
fn yixin_answer(answer: &Answer, stones: usize) -> Vec<Reply> {
    let number = if stones > 3 { 2 } else { 1 };
    let texts = match answer {
        Answer::Open(stones) => {
            let stones = stones.iter().enumerate();
            stones
                .map(|(index, &stone)| {
                    let Coordinate { x, y } = stone.into();
                    format!("SWAP2 MOVE{} {x} {y}", index + 1)
                })
                .collect()
        }
        Answer::Swap => vec![format!("SWAP2 SWAP{number} YES")],
        Answer::Stay(_) => vec![format!("SWAP2 SWAP{number} NO")],
    };
    texts.into_iter().map(Reply::Message).collect()
}

/// The actions that answer a command.
fn actions_of(outcome: Outcome) -> Vec<Action> {
    outcome.unwrap_or_else(|refusal| vec![Action::Print(Reply::Error(refusal.to_string()))])
}

#[cfg(test)]
mod tests;
