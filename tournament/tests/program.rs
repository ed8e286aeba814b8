//! The program from outside: exit status, what it says, and the file that it leaves. Its
//! engines are shell scripts of a few lines.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// An engine that fills the top row if it begins and the row below if it does not: whoever
/// begins wins with the ninth stone.
const ROWS: &str = r#"
while read -r line; do
    case $line in
        START* | RESTART) row=1 column=0 ; echo OK ;;
        BEGIN) row=0 ; echo "$column,$row" ; column=$((column + 1)) ;;
        TURN*) echo "$column,$row" ; column=$((column + 1)) ;;
        END) exit ;;
    esac
done
"#;
/// An engine that reads and says nothing.
const MUTE: &str = "while read -r line; do :; done";
/// An engine that ends with words that would paint a terminal red.
const RUDE: &str = r#"
while read -r line; do
    case $line in
        START*) echo OK ;;
        BEGIN | TURN*) printf '\033[31m red\n' ; exit 7 ;;
        END) exit ;;
    esac
done
"#;
/// Far more than any machine needs.
const PATIENCE: Duration = Duration::from_secs(300);

/// A folder for a tournament.
struct Room(tempfile::TempDir);

impl Room {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        for (name, script) in [("rows", ROWS), ("mute", MUTE), ("rude", RUDE)] {
            fs::write(folder.path().join(name), script).expect("the folder can be written");
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program with arguments, to be run here.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
        command.args(shell_words::split(arguments).expect("the quotes match"));
        command.current_dir(self.0.path()).stdin(Stdio::null());
        ["CARGO", "CARGO_PKG_NAME"].into_iter().for_each(|name| {
            command.env_remove(name);
        });
        command
    }

    /// Exit status, standard output and standard error.
    fn run(&self, arguments: &str) -> (i32, String, String) {
        let Output { status, stdout, stderr } =
            self.command(arguments).output().expect("the program can be started");
        let text = |bytes| String::from_utf8(bytes).expect("it is text");
        (status.code().expect("it was not killed"), text(stdout), text(stderr))
    }

    /// How the program ends without arguments where no engines lie beside it, whatever was
    /// built; and whether it says which is missing.
    fn alone(&self) -> (i32, bool) {
        // Copied by another process: one of this, forked at that moment, would keep the copy open
        // for writing, and so from being started.
        let copied = Command::new("cp")
            .args([env!("CARGO_BIN_EXE_tournament"), "alone"])
            .current_dir(self.0.path())
            .status()
            .expect("there is cp");
        assert!(copied.success());
        let output = Command::new(self.path("alone"))
            .current_dir(self.0.path())
            .env_remove("CARGO")
            .output()
            .expect("the copy can be started");
        let code = output.status.code().expect("it was not killed");
        (code, String::from_utf8_lossy(&output.stderr).contains("pbrain-dolmen"))
    }

    /// The lines of a file without the header, sorted by game, without what the clock says.
    fn games(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.path(name)).expect("the file is there");
        let mut games: Vec<(u64, u64, String)> = text.lines().skip(1).map(game).collect();
        games.sort();
        games.into_iter().map(|(_, _, line)| line).collect()
    }
}

/// A line of the file: pair, game, and how it went.
fn game(line: &str) -> (u64, u64, String) {
    let value: serde_json::Value = serde_json::from_str(line).expect("the line is JSON");
    let number = |key: &str| value[key].as_u64().expect("it is a number");
    let (pair, game) = (number("pair"), number("game"));
    let moves: Vec<String> = value["moves"]
        .as_array()
        .expect("there are moves")
        .iter()
        .map(|at| at["at"].to_string())
        .collect();
    let [black, white] = ["black", "white"].map(|color| value[color]["name"].to_string());
    let (score, reason, seed) = (&value["score"], &value["reason"], &value["seed"]);
    let moves = moves.join(" ");
    (pair, game, format!("{pair}.{game} {black} {white} {score} {reason} {seed} {moves}"))
}

const MATCH: &str = "-e 'name=one,cmd=/bin/sh rows,folder=.' -e 'name=two,cmd=/bin/sh rows,folder=.' --tc 0/60 \
                     --openings none --concurrency 2 --startup 120s";

