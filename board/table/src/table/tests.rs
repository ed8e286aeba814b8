//! The table with persons and engines that are only text: games, clocks, openings, analysis.

mod faults;
mod files;
mod games;
mod growth;
mod marks;
mod openings;
mod pictures;
mod studies;

use crate::message::{Command, EngineInfo, EngineState, Kept, Message, Phase, Status, Thought};
use crate::table::{Millis, Order, Output, Table};
use crate::tree::Node;

/// A table, the time, and the table's last messages.
struct Scene {
    table: Table,
    now: u64,
    status: Status,
    messages: Vec<Message>,
    orders: Vec<Order>,
}

/// Returns Dolmen, an engine that can only play, and another that analyses.
fn engines() -> Vec<EngineInfo> {
    let engine = |id: usize, name: &str, is_dolmen: bool| EngineInfo {
        id,
        name: name.to_owned(),
        about: String::new(),
        has_levels: is_dolmen,
        can_analyse: is_dolmen,
    };
    vec![engine(0, "Dolmen", true), engine(1, "plain", false), engine(2, "second", true)]
}

impl Scene {
    fn new() -> Self {
        let table = Table::new(engines());
        let status = status(&table.greet(Millis(0))).expect("a greeting has the state of play");
        Self { table, now: 0, status, messages: Vec::new(), orders: Vec::new() }
    }

    /// Takes a command as JSON.
    #[track_caller]
    fn command(&mut self, json: &str) -> &mut Self {
        let command: Command = serde_json::from_str(json).expect("the command is valid");
        let output = self.table.take(command, Millis(self.now));
        self.note(output)
    }

    /// Begins a game with these players and other fields of a setup, each as JSON.
    #[track_caller]
    fn game(&mut self, black: &str, white: &str, more: &[(&str, &str)]) -> &mut Self {
        let mut setup = serde_json::json!({
            "rule": "freestyle", "continuous": false, "width": 15, "height": 15,
            "clock": { "turnMs": 0, "gameMs": 0, "incrementMs": 0 }, "opening": "free",
        });
        for (key, value) in [("black", black), ("white", white)].iter().chain(more) {
            setup[*key] = serde_json::from_str(value).expect("the field is valid JSON");
        }
        self.command(&serde_json::json!({ "type": "new", "setup": setup }).to_string())
    }

