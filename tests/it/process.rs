//! Runs the program as a child process, as a manager does.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use game_engine_process::{EngineCommand, EngineProcess, Ladder, Output};

/// The timeout of a reply, which is shorter than the thinking time in the tests of stopping.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-dolmen");

/// A running program and the stones on its board.
pub(crate) struct Process {
    engine: EngineProcess,
    size: (i64, i64),
    stones: HashSet<(i64, i64)>,
}

impl Process {
    /// Starts the program without arguments.
    pub(crate) fn start() -> Self {
        Self::spawn(&EngineCommand::new(PROGRAM))
    }

    /// Starts a command.
    pub(crate) fn spawn(command: &EngineCommand) -> Self {
        let engine = command.spawn().expect("the program starts");
        Self { engine, size: (15, 15), stones: HashSet::new() }
    }

    /// Sends bytes to the program.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let deadline = Instant::now() + TIMEOUT;
        self.engine.send(bytes.as_ref(), deadline).expect("the program reads");
    }

    /// Returns the next text line; `None` at the end of the output.
    fn line(&mut self) -> Option<String> {
        match self.engine.next_line(Instant::now() + TIMEOUT) {
            Output::Line(line) => Some(String::from_utf8(line.bytes).expect("lines are text")),
            Output::Quiet => panic!("the program does not answer"),
            Output::Closed => None,
        }
    }

    /// Returns the next text line that is not a comment.
    #[track_caller]
    pub(crate) fn reply(&mut self) -> String {
        loop {
            let line = self.line().expect("the program answers");
            if !line.starts_with("MESSAGE ") && !line.starts_with("DEBUG ") {
                return line;
            }
        }
    }

    /// Sends a command and checks its reply.
    #[track_caller]
    pub(crate) fn ask(&mut self, command: &str, reply: &str) {
        self.send(command);
        assert_eq!(self.reply(), reply, "{command:?}");
    }

    /// Sends a command that starts a game on a board of this size, and expects `OK`.
    #[track_caller]
    pub(crate) fn new_game(&mut self, command: &str, width: i64, height: i64) {
        self.ask(command, "OK");
        self.size = (width, height);
        self.stones.clear();
    }

    /// Records a stone, so that a move there is illegal.
    pub(crate) fn add_stone(&mut self, x: i64, y: i64) {
        self.stones.insert((x, y));
    }

    /// Records that a stone was taken back.
    pub(crate) fn remove_stone(&mut self, x: i64, y: i64) {
        self.stones.remove(&(x, y));
    }

    /// Removes all recorded stones, before a list is sent.
    pub(crate) fn clear_stones(&mut self) {
        self.stones.clear();
    }

    /// Returns the next reply, which must be a legal move in the form that every manager accepts.
    #[track_caller]
    pub(crate) fn expect_move(&mut self) -> (i64, i64) {
        let line = self.reply();
        let (x, y) = parse_move(&line).unwrap_or_else(|| panic!("{line:?} is not a move"));
        let (width, height) = self.size;
        assert!(x < width && y < height, "{line} is off the board");
        assert!(self.stones.insert((x, y)), "{line} is occupied");
        (x, y)
    }

    /// Sends the opponent's move with this line end, and returns the engine's answer.
    #[track_caller]
    pub(crate) fn turn(&mut self, x: i64, y: i64, end: &str) -> (i64, i64) {
        self.add_stone(x, y);
        self.send(format!("TURN {x},{y}{end}"));
        self.expect_move()
    }

    /// Returns the last row's first point without a recorded stone, or one of an earlier row.
    pub(crate) fn free_point(&self) -> (i64, i64) {
        let (width, height) = self.size;
        let mut points = (0..height).rev().flat_map(|y| (0..width).map(move |x| (x, y)));
        points.find(|point| !self.stones.contains(point)).expect("the board is not full")
    }

    /// Closes the input.
    pub(crate) fn close_input(&mut self) {
        self.engine.close_input();
    }

    /// Sends END, and expects the program to end without replies and errors, with status 0.
    #[track_caller]
    pub(crate) fn end(mut self) {
        self.send("END\r\n");
        self.expect_end();
    }

    /// Expects the program to end without replies and errors, with status 0.
    #[track_caller]
    pub(crate) fn expect_end(mut self) {
        while let Some(line) = self.line() {
            assert!(line.starts_with("MESSAGE "), "{line:?} was not expected");
        }
        let exit = self.engine.wait(Instant::now() + TIMEOUT).expect("the program ends");
        assert_eq!(exit.code, Some(0), "{exit}");
        let ending = self.engine.finish(&Ladder::kill());
        let errors = String::from_utf8_lossy(&ending.stderr.tail);
        assert_eq!(errors, "", "standard error is not empty");
    }
}

/// Parses `x,y`, which must be digits, a comma and digits without anything else.
pub(crate) fn parse_move(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(x) && is_number(y)).then(|| Some((x.parse().ok()?, y.parse().ok()?)))?
}
