//! Tests of the server on streams in memory. Every test ends with the server; a channel that is
//! silent for a long time fails the test.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::engine::{Engine, NoMove, Think};
use crate::game::Game;
use crate::protocol::server::serve_with;
use crate::protocol::testing::{nearest, panics, report_b2};
use crate::search::{Control, Observer, Progress, Request, SearchResult};

/// The timeout of a reply, which only a failing test reaches.
const TIMEOUT: Duration = Duration::from_secs(60);

/// An input that receives the bytes piece by piece.
struct PieceReader(Receiver<Vec<u8>>);

impl Read for PieceReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.0.recv().unwrap_or_default();
        buffer[..piece.len()].copy_from_slice(&piece);
        Ok(piece.len())
    }
}

/// An output that sends every piece that is written.
struct PieceWriter(Sender<String>);

impl Write for PieceWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).expect("replies are text");
        self.0.send(text).map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Process {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    server: JoinHandle<io::Result<()>>,
}

impl Process {
    fn start(think: Think) -> Self {
        let (input, input_receiver) = mpsc::channel();
        let (output_sender, output) = mpsc::channel();
        let server = thread::spawn(move || {
            serve_with(
                Engine::default(),
                PieceReader(input_receiver),
                PieceWriter(output_sender),
                think,
            )
        });
        Self { input, output, server }
    }

    fn send(&self, text: &str) {
        self.input.send(text.as_bytes().to_vec()).expect("the server reads");
    }

    /// Returns the next text line that is not a message, without its end.
    fn line(&self) -> String {
        loop {
            let line = self.output.recv_timeout(TIMEOUT).expect("the server answers");
            assert_eq!(line.find('\n'), Some(line.len() - 1), "{line:?} is written at once");
            if !line.starts_with("MESSAGE ") {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Waits for the server to end and returns the remaining output.
    fn end(self) -> Vec<String> {
        self.server.join().expect("the server does not panic").expect("no error");
        self.output.try_iter().collect()
    }
}

/// Thinks until it is stopped or its time limit becomes zero, and chooses the last empty point.
fn last_when_stopped(
    _: &mut Engine,
    game: &Game,
    _: &Request,
    control: &Control,
    observer: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    let best = game.position().empty().iter().last().ok_or(NoMove)?;
    let summary = Progress { principal_variation: vec![best], ..Progress::default() };
    observer.progress(&summary);
    while !control.is_stopped() && control.turn() != Some(Duration::ZERO) {
        thread::yield_now();
    }
    Ok(SearchResult { best, summary, root_moves: Vec::new() })
}

#[test]
fn pipelined_commands_are_answered_in_order() {
    let process = Process::start(nearest);
    process.send("START 15\r\nABOUT\r\nINFO timeout_turn 100\r\nBEG");
    process.send("IN\r\nFOOBAR\n");
    assert_eq!(process.line(), "OK");
    assert!(process.line().starts_with("name="));
    assert_eq!(process.line(), "7,7");
    assert!(process.line().starts_with("UNKNOWN "));
    process.send("END\nABOUT\n");
    assert_eq!(process.end(), [""; 0]);
}

#[test]
fn the_end_of_the_input_ends_the_last_line_and_the_server() {
    let process = Process::start(nearest);
    process.send("START 15\nTURN 7,7");
    assert_eq!(process.line(), "OK");
    process.send("");
    assert_eq!(process.line(), "6,6");
    assert_eq!(process.end(), [""; 0]);
}

#[test]
fn a_search_is_stopped_in_several_ways() {
    let process = Process::start(last_when_stopped);
    process.send("START 15\n");
    assert_eq!(process.line(), "OK");
    for stop in ["STOP\n", "yxstop\n", "INFO timeout_turn 0\n", "RESTART\nSTOP\n"] {
        process.send("INFO timeout_turn 60000\nTURN 0,0\n");
        process.send(stop);
        assert_eq!(process.line(), "14,14", "{stop:?}");
        if !stop.starts_with("RESTART") {
            process.send("RESTART\n");
        }
        assert_eq!(process.line(), "OK");
    }
    process.send("END\n");
    assert_eq!(process.end(), [""; 0]);
}

#[test]
fn the_end_during_a_search_waits_for_its_move() {
    for end in ["END\n", "FOOBAR\nEND\nABOUT\n", ""] {
        let process = Process::start(last_when_stopped);
        process.send("INFO game_type 2\nSTART 15\nTURN 0,0\n");
        assert_eq!(process.line(), "OK");
        process.send(end);
        assert_eq!(
            process.end(),
            ["MESSAGE depth 0-0 ev 0 wp 50.0 n 0 n/s 0 tm 0 pv o15\n", "14,14\n"],
            "{end:?}"
        );
    }
}

#[test]
fn the_end_does_not_wait_long() {
    let hangs: Think = |_, _, _, _, _| loop {
        thread::park();
    };
    let reports_and_hangs: Think = |_, _, _, _, observer| {
        report_b2(observer);
        loop {
            thread::park();
        }
    };
    for (think, reply) in [(reports_and_hangs, "1,1\n"), (hangs, "6,6\n")] {
        let process = Process::start(think);
        process.send("START 15\nTURN 7,7\nEND\n");
        assert_eq!(process.line(), "OK");
        assert_eq!(process.end(), [reply]);
    }
}

#[test]
fn a_panic_of_the_search_costs_no_move() {
    let process = Process::start(panics);
    process.send("START 15\nTURN 7,7\nTURN 8,8\n");
    assert_eq!(process.line(), "OK");
    assert_eq!(process.line(), "1,1");
    assert_eq!(process.line(), "6,6", "b2 is taken");
    process.send("END\n");
    assert_eq!(process.end(), [""; 0]);
}

#[test]
fn a_closed_output_is_not_an_error() {
    let Process { input, output, server } = Process::start(nearest);
    drop(output);
    input.send(b"START 15\n".to_vec()).expect("the server reads");
    server.join().expect("the server does not panic").expect("no error");
}
