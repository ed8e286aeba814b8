//! Tests of the program as a process: kills at random moments lose no finished game, and errors are
//! reported.

mod learning;
mod outputs;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use tempfile::TempDir;
use training::store::{Game, Shard, games_files};

const PLAN: &str = include_str!("tiny-plan.toml");

/// A folder with a plan, and the folder of its games.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new(plan: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        fs::write(folder.path().join("plan.toml"), plan).expect("the file can be written");
        Self { folder }
    }

    /// Returns a place with some games, the same for all tests.
    fn with_games() -> Self {
        static FILES: OnceLock<Vec<GamesFile>> = OnceLock::new();
        let place = Self::new(PLAN);
        fs::create_dir(place.games()).expect("the folder can be made");
        for GamesFile { name, bytes } in FILES.get_or_init(generated) {
            fs::write(place.games().join(name), bytes).expect("the file can be written");
        }
        place
    }

    fn games(&self) -> PathBuf {
        self.folder.path().join("games")
    }

    fn generate(&self) -> Command {
        let mut command = training(&["generate", "--threads", "2", "--plan"]);
        command.arg(self.folder.path().join("plan.toml")).arg("--output").arg(self.games());
        command
    }

    /// Bytes of all files of games.
    fn bytes(&self) -> u64 {
        let files = games_files(&[self.games()]).unwrap_or_default();
        files.iter().filter_map(|path| fs::metadata(path).ok()).map(|data| data.len()).sum()
    }

    /// Waits until the files have this number of bytes.
    fn wait_for(&self, bytes: u64) {
        while self.bytes() < bytes {
            thread::sleep(LOOK_EVERY);
        }
    }
}

/// A file of games.
struct GamesFile {
    name: OsString,
    bytes: Vec<u8>,
}

/// Plays some games, and returns their files.
fn generated() -> Vec<GamesFile> {
    let place = Place::new(PLAN);
    let child = place.generate().spawn().expect("the program starts");
    place.wait_for(20_000);
    kill(child);
    let paths = games_files(&[place.games()]).expect("the folder can be read");
    let file = |path: PathBuf| GamesFile {
        name: path.file_name().expect("a file has a name").to_owned(),
        bytes: fs::read(&path).expect("the file can be read"),
    };
    paths.into_iter().map(file).collect()
}

/// The polling interval for a growing file.
const LOOK_EVERY: Duration = Duration::from_millis(2);

fn training(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_training"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn kill(mut child: Child) {
    child.kill().expect("it runs");
    child.wait().expect("it was killed");
}

/// The whole games by file and number.
fn whole_games(folder: &Path) -> BTreeMap<(PathBuf, u32), Game> {
    let mut games = BTreeMap::new();
    for path in games_files(&[folder.to_owned()]).expect("the folder can be read") {
        let Ok(shard) = Shard::read(&path) else { continue };
        assert!(shard.damage.iter().all(|damage| damage.is_torn_end()), "{:?}", shard.damage);
        for game in shard.games {
            let number = game.number;
            let twice = games.insert((path.clone(), number), game);
            assert!(twice.is_none(), "game {number} is in {} twice", path.display());
        }
    }
    games
}

#[test]
fn kills_lose_nothing_but_the_games_in_progress() {
    check_kills(8);
}

#[test]
#[ignore = "slow: the full sample"]
fn many_kills_lose_nothing_but_the_games_in_progress() {
    check_kills(20);
}

/// Kills a generator repeatedly, and checks the stored games.
fn check_kills(kills: usize) {
    let place = Place::new(PLAN);
    let mut rng = Rng::with_seed(20);
    let mut known = BTreeMap::new();
    for kill_number in 0..kills {
        let child = place.generate().spawn().expect("the program starts");
        // Kill the generator after a random number of further bytes.
        let enough = place.bytes() + rng.u64(1..12_000);
        place.wait_for(enough);
        kill(child);
        let games = whole_games(&place.games());
        let lost = known.iter().find(|(number, game)| games.get(*number) != Some(*game));
        assert_eq!(lost.map(|(number, _)| number), None, "kill {kill_number}");
        known = games;
    }
    let files = games_files(&[place.games()]).expect("the folder can be read");
    assert!(files.len() > 2, "files were filled and packed: {}", files.len());
    let text = success(training(&["check"]).arg(place.games()));
    assert!(text.contains("0 invalid games, 0 damaged blocks"), "{text}");
}

/// Runs a command that is to succeed, and returns its output.
fn success(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let [text, errors] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(status.success(), "{text}{errors}");
    text
}

/// Runs a command that must fail, and returns its standard error.
fn complaint(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().expect("the program starts");
    let text = String::from_utf8_lossy(&stderr).into_owned();
    assert!(!status.success(), "{text}");
    text
}