    /// Plays stones of persons, one after the other.
    #[track_caller]
    fn stones(&mut self, points: &str) -> &mut Self {
        for point in points.split(' ') {
            let last = self.status.last;
            self.command(&format!(r#"{{"type": "play", "at": {last}, "point": "{point}"}}"#));
            assert_eq!(self.refusal(), None, "{point}");
        }
        self
    }

    /// Hears lines of an engine.
    fn line(&mut self, engine: usize, text: &str) -> &mut Self {
        let output = self.table.hear(engine, text, Millis(self.now));
        self.note(output)
    }

    /// Lets time pass.
    fn pass(&mut self, milliseconds: u64) -> &mut Self {
        self.now += milliseconds;
        let output = self.table.tick(Millis(self.now));
        self.note(output)
    }

    fn note(&mut self, output: Output) -> &mut Self {
        assert!(output.computations.is_empty(), "nothing is to be computed");
        self.status = status(&output.messages).unwrap_or_else(|| self.status.clone());
        (self.messages, self.orders) = (output.messages, output.orders);
        self
    }

    /// Returns the lines that were sent to an engine.
    fn sent(&self, to: usize) -> Vec<&str> {
        self.orders
            .iter()
            .filter_map(|order| match order {
                Order::Send(engine, line) if *engine == to => Some(line.as_str()),
                _ => None,
            })
            .collect()
    }

    /// Returns the reason of the last refusal.
    fn refusal(&self) -> Option<&str> {
        self.messages.iter().find_map(|message| match message {
            Message::Refused { reason, .. } => Some(reason.as_str()),
            _ => None,
        })
    }

    /// Goes on with a game that a page kept.
    #[track_caller]
    fn restore(&mut self, kept: &Kept) -> &mut Self {
        let restore = serde_json::json!({ "type": "restore", "game": kept }).to_string();
        self.command(&restore);
        assert_eq!(self.refusal(), None);
        self
    }

    /// Returns the game as a page keeps it.
    fn kept(&self) -> Kept {
        let game =
            self.table.greet(Millis(self.now)).into_iter().find_map(|message| match message {
                Message::Game { game } => Some(game),
                _ => None,
            });
        game.expect("a greeting has the game")
    }

    /// Returns the moves of the game.
    fn moves(&self) -> String {
        let points = self.kept().nodes.into_iter().filter_map(|node| node.point);
        points.map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the node that was sent.
    fn node(&self) -> Option<&Node> {
        self.messages.iter().find_map(|message| match message {
            Message::Node { node } => Some(node),
            _ => None,
        })
    }

    /// Returns the only message, a thought.
    #[track_caller]
    fn thought(&self) -> &Thought {
        match &self.messages[..] {
            [Message::Thought { thought }] => thought,
            messages => panic!("{messages:?}"),
        }
    }

    #[track_caller]
    fn is(&self, phase: &str) {
        let found = serde_json::to_string(&self.status.phase).expect("a phase is plain data");
        assert_eq!(found, phase);
    }

    /// Checks that the game is paused because an engine failed.
    #[track_caller]
    fn is_interrupted(&self, reason: &str) {
        let reason = format!("{reason}. Resume starts it again.");
        assert_eq!(self.status.phase, Phase::Paused { reason });
    }

    fn engine(&self, engine: usize) -> &EngineState {
        &self.status.engines[engine]
    }
}

fn status(messages: &[Message]) -> Option<Status> {
    messages.iter().rev().find_map(|message| match message {
        Message::Status { status } => Some(status.clone()),
        _ => None,
    })
}

/// Returns a person of this name as JSON.
fn person(name: &str) -> String {
    format!(r#"{{"type": "person", "name": "{name}"}}"#)
}

const PERSON: &str = r#"{"type": "person", "name": ""}"#;
const DOLMEN: &str = r#"{"type": "engine", "engine": 0, "level": 3}"#;
const PLAIN: &str = r#"{"type": "engine", "engine": 1}"#;
const PLAYING: &str = r#"{"type":"playing"}"#;

#[test]
fn random_commands_and_lines_break_nothing() {
    let commands = [
        r#"{"type": "play", "at": 0, "point": "h8"}"#,
        r#"{"type": "play", "at": 1, "point": "i9"}"#,
        r#"{"type": "play", "at": 2, "point": null}"#,
        r#"{"type": "play", "at": 3, "point": "v22"}"#,
        r#"{"type": "takeBack"}"#,
        r#"{"type": "resign"}"#,
        r#"{"type": "moveNow"}"#,
        r#"{"type": "pause"}"#,
        r#"{"type": "resume"}"#,
        r#"{"type": "decide", "act": "add"}"#,
        r#"{"type": "decide", "act": {"place": "c3"}}"#,
        r#"{"type": "decide", "act": "swap"}"#,
        r#"{"type": "seat", "color": "black", "player": {"type": "engine", "engine": 1}}"#,
        r#"{"type": "seat", "color": "white", "player": {"type": "person", "name": "x"}}"#,
        r#"{"type": "review"}"#,
        r#"{"type": "analyse", "at": 1, "engine": 0, "lines": 2}"#,
        r#"{"type": "sweep", "at": 1, "engine": 0, "nodes": 50}"#,
        r#"{"type": "sweep", "at": 0, "engine": 2, "nodes": 50}"#,
        r#"{"type": "analyse", "at": 0, "engine": 2, "lines": 1}"#,
        r#"{"type": "stop"}"#,
        r#"{"type": "comment", "at": 1, "text": "x"}"#,
        r#"{"type": "remove", "at": 2}"#,
        r#"{"type": "promote", "at": 2}"#,
        r#"{"type": "area", "at": 1, "area": {"excluded": ["i9"], "only": ["h9"]}}"#,
        r#"{"type": "analyse", "at": 1, "engine": 0, "lines": 1, "limits": {"threads": 2}}"#,
        r#"{"type": "grow", "at": 1, "moves": [{"point": "b2"}, {"after": 0}]}"#,
        r#"{"type": "prune", "nodes": [2, 5]}"#,
        r#"{"type": "draw", "at": 0, "drawing": {"from": "h8", "color": "red"}}"#,
    ];
    let lines = [
        "OK",
        "7,7",
        "8,8 9,9",
        "SWAP",
        "99,99",
        "ERROR x",
        "INFO PV 0",
        "INFO EVAL 5",
        "INFO BESTLINE 1,1 2,2",
        "INFO PV DONE",
        "MESSAGE x",
        "",
        "\u{0}\u{1b}[2J",
        "INFO PV 77",
    ];
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let mut scene = Scene::new();
        if rng.bool() {
            let opening = ("opening", if rng.bool() { "\"swap2\"" } else { "\"free\"" });
            let clock = ("clock", r#"{"turnMs": 900, "gameMs": 3000, "incrementMs": 10}"#);
            let sides = [PERSON, DOLMEN, PLAIN];
            scene.game(sides[rng.usize(0..3)], sides[rng.usize(0..3)], &[opening, clock]);
        }
        for _ in 0..60 {
            match rng.u8(0..4) {
                0 => scene.command(commands[rng.usize(0..commands.len())]),
                1 | 2 => scene.line(rng.usize(0..3), lines[rng.usize(0..lines.len())]),
                _ => scene.pass(rng.u64(0..1500)),
            };
            let running = scene.status.running.is_some();
            let is_game = matches!(scene.status.phase, Phase::Playing | Phase::Opening { .. });
            assert!(!running || is_game, "{:?}", scene.status);
            let thinking = |state: &&EngineState| **state == EngineState::Thinking;
            assert!(scene.status.engines.iter().filter(thinking).count() <= 1);
            let is_open = scene.status.phase == Phase::Playing;
            assert!(!is_open || scene.status.work.is_none(), "{:?}", scene.status);
        }
    }
}
