//! The program as a child process, as a manager sees it.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Long enough for any machine, shorter than the thinking time of tests that stop it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-dolmen");

/// A running program, and the stones that its moves must not touch.
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: JoinHandle<String>,
    size: (i64, i64),
    stones: HashSet<(i64, i64)>,
}

impl Process {
    /// Starts the program without arguments.
    pub(crate) fn start() -> Self {
        Self::spawn(&mut Command::new(PROGRAM))
    }

    /// Starts a command with pipes for its streams.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.env_remove("RUST_LOG").spawn().expect("the program starts");
        let stdout = child.stdout.take().expect("it is piped");
        let mut stderr = child.stderr.take().expect("it is piped");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if sender.send(line.expect("replies are text")).is_err() {
                    break;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("it is text");
            text
        });
        let input = child.stdin.take();
        Self { child, input, output, errors, size: (15, 15), stones: HashSet::new() }
    }

    /// Writes bytes as they are.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes.as_ref()).expect("the program reads");
        input.flush().expect("the program reads");
    }

    /// The next line that is no comment.
    pub(crate) fn reply(&mut self) -> String {
        loop {
            let line = self.output.recv_timeout(PATIENCE).expect("the program answers");
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

    /// Sends the command that begins a game, and expects it to be accepted.
    #[track_caller]
    pub(crate) fn new_game(&mut self, command: &str, width: i64, height: i64) {
        self.ask(command, "OK");
        self.size = (width, height);
        self.stones.clear();
    }

    /// Says that there is a stone: a move there is illegal from now on.
    pub(crate) fn add_stone(&mut self, x: i64, y: i64) {
        self.stones.insert((x, y));
    }

    /// Says that there is no stone any more.
    pub(crate) fn remove_stone(&mut self, x: i64, y: i64) {
        self.stones.remove(&(x, y));
    }

    /// Forgets all stones, before a list is sent.
    pub(crate) fn clear_stones(&mut self) {
        self.stones.clear();
    }

    /// The next reply, which must be a legal move in the form that every manager reads.
    #[track_caller]
    pub(crate) fn expect_move(&mut self) -> (i64, i64) {
        let line = self.reply();
        let (x, y) = parse_move(&line).unwrap_or_else(|| panic!("{line:?} is no move"));
        let (width, height) = self.size;
        assert!(x < width && y < height, "{line} is off the board");
        assert!(self.stones.insert((x, y)), "{line} is occupied");
        (x, y)
    }

    /// Sends the opponent's move, in lines that end as given, and expects the answer.
    #[track_caller]
    pub(crate) fn turn(&mut self, x: i64, y: i64, end: &str) -> (i64, i64) {
        self.add_stone(x, y);
        self.send(format!("TURN {x},{y}{end}"));
        self.expect_move()
    }

    /// Some point without a stone, as far as is known: in the last rows.
    pub(crate) fn free_point(&self) -> (i64, i64) {
        let (width, height) = self.size;
        let mut points = (0..height).rev().flat_map(|y| (0..width).map(move |x| (x, y)));
        points.find(|point| !self.stones.contains(point)).expect("the board is not full")
    }

    /// Closes the input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Sends END, and expects a quiet end: no more replies, no errors, status 0.
    #[track_caller]
    pub(crate) fn end(mut self) {
        self.send("END\r\n");
        self.expect_end();
    }

    /// Expects the program to end quietly.
    #[track_caller]
    pub(crate) fn expect_end(mut self) {
        let mut replies = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) if line.starts_with("MESSAGE ") => {}
                Ok(line) => replies.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill().expect("it runs");
                    panic!("the program does not end");
                }
            }
        }
        assert!(replies.is_empty(), "{replies:?} was not expected");
        let (status, errors) = self.wait();
        assert_eq!(errors, "", "standard error is silent");
        assert!(status.success(), "{status}");
    }

    /// Waits for the end; returns the status and what was written to standard error.
    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        drop(self.input.take());
        let status = self.child.wait().expect("it is a child");
        (status, self.errors.join().expect("the reader does not panic"))
    }
}

/// Reads `x,y`: digits, a comma, digits, and nothing else.
pub(crate) fn parse_move(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(x) && is_number(y)).then(|| Some((x.parse().ok()?, y.parse().ok()?)))?
}