#[cfg(unix)]
#[test]
fn a_tuning_goes_on_after_an_interrupt() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let state = folder.path().join("tuning.jsonl");
    let tune = |pairs: usize| {
        let mut command =
            training(&["tune", "--rule", "freestyle", "--nodes", "100", "--batch", "1"]);
        command
            .args(["--margin", "aspiration", "--pairs", &pairs.to_string(), "--state"])
            .arg(&state);
        command
    };
    // The first line has the settings.
    let steps = || fs::read_to_string(&state).unwrap_or_default().lines().count().saturating_sub(1);
    let child = tune(1_000_000).spawn().expect("the program starts");
    while steps() < 2 {
        thread::sleep(LOOK_EVERY);
    }
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(75), "{text}");
    assert!(text.contains("the same command continues"), "{text}");
    let known = steps();
    let text = success(&mut tune(known + 2));
    assert!(text.starts_with(&format!("{} pairs, 2 of them new", known + 2)), "{text}");
    let text = success(&mut tune(known + 2));
    assert!(text.starts_with(&format!("{} pairs, 0 of them new\n", known + 2)), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_report_is_not_done() {
    let place = Place::with_games();
    let mut report = training(&["report", "--labels", "1000000", "--nodes", "1000000"]);
    let mut child = report.arg(place.games()).spawn().expect("the program starts");
    // The losses come before the searches.
    let mut line = String::new();
    let output = child.stdout.as_mut().expect("it is piped");
    BufReader::new(output).read_line(&mut line).expect("it is text");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
    assert_eq!(status.code(), Some(75), "{line}{}", String::from_utf8_lossy(&stderr));
}

#[test]
fn equal_games_are_labelled_once() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (one, other, output) =
        (path("one/games.jsonl"), path("other/games.jsonl"), path("labelled"));
    let game =
        r#"{"rule": "renju", "size": 15, "moves": [[7, 7]], "result": "draw", "opening_plies": 1}"#;
    for name in ["one", "other"] {
        fs::create_dir(path(name)).expect("the folder can be made");
        fs::write(path(name) + "/games.jsonl", game).expect("the folder can be written");
    }
    for (again, expected) in [
        (&one, format!("{one} is named twice: expected every file once")),
        (&other, format!("{other} holds the games of {one}: expected every game once")),
    ] {
        let text = complaint(&mut training(&["label", &one, again, "--output", &output]));
        assert!(text.contains(&expected), "{text}");
    }
    success(&mut training(&["label", &one, "--output", &output]));
}

#[test]
fn bad_input_is_refused_with_the_reason() {
    let unknown = Place::new(&PLAN.replacen("crowded =", "crowdy =", 1));
    let text = complaint(&mut unknown.generate());
    assert!(text.contains("plan.toml: unknown beginning \"crowdy\": expected one of"), "{text}");
    assert!(!unknown.games().exists(), "nothing is written");

    let missing = complaint(training(&["generate", "--plan", "nowhere.toml"]).arg("--output=x"));
    assert!(missing.starts_with("nowhere.toml: "), "{missing}");

    let foreign = Place::new(PLAN);
    fs::create_dir(foreign.games()).expect("it can be made");
    let file = foreign.games().join("freestyle-seed1-0000000.games");
    let content = "dolmen games 3\n";
    fs::write(&file, content).expect("the file can be written");
    for mut command in
        [foreign.generate(), training(&["check", &foreign.games().to_string_lossy()])]
    {
        let text = complaint(&mut command);
        let expected = "freestyle-seed1-0000000.games has format version 3; expected 2";
        assert!(text.replace(": has", " has").contains(expected), "{text}");
    }
    assert_eq!(
        fs::read_to_string(&file).expect("the file can be read"),
        content,
        "nothing is lost"
    );
    let empty = complaint(training(&["check"]).arg(unknown.folder.path()));
    assert!(empty.starts_with("no files of games found"), "{empty}");
}

#[test]
fn margins_and_rules_are_named_once() {
    let place = Place::new("");
    let state = place.folder.path().join("tuning.jsonl");
    let refused = |more: &[&str], expected: &str| {
        let mut command = training(&["tune", "--rule", "renju", "--state"]);
        let text = complaint(command.arg(&state).args(more));
        assert_eq!(text.trim_end(), expected);
        assert!(!state.exists());
    };
    let margins = ["aspiration", "razoring_base", "aspiration"].map(|name| ["--margin", name]);
    let expected = "--margin aspiration is named twice: expected every margin once";
    refused(margins.as_flattened(), expected);
    let rules = ["--rule", "caro", "--rule", "renju"];
    refused(&rules, "--rule renju is named twice: expected every rule once");
    let sets = ["--set", "aspiration=20", "--set", "aspiration=40", "--set", "aspiration=020"];
    let text = complaint(training(&["growth"]).args(sets));
    let expected = "--set aspiration=020 is given twice as aspiration=20: expected other margins for \
                    every search";
    assert_eq!(text.trim_end(), expected);
}

