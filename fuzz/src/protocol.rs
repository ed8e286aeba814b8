//! The protocol session: text lines that are valid, malformed or mangled, in any order, and searches
//! that end at once or late. No text line may cause a panic, and each must get the number of replies
//! that the protocol requires.

use std::ops::RangeInclusive;
use std::time::Duration;

use dolmen::engine::{NoMove, Think, any_move};
use dolmen::protocol::command::{Command, ParseCommandError, Payload};
use dolmen::protocol::input::{InputLine, LineSplitter};
use dolmen::protocol::reply::Reply;
use dolmen::protocol::session::{Action, Session};
use dolmen::protocol::task::{Decision, Task};
use dolmen::search::{Progress, SearchResult, Silent};
use fastrand::Rng;

/// The maximum number of text lines in one dialogue.
const DIALOGUE_LINES: usize = 300;

/// Returns the lines of a random dialogue.
pub fn input(random: &mut Rng) -> Vec<u8> {
    let lines = (0..DIALOGUE_LINES).map(|_| {
        let end = *random.choice(&["\n", "\r\n", "\r", "\n\r\n"]).expect("there are some");
        random_line(random) + end
    });
    lines.collect::<String>().into_bytes()
}

/// Checks the replies to the lines of a dialogue, and that the lines do not depend on the pieces in
/// which their bytes arrive.
///
/// # Panics
/// Panics if the library fails.
pub fn check(data: &[u8]) {
    let mut lines = Vec::new();
    LineSplitter::default().push(data, |line| lines.push(line));
    let mut random = Rng::with_seed(data.len() as u64);
    let (mut pieces, mut splitter, mut rest) = (Vec::new(), LineSplitter::default(), data);
    while !rest.is_empty() {
        let (piece, others) = rest.split_at(random.usize(1..=rest.len().min(40)));
        splitter.push(piece, |line| pieces.push(line));
        rest = others;
    }
    assert_eq!(lines, pieces);
    let mut dialogue = Dialogue::default();
    for line in lines.into_iter().take(DIALOGUE_LINES) {
        dialogue.receive(line);
        if dialogue.has_ended {
            dialogue = Dialogue::default();
        }
        if dialogue.task.is_some() && random.bool() {
            dialogue.end_search();
        }
        dialogue.check();
    }
}

/// A session, with its actual and its expected number of replies.
#[derive(Default)]
struct Dialogue {
    session: Session,
    task: Option<Box<Task>>,
    expected: ExpectedReplies,
    replies: usize,
    has_ended: bool,
    transcript: Vec<String>,
}

impl Dialogue {
    fn receive(&mut self, text: String) {
        if self.expected.depends_on_queue(&text) {
            return;
        }
        self.transcript.push(format!("> {text}"));
        self.expected.count(&text, self.task.is_some());
        let actions = self.session.receive(InputLine { received: Duration::ZERO, text });
        self.carry_out(actions);
        if self.session.is_ending() {
            let replies = self.replies;
            self.end_search();
            assert!(self.has_ended && self.replies <= replies + 1, "END ends a search");
        }
    }

    fn carry_out(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Exit => self.has_ended = true,
                Action::Think(task) => self.task = Some(task),
                Action::Print(reply) => {
                    let line = reply.to_string();
                    assert!(line.len() < 1000 && !line.contains(char::is_control), "{line:?}");
                    assert_eq!(line.parse::<Reply>().as_ref(), Ok(&reply), "{line:?}");
                    self.replies += usize::from(!reply.is_comment());
                    self.transcript.push(format!("< {line}"));
                }
            }
        }
    }

    fn end_search(&mut self) {
        let task = self.task.take().expect("a search is running");
        let position = task.game.position().clone();
        let any_move: Think = |_, game, _, _, _| {
            let best = any_move(game).ok_or(NoMove)?;
            Ok(SearchResult { best, summary: Progress::default(), root_moves: Vec::new() })
        };
        let result = task.perform(any_move, &mut Silent);
        if let Some(Decision::Move(point)) = result.decision {
            assert!(position.is_empty_at(point), "{point} is occupied");
        }
        let replies = self.session.finish(result, Duration::ZERO);
        self.carry_out(replies.into_iter().map(Action::Print).collect());
        let actions = self.session.resume();
        self.carry_out(actions);
        self.expected.queue = if self.task.is_some() { Queue::Unknown } else { Queue::Empty };
    }

    /// Compares the numbers of replies if no text line waits for a search.
    fn check(&self) {
        if self.task.is_none() {
            let expected = &self.expected.replies;
            let transcript = self.transcript.join("\n");
            assert!(
                expected.contains(&self.replies),
                "{} replies, not {expected:?}, after\n{transcript}",
                self.replies
            );
        }
    }
}

