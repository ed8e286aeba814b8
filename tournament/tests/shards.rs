//! Tournaments in parts, from outside: whatever the parts and whatever happens to them, merged
//! they are the tournament in one piece. The engine is a shell script of a few lines.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// An engine that fills the top row if it begins and the row below if it does not, so that
/// whoever begins wins; unless the seed of the game has it play outside the board at its third
/// move. `$1` tells for which seeds: those that it divides.
const ENGINE: &str = r#"
while read -r line; do
    case $line in
        START* | RESTART) row=1 column=0 ; echo OK ;;
        'INFO seed '*) seed=${line##* } ;;
        BEGIN) row=0 ; echo "$column,$row" ; column=1 ;;
        TURN*)
            [ $column = 2 ] && [ $((seed % $1)) = 0 ] && column=99
            echo "$column,$row" ; column=$((column + 1)) ;;
        END) exit ;;
    esac
done
"#;
/// Far more than any machine needs.
const PATIENCE: Duration = Duration::from_secs(300);

/// Three of it; the first loses more than the others.
const LEAGUE: &str = "-e 'name=one,cmd=/bin/sh engine 2,folder=.' \
                      -e 'name=two,cmd=/bin/sh engine 3,folder=.' \
                      -e 'name=three,cmd=/bin/sh engine 5,folder=.' \
                      --tc 0/60 --openings none --concurrency 1 --startup 120s --games 8 --restart";
/// Two of it, the first much the better, and a test.
const TEST: &str = "-e 'name=one,cmd=/bin/sh engine 99999,folder=.' \
                    -e 'name=two,cmd=/bin/sh engine 1,folder=.' \
                    --tc 0/60 --openings none --concurrency 1 --startup 120s --games 4000 \
                    --sprt 0,150";

/// A folder for a tournament.
struct Room(tempfile::TempDir);

impl Room {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        fs::write(folder.path().join("engine"), ENGINE).expect("the folder can be written");
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
        command
    }

    /// Exit status, standard output and standard error.
    fn run(&self, arguments: &str) -> (i32, String, String) {
        let Output { status, stdout, stderr } =
            self.command(arguments).output().expect("the program can be started");
        let text = |bytes| String::from_utf8(bytes).expect("the text is UTF-8");
        (status.code().expect("it was not killed"), text(stdout), text(stderr))
    }

    /// It must end well.
    fn succeed(&self, arguments: &str) -> String {
        let (code, out, err) = self.run(arguments);
        assert_eq!(code, 0, "{arguments}: {err}");
        out
    }

    fn start(&self, arguments: &str) -> Child {
        let mut command = self.command(arguments);
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().expect("the program can be started")
    }

    /// Waits until a file has this many lines.
    fn wait_for(&self, name: &str, lines: usize) {
        let deadline = Instant::now() + PATIENCE;
        let count = || fs::read_to_string(self.path(name)).map_or(0, |text| text.lines().count());
        while count() < lines {
            assert!(Instant::now() < deadline, "{name} makes no progress");
            thread::yield_now();
        }
    }

    /// The games of a file in its order, without what clocks tell.
    fn games(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.path(name)).expect("the file exists");
        text.lines().skip(1).map(game).collect()
    }

    /// Returns what is counted of a file, without times.
    fn statistics(&self, name: &str) -> String {
        let text = self.succeed(&format!("stats {name}"));
        let parts = text.split("\n\n").filter(|part| !part.starts_with("Engine "));
        parts.collect::<Vec<_>>().join("\n")
    }
}

/// A line of the file without what clocks tell.
fn game(line: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(line).expect("the line is JSON");
    let clocks = [
        "started",
        "time_ms",
        "longest_ms",
        "late",
        "latest_ms",
        "peak_memory",
        "foreign_cpu_ms",
        "killed",
    ];
    for pointer in ["", "/black", "/white"] {
        let fields = value.pointer_mut(pointer).and_then(|fields| fields.as_object_mut());
        let fields = fields.expect("they are fields");
        for name in clocks {
            fields.remove(name);
        }
    }
    let moves = value["moves"].as_array_mut().expect("the record has a list of moves");
    moves.iter_mut().for_each(|at| *at = at["at"].take());
    value.to_string()
}

