//! Tests of the program as a process: kills at random moments lose no finished game, and errors are
//! reported.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::slice;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use dolmen::board::Color;
use dolmen::eval::weights::{GroupWeights, Weights};
use dolmen::rules::Rule;
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
fn learning_keeps_the_weights_of_other_rules() {
    let place = Place::with_games();
    let weights = place.folder.path().join("learned.weights");
    let learn = |more: &[&str]| {
        let passes = ["--epochs", "1", "--network-epochs", "1"];
        let mut command = training(&["learn", "--rule", "standard"]);
        command.args(passes).args(more).arg("--output").arg(&weights).arg(place.games());
        command
    };
    let read = || {
        let bytes = fs::read(&weights).expect("the file can be read");
        Weights::from_bytes(&bytes).expect("these are weights")
    };
    success(learn(&[]).args(["--move-epochs", "1"]));
    let (learned, built_in) = (read(), Weights::built_in());
    let standard = Rule::Standard.index();
    for rule in Rule::ALL {
        let is_kept = learned.rules[rule.index()] == built_in.rules[rule.index()];
        assert_eq!(is_kept, rule != Rule::Standard, "{rule}");
    }
    assert!(learned.lines[standard].is_none() && learned.policies[standard].is_none());

    success(&mut learn(&["--evaluation-only"]));
    let learned = read();
    assert_eq!((&learned.lines, &learned.policies), (&built_in.lines, &built_in.policies));
    let groups = |weights: &Weights| {
        let weights = weights.rules[standard].clone().expect("the rule has weights");
        weights[Color::Black].groups.clone()
    };
    let of_values =
        |groups: &[GroupWeights]| groups.iter().map(|group| group.to_move).collect::<Vec<_>>();
    let of_order = |groups: &[GroupWeights]| {
        groups.iter().map(|group| (group.attack, group.defence)).collect::<Vec<_>>()
    };
    let (new, before) = (groups(&learned), groups(&built_in));
    assert_ne!(of_values(&new), of_values(&before));
    assert_eq!(of_order(&new), of_order(&before));
    let text = complaint(learn(&["--evaluation-only"]).args(["--move-epochs", "1"]));
    assert!(text.contains("cannot be used with"), "{text}");
    let text = complaint(&mut learn(&["--others", "nowhere.weights"]));
    assert!(text.contains("nowhere.weights: "), "{text}");
}

#[test]
fn files_are_refused_before_the_learning() {
    let place = Place::with_games();
    let folder = place.folder.path();
    let games = place.games();
    let shard = games_files(slice::from_ref(&games)).expect("the folder can be read").remove(0);
    let content = fs::read(&shard).expect("the file can be read");
    let refused = |task: &str, output: &Path, why: &str| {
        let mut command = training(&[task, "--rule", "standard", "--output"]);
        let text = complaint(command.arg(output).arg(&games));
        assert!(text.contains(why), "{task}: {text}");
    };
    for task in ["learn", "learn-network", "learn-policy"] {
        refused(task, &folder.join("nowhere/new.weights"), "there is no folder");
        refused(task, folder, "is a folder");
        refused(task, &shard, "is not a file of weights");
    }
    assert_eq!(fs::read(&shard).expect("the file can be read"), content, "nothing is lost");
    let mut none = training(&["learn", "--epochs", "0", "--output", "new.weights"]);
    assert!(complaint(none.arg(games)).contains("0 is not in 1..="));
}

#[test]
fn line_networks_are_learned_and_combined() {
    let place = Place::with_games();
    let folder = place.folder.path();
    let path = |name: &str| folder.join(name).display().to_string();
    let (lines, all) = (path("lines.weights"), path("all.weights"));
    let games = place.games().display().to_string();
    let settings = ["--rule", "standard", "--passes", "1", "--windows", "400", "--rate", "0.1"];
    let learn = [&["learn-network", &games, "--output", &lines], &settings[..]].concat();
    let text = success(&mut training(&learn));
    assert!(text.contains("standard, all: ") && text.contains(" rounded"), "{text}");
    let part = format!("standard={lines}");
    success(&mut training(&["combine", &part, "--output", &all]));
    let bytes = fs::read(&all).expect("the file can be read");
    let weights = Weights::from_bytes(&bytes).expect("these are weights");
    assert!(weights.lines[Rule::Standard.index()].is_some());
    assert!(weights.notes.contains("standard: a line network"), "{}", weights.notes);
    let built_in = Weights::built_in();
    assert_eq!(weights.rules, built_in.rules);
    assert_eq!(weights.lines[Rule::Renju.index()], built_in.lines[Rule::Renju.index()]);

    let policy = path("policy.weights");
    let learn_policy =
        ["learn-policy", &games, "--rule", "standard", "--weights", &all, "--output", &policy];
    let text = success(&mut training(&learn_policy));
    assert!(text.contains("standard: in whole numbers loss "), "{text}");
    let bytes = fs::read(&policy).expect("the file can be read");
    let with_policy = Weights::from_bytes(&bytes).expect("these are weights");
    assert_eq!(with_policy.lines, weights.lines);
    assert!(
        with_policy.policies[Rule::Standard.index()] != weights.policies[Rule::Standard.index()]
    );
    let part = format!("standard={policy}");
    success(&mut training(&["combine", &part, "--output", &all]));
    let bytes = fs::read(&all).expect("the file can be read");
    assert_eq!(
        Weights::from_bytes(&bytes).expect("these are weights").policies,
        with_policy.policies
    );

    let refuse = |arguments: &[&str]| complaint(&mut training(arguments));
    // Hand-set weights have neither.
    let hand = path("hand.weights");
    success(&mut training(&["by-hand", "--output", &hand]));
    let omok = ["learn-policy", &games, "--rule", "omok", "--weights", &hand, "--output", &policy];
    let text = refuse(&omok);
    assert!(text.contains("no line network for omok"), "{text}");
    let text = refuse(&["combine", "standard", "--output", &all]);
    assert!(text.contains("expected a rule and a file such as"), "{text}");
    let start = format!("{hand}:omok");
    let text = refuse(&[&learn[..], &["--start", &start]].concat());
    assert!(text.contains("has no line network for omok"), "{text}");
    let text = refuse(&[&learn_policy[..], &["--start", &start]].concat());
    assert!(text.contains("has no policy for omok"), "{text}");
    let built_in = path("built-in.weights");
    fs::write(&built_in, Weights::built_in().to_bytes()).expect("the folder can be written");
    let start = format!("{built_in}:omok");
    let text = success(&mut training(&[&learn_policy[..], &["--start", &start]].concat()));
    assert!(text.contains("standard: in whole numbers loss "), "{text}");
    let text = refuse(&[&learn[..], &["--resume", "--seed", "2"]].concat());
    assert!(text.contains("the training has other settings"), "{text}");
}