#[test]
fn a_match_is_played_once_and_shown_twice() {
    let room = Room::new();
    let command = format!("{MATCH} --games 6");
    let (code, out, err) = room.run(&command);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("one") && out.contains("Games | N: 6 W: 3 L: 3 D: 0"), "{out}");
    assert!(out.contains("No failures."), "{out}");
    assert!(err.contains("6 of 6: "), "{err}");
    assert!(err.contains("all 6 games are in tournament.jsonl"), "{err}");
    let games = room.games("tournament.jsonl");
    assert_eq!(games.len(), 6);
    assert!(games[0].starts_with(r#"0.0 "one" "two" "black" "five""#), "{}", games[0]);
    let (code, again, err) = room.run(&command);
    assert_eq!((code, &again), (0, &out), "{err}");
    assert_eq!(room.games("tournament.jsonl"), games);
    let (code, counted, _) = room.run("stats tournament.jsonl");
    assert_eq!((code, &counted), (0, &out));
}

#[test]
fn a_killed_match_goes_on() {
    let room = Room::new();
    let command = format!("{MATCH} --games 20");
    assert_eq!(room.run(&format!("{command} --state whole.jsonl")).0, 0);
    let state = room.path("killed.jsonl");
    let command = format!("{command} --state killed.jsonl");
    for games in [1, 4, 5, 9, 16] {
        let mut child = room
            .command(&command)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program can be started");
        let deadline = Instant::now() + PATIENCE;
        while fs::read_to_string(&state).map_or(0, |text| text.lines().count()) <= games {
            assert!(Instant::now() < deadline, "the match makes no progress");
            thread::yield_now();
        }
        child.kill().expect("the child is ours");
        child.wait().expect("the child is ours");
    }
    let (code, _, err) = room.run(&command);
    assert_eq!(code, 0, "{err}");
    assert_eq!(room.games("killed.jsonl"), room.games("whole.jsonl"));
}

#[test]
fn a_stop_file_stops() {
    let room = Room::new();
    let command = format!("{MATCH} --games 4");
    fs::write(room.path("tournament.jsonl.stop"), "").expect("the folder can be written");
    let (code, _, err) = room.run(&command);
    assert_eq!(code, 75, "{err}");
    assert!(err.contains("tournament.jsonl.stop is there"), "{err}");
    assert!(err.contains("0 of 4 games"), "{err}");
    fs::remove_file(room.path("tournament.jsonl.stop")).expect("it is there");
    assert_eq!(room.run(&command).0, 0);
}

#[test]
fn bad_input_has_clear_words() {
    let room = Room::new();
    let check = |arguments: &str, status: i32, words: &str| {
        let (code, _, err) = room.run(arguments);
        assert_eq!(code, status, "{arguments}: {err}");
        assert!(err.contains(words), "{arguments}: {err}");
    };
    assert_eq!(room.alone(), (3, true), "without engines beside the program");
    check("--no-such-thing", 2, "--no-such-thing");
    check("-e 'name=one,cmd=/bin/sh rows,folder=.'", 2, "two");
    check("-e name=a,cmd=./missing -e 'name=b,cmd=/bin/sh rows,folder=.'", 2, "missing");
    check(&format!("{MATCH} --resume"), 2, "tournament.jsonl: there is no such file");
    check(&format!("{MATCH} --anchor three=7"), 2, "three");
    check("stats missing.jsonl", 1, "missing.jsonl");
    assert!(!room.path("tournament.jsonl").exists(), "nothing was begun");
    let mute = MATCH.replace("--startup 120s", "--startup 100ms").replacen("rows", "mute", 1);
    check(&mute, 3, "engine one: no answer to START");
}

#[test]
fn a_file_that_is_not_ours_is_left_alone() {
    let room = Room::new();
    let command = format!("{MATCH} --games 2");
    assert_eq!(room.run(&command).0, 0);
    let path = room.path("tournament.jsonl");
    let text = fs::read_to_string(&path).expect("the file is there");
    let (code, _, err) = room.run(&format!("{command} --seed 7"));
    assert_eq!(code, 1);
    assert!(err.contains("(seed: there 1, here 7)"), "{err}");
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), text);
    fs::write(&path, format!("{text}nonsense\n")).expect("the file can be written");
    let (code, _, err) = room.run(&command);
    assert_eq!(code, 1);
    assert!(err.contains("line 4: "), "{err}");
    fs::write(&path, format!("{text}nonsense")).expect("the file can be written");
    let (code, _, err) = room.run(&command);
    assert_eq!(code, 0);
    assert!(err.contains("line 4 was not written to its end and is dropped"), "{err}");
    assert_eq!(fs::read_to_string(&path).expect("the file is there"), text);
}

#[test]
fn failures_are_shown_without_control_characters() {
    let room = Room::new();
    let command = format!("{} --games 4", MATCH.replacen("rows", "rude", 1));
    let (code, out, err) = room.run(&command);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("W: 0 L: 4 D: 0"), "{out}");
    assert!(!out.contains('\u{1b}') && !err.contains('\u{1b}'), "{out}{err}");
    assert!(err.contains("crash"), "{err}");
    let fatal = format!("{command} --fatal-errors --state fatal.jsonl");
    let (code, _, err) = room.run(&fatal);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("an engine failed in pair"), "{err}");
    assert!((1..=2).contains(&room.games("fatal.jsonl").len()));
}

#[test]
fn a_test_may_decide() {
    let room = Room::new();
    // Both colours win alike, so that no pair tells anything; only the null hypothesis fits.
    let command = format!("{MATCH} --games 400 --sprt 0,100 --decision-status");
    let (code, out, err) = room.run(&command);
    assert_eq!(code, 11, "{err}");
    assert!(out.contains("failed"), "{out}");
    assert!(err.contains("the test is decided"), "{err}");
    assert!(room.games("tournament.jsonl").len() < 400);
}