#[test]
fn all_divisions_give_the_same_tournament() {
    let room = Room::new();
    room.succeed(&format!("{LEAGUE} --state alone.jsonl"));
    room.succeed("merge alone.jsonl -o whole.jsonl");
    let games = room.games("whole.jsonl");
    assert_eq!(games.len(), 24);
    for kind in ["five", "illegal"] {
        let wanted = format!(r#""reason":"{kind}""#);
        assert!(games.iter().any(|game| game.contains(&wanted)), "no game ends with {kind}");
    }
    for count in [1, 2, 4] {
        for index in (0..count).rev() {
            room.succeed(&format!("run {LEAGUE} --state {count}.jsonl --shard {index}/{count}"));
        }
        let files: Vec<_> =
            (0..count).map(|index| format!("{count}-{index}-of-{count}.jsonl")).collect();
        room.succeed(&format!("merge {} --output merged-{count}.jsonl", files.join(" ")));
        assert_eq!(room.games(&format!("merged-{count}.jsonl")), games, "{count} shards");
        let statistics = room.statistics(&format!("merged-{count}.jsonl"));
        assert_eq!(statistics, room.statistics("alone.jsonl"), "{count} shards");
    }
    // The merged file is what the whole tournament would have left, and can be gone on with.
    room.succeed(&format!("{LEAGUE} --state merged-4.jsonl"));
    assert_eq!(room.games("merged-4.jsonl"), games);
}

#[test]
fn a_killed_shard_goes_on() {
    let room = Room::new();
    room.succeed(&format!("{LEAGUE} --state alone.jsonl"));
    let run = |index: u64| format!("run {LEAGUE} --state league.jsonl --shard {index}/2");
    let mut killed = room.start(&run(1));
    room.wait_for("league-1-of-2.jsonl", 4);
    killed.kill().expect("the child can be killed");
    killed.wait().expect("the child can be waited for");
    let (code, _, err) = room.run("merge league-1-of-2.jsonl --output league.jsonl");
    assert_eq!(code, 75, "{err}");
    assert!(err.contains("shard 0/2: no file was given"), "{err}");
    assert!(err.contains("of 12 games are missing: "), "{err}");
    room.succeed(&run(0));
    room.succeed(&run(1));
    room.succeed("merge league-0-of-2.jsonl league-1-of-2.jsonl --output league.jsonl");
    room.succeed("merge alone.jsonl --output whole.jsonl");
    assert_eq!(room.games("league.jsonl"), room.games("whole.jsonl"));
    assert_eq!(room.statistics("league.jsonl"), room.statistics("alone.jsonl"));
}

#[test]
fn a_tournament_may_be_divided_anew() {
    let room = Room::new();
    let run = |shard: &str| format!("run {LEAGUE} --state league.jsonl --shard {shard}");
    room.succeed(&run("0/2"));
    let (code, _, err) = room.run(&run("0/3"));
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("4 games were copied from ./league-0-of-2.jsonl"), "{err}");
    room.succeed(&run("1/3"));
    room.succeed(&run("2/3"));
    let (code, _, err) = room.run(
        "merge league-2-of-3.jsonl league-0-of-2.jsonl league-0-of-3.jsonl league-1-of-3.jsonl",
    );
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("12 games were found more than once, with the same result"), "{err}");
    assert!(err.contains("24 of 24 games"), "{err}");
}

#[test]
fn one_stop_file_stops_all_shards() {
    let room = Room::new();
    fs::write(room.path("league.jsonl.stop"), "").expect("the folder can be written");
    for index in 0..2 {
        let (code, _, err) =
            room.run(&format!("run {LEAGUE} --state league.jsonl --shard {index}/2"));
        assert_eq!(code, 75, "{err}");
        assert!(err.contains("the stop file league.jsonl.stop exists"), "{err}");
    }
}

#[test]
fn a_decision_ends_the_shards() {
    let room = Room::new();
    let run = |index: u64| format!("run {TEST} --state league.jsonl --shard {index}/2 --quiet");
    let mut shards = [room.start(&run(0)), room.start(&run(1))];
    let (code, out, err) =
        room.run("merge --follow . --output league.jsonl --on-decision 'touch league.jsonl.stop'");
    for shard in &mut shards {
        let status = shard.wait().expect("the child can be waited for");
        assert_eq!(status.code(), Some(75));
    }
    assert_eq!(code, 10, "{err}");
    assert!(out.contains("passed"), "{out}");
    assert!(err.contains("the test has decided: the difference is ELO1 or more"), "{err}");
    assert!(room.games("league.jsonl").len() < 4000);
    // The decision stands, whatever was finished after it.
    let merge = "merge league-0-of-2.jsonl league-1-of-2.jsonl --output league.jsonl";
    room.succeed(merge);
    assert_eq!(room.run(&format!("{merge} --decision-status")).0, 10);
}