/// The number of replies to the text lines so far.
struct ExpectedReplies {
    replies: RangeInclusive<usize>,
    list: Option<Command>,
    queue: Queue,
}

/// The queue of text lines that wait for the end of a search.
#[derive(PartialEq, Eq)]
enum Queue {
    Empty,
    /// A search has ended and one of the waiting text lines has started the next one.
    Unknown,
    Waiting,
}

impl Default for ExpectedReplies {
    fn default() -> Self {
        Self { replies: 0..=0, list: None, queue: Queue::Empty }
    }
}

impl ExpectedReplies {
    /// Returns whether the number of replies depends on the unknown queue: INFO becomes part of an
    /// open list if it has to wait.
    fn depends_on_queue(&self, line: &str) -> bool {
        self.queue == Queue::Unknown && matches!(Command::parse(line), Ok(Command::Info(_)))
    }

    /// Counts the replies to a text line.
    fn count(&mut self, line: &str, is_thinking: bool) {
        let command = Command::parse(line);
        if is_thinking {
            match command {
                Ok(Command::Stop | Command::End) => return,
                Ok(Command::Info(_)) if self.queue == Queue::Empty => return,
                _ => self.queue = Queue::Waiting,
            }
        }
        let replies = match self.list.take() {
            Some(list) => self.count_in_list(list, command),
            None => self.count_command(command),
        };
        let (min, max) =
            (self.replies.start() + replies.start(), self.replies.end() + replies.end());
        self.replies = min..=max;
    }

    /// Returns the number of replies to a text line of a list.
    fn count_in_list(
        &mut self,
        list: Command,
        command: Result<Command, ParseCommandError>,
    ) -> RangeInclusive<usize> {
        let payload = payload_of(&list);
        match command {
            Ok(Command::End) => 0..=0,
            _ if payload == Some(Payload::Line) => 0..=0,
            Ok(Command::Start { .. } | Command::Restart) if payload.is_some() => 1..=1,
            Ok(Command::Start { .. } | Command::Restart) => 2..=2,
            Ok(Command::Done) => match list {
                _ if payload.is_some() => 0..=0,
                Command::SetBoard | Command::Block | Command::Unblock => 0..=1,
                _ => 1..=1,
            },
            _ => {
                self.list = Some(list);
                0..=0
            }
        }
    }

    /// Returns the number of replies to a text line that is not part of a list.
    fn count_command(
        &mut self,
        command: Result<Command, ParseCommandError>,
    ) -> RangeInclusive<usize> {
        match command {
            Ok(command) if payload_of(&command) == Some(Payload::Nothing) => 0..=0,
            Ok(command) if payload_of(&command).is_some() => {
                self.list = Some(command);
                0..=0
            }
            Err(ParseCommandError::Blank) => 0..=0,
            Err(error) if error.payload() != Payload::Nothing => {
                self.list = Some(Command::Ignored(error.payload()));
                1..=1
            }
            Ok(
                Command::Info(_)
                | Command::End
                | Command::Done
                | Command::Stop
                | Command::ShowInfo
                | Command::ShowUsage
                | Command::Forget
                | Command::UnblockAll,
            ) => 0..=0,
            Ok(
                list @ (Command::Board
                | Command::SetBoard
                | Command::Swap2Board
                | Command::Block
                | Command::Unblock),
            ) => {
                self.list = Some(list);
                0..=0
            }
            _ => 1..=1,
        }
    }
}