#[test]
fn positions_are_exported_and_learned_from_with_a_teacher() {
    let place = Place::with_games();
    let path = |name: &str| place.folder.path().join(name).display().to_string();
    let games = place.games().display().to_string();
    let text = success(&mut training(&[
        "export",
        &games,
        "--rule",
        "standard",
        "--output",
        &path("positions"),
    ]));
    let file = path("positions/standard-15.positions");
    assert!(text.starts_with(&format!("{file}: ")) && text.ends_with(" positions\n"), "{text}");
    let bytes = fs::read(&file).expect("the file can be read");
    assert!(bytes.starts_with(b"dolmen positions 1\n{\"rule\":\"standard\",\"side\":15}\n"));

    // A teacher that has judged nothing changes nothing, and windows that stay keep the policy.
    let (built_in, learned) = (path("built-in.weights"), path("learned.weights"));
    fs::write(&built_in, Weights::built_in().to_bytes()).expect("the folder can be written");
    let teacher = path("standard.teacher");
    fs::write(&teacher, b"dolmen teacher 1\n\0\0\0\0").expect("the folder can be written");
    let learn = ["learn-network", &games, "--rule", "standard", "--output", &learned];
    let from = ["--start", &built_in, "--keep-windows"];
    let taught = ["--teacher", &teacher];
    let Output { status, stderr, .. } =
        training(&[&learn[..], &from, &taught].concat()).output().expect("the program starts");
    let text = String::from_utf8_lossy(&stderr);
    assert!(status.success() && text.contains("the teacher has judged 0 of "), "{text}");
    let bytes = fs::read(&learned).expect("the file can be read");
    let weights = Weights::from_bytes(&bytes).expect("these are weights");
    let standard = Rule::Standard.index();
    assert!(weights.lines[standard] != Weights::built_in().lines[standard]);
    assert_eq!(weights.policies, Weights::built_in().policies);

    let refuse = |more: &[&str]| complaint(&mut training(&[&learn[..], more].concat()));
    let text = refuse(&["--teacher", &built_in]);
    assert!(text.contains("built-in.weights is not a file of a teacher"), "{text}");
    let text = refuse(&["--teacher", "nowhere.teacher"]);
    assert!(text.contains("cannot read nowhere.teacher: "), "{text}");
    let text = refuse(&["--teacher", &teacher, "--teacher-result-share", "0.9"]);
    assert!(text.contains("the shares of a target add up to 1.15: at most 1"), "{text}");
    let text = refuse(&["--teacher-result-share", "0.9"]);
    assert!(text.contains("--teacher"), "{text}");
    let text = refuse(&["--keep-windows"]);
    assert!(text.contains("--start"), "{text}");
}

#[test]
fn losses_are_drawn() {
    let place = Place::with_games();
    let picture = place.folder.path().join("calibration.svg");
    let games = place.games().display().to_string();
    let drawn = picture.display().to_string();
    let text =
        success(&mut training(&["losses", &games, "--rule", "standard", "--picture", &drawn]));
    assert!(text.contains("standard, all: "), "{text}");
    let svg = fs::read_to_string(&picture).expect("the picture can be read");
    for name in ["standard", "evaluation, calibration error", "search, calibration error"] {
        assert!(svg.contains(name), "{name}: {svg}");
    }
    let nowhere = place.folder.path().join("nowhere/x.svg").display().to_string();
    let text = complaint(&mut training(&["losses", &games, "--picture", &nowhere]));
    assert!(text.contains("cannot write") && text.contains("x.svg"), "{text}");
}