#[test]
fn a_misspelt_margin_is_named() {
    let refused = |set: &str| complaint(training(&["growth", "--set", set]).arg("none.txt"));
    let text = refused("reduction_cutt=60");
    let expected = "unknown margin \"reduction_cutt\"; did you mean reduction_cut?\n";
    assert!(text.contains(expected), "{text}");
    let text = refused("speed=60");
    assert!(text.contains("unknown margin \"speed\": expected one of aspiration, "), "{text}");
}

#[test]
fn measurements_tell_how_they_go_on() {
    let place = Place::with_games();
    let file = place.folder.path().join("positions.txt");
    fs::write(&file, "renju 15x15 h8 i9\nrenju 15x15 h8 h9\n").expect("it can be written");
    let errors = |command: &mut Command| {
        let output = command.output().expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).expect("it is text")
    };
    let growth = errors(training(&["growth", "--nodes", "500"]).arg(&file));
    assert_eq!(growth, "1 of 2 positions\n2 of 2 positions\n");
    let sight = ["sight", "--rule", "standard", "--count", "100000", "--nodes", "100"];
    let sight = errors(training(&sight).arg(place.games()));
    let (found, rest) = sight.split_once(' ').expect("it has words");
    let expected = "of 100000 positions found: each searched when the game was played, and with neither \
                    side winning, at most 30 moves before the end of its game, and at most 1 of a game\n";
    assert!(rest.starts_with(expected), "{sight}");
    assert!(sight.ends_with(&format!("{found} of {found} positions\n")), "{sight}");
}

#[test]
fn positions_that_cannot_be_read_are_named_with_their_line() {
    let place = Place::new("");
    let file = place.folder.path().join("positions.jsonl");
    let name = file.display();
    let growth = || complaint(training(&["growth"]).arg(&file));
    assert!(growth().starts_with(&format!("cannot read {name}: ")), "{}", growth());
    let form = "a line is a rule, a size and the moves, such as renju 15x15 h8 i9";
    fs::create_dir(&file).expect("the folder can be made");
    let expected = format!("{name} is a folder: expected a file of positions; {form}");
    assert_eq!(growth().trim_end(), expected);
    fs::remove_dir(&file).expect("the folder can be removed");
    fs::write(&file, b"\x7fELF\xff\n").expect("the folder can be written");
    let expected = format!("{name} is not a text: expected a file of positions; {form}");
    assert_eq!(growth().trim_end(), expected);
    fs::write(&file, format!("{{{}\n", "1,".repeat(5000))).expect("the folder can be written");
    let text = growth();
    let start = format!("{name}, line 1: unknown rule \"{{{}1…\": ", "1,".repeat(14));
    assert!(text.starts_with(&start) && text.len() < start.len() + 200, "{text}");
    fs::write(&file, "# Games\n{\"rule\":\"renju\"}\n").expect("the folder can be written");
    let text = growth();
    let start = format!("{name}, line 2: unknown rule ");
    assert!(text.starts_with(&start) && text.trim_end().ends_with(form), "{text}");
}

#[test]
fn a_damaged_last_block_fails_the_check_and_an_incomplete_one_does_not() {
    let place = Place::with_games();
    let path = games_files(&[place.games()]).expect("the folder can be read").remove(0);
    let bytes = fs::read(&path).expect("the file can be read");
    let check = || training(&["check", &path.to_string_lossy()]);
    let mut damaged = bytes.clone();
    *damaged.last_mut().expect("it has games") ^= 1;
    fs::write(&path, damaged).expect("the file can be written");
    let text = complaint(&mut check());
    assert!(text.contains(" damaged bytes from byte "), "{text}");
    let text = complaint(&mut place.generate());
    let expected = "; move the file away to make its games again";
    assert!(text.contains(" damaged bytes from byte ") && text.contains(expected), "{text}");

    fs::write(&path, &bytes[..bytes.len() - 1]).expect("the file can be written");
    let text = success(&mut check());
    assert!(text.contains("0 damaged blocks, 1 incomplete ends"), "{text}");
}

#[test]
fn the_help_counts_positions_as_each_command_does() {
    let help = |task: &str| success(&mut training(&[task, "--help"]));
    assert!(help("positions").contains("Number of positions of each number of stones"));
    assert!(!help("sight").contains("of each number of stones"));
}