/// Returns the payload that follows a command, if the command has no reply while no database is open.
fn payload_of(command: &Command) -> Option<Payload> {
    match command {
        Command::Ignored(payload) => Some(*payload),
        Command::Database(command) => Some(command.payload()),
        _ => None,
    }
}

/// Returns a text line that a manager could send, or a mangled one.
fn random_line(rng: &mut Rng) -> String {
    let line = match rng.u8(..24) {
        0 => format!("START {}", random_number(rng)),
        1 => "START 5".to_owned(),
        2 => format!("RECTSTART {}", random_pair(rng)),
        3 => "BEGIN".to_owned(),
        4..=7 => format!("TURN {}", random_pair(rng)),
        8 => format!("TAKEBACK {}", random_pair(rng)),
        9 => format!("PLAY {}", random_pair(rng)),
        10 | 11 => "BOARD".to_owned(),
        12..=14 => format!("{},{}", random_pair(rng), rng.u8(1..4)),
        15 | 16 => "DONE".to_owned(),
        17..=19 => random_info(rng),
        20 => random_pair(rng),
        21 | 22 => (*rng.choice(&RARE).expect("there are some")).to_owned(),
        _ => (0..rng.usize(..20)).map(|_| rng.char(..)).collect(),
    };
    if rng.u8(..) < 24 { mangled(line, rng) } else { line }
}

/// Text lines that are sent less often.
const RARE: [&str; 26] = [
    "RESTART",
    "ABOUT",
    "END",
    "STOP",
    "YXSTOP",
    "SWAP2BOARD",
    "YXBOARD",
    "YXSHOWINFO",
    "YXSHOWFORBID",
    "YXHASHCLEAR",
    "YXHASHDUMP",
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKRESET",
    "YXQUERYDATABASEALL",
    "YXEDITTVDDATABASE 1 119 0 0",
    "YXEDITLABELDATABASE 1,1 A",
    "YXDELETEDATABASEALL wl",
    "YXSAVEDATABASE",
    "YXNBEST 3",
    "YXSHOWHASHUSAGE",
    "",
    " \t",
    "OK",
    "MESSAGE hello",
    "%s%n%d",
];

fn random_info(rng: &mut Rng) -> String {
    const KEYS: [&str; 14] = [
        "timeout_turn",
        "timeout_match",
        "time_left",
        "max_memory",
        "game_type",
        "rule",
        "folder",
        "evaluate",
        "max_depth",
        "max_node",
        "seed",
        "reserve",
        "show_detail",
        "foo",
    ];
    let key = rng.choice(&KEYS).expect("there are some");
    format!("INFO {key} {}", random_number(rng))
}

/// Returns a pair of numbers, mostly a point of a small board.
fn random_pair(rng: &mut Rng) -> String {
    if rng.u8(..) < 16 {
        return format!("{} , {}", random_number(rng), random_number(rng));
    }
    format!("{},{}", rng.u8(..6), rng.u8(..6))
}

fn random_number(rng: &mut Rng) -> String {
    match rng.u8(..8) {
        0..=3 => rng.i32(-1..25).to_string(),
        4 => rng.i64(..).to_string(),
        5 => format!("{}{}", rng.u64(..), rng.u64(..)),
        6 => "15".to_owned(),
        _ => "abc".to_owned(),
    }
}

/// Changes, removes or doubles a character.
fn mangled(line: String, rng: &mut Rng) -> String {
    let mut characters: Vec<char> = line.chars().collect();
    if !characters.is_empty() {
        let index = rng.usize(..characters.len());
        match rng.u8(..3) {
            0 => characters[index] = rng.char(..),
            1 => drop(characters.remove(index)),
            _ => characters.insert(index, characters[index]),
        }
    }
    characters.into_iter().collect()
}
