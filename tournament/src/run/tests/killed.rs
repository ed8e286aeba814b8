//! Tests that a run that is killed again and again has the results of an undisturbed run in the end.
//! The run is this test program itself, with its task in the environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{Ear, Fake, Never};
use crate::run::{End, Settings, StopRequest, run};
use crate::store::State;
use crate::testing::{Tournament, folder};

/// Names the file of a run that is to be killed.
const FILE: &str = "TOURNAMENT_TEST_FILE";
const KILLS: u64 = 20;
/// A timeout far beyond the need of any machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn tournament() -> Tournament {
    Tournament::new(3, 17)
}

/// The run to be killed; does nothing in an ordinary test run.
#[test]
fn run_for_another_test() {
    let Some(path) = std::env::var_os(FILE).map(PathBuf::from) else { return };
    let tournament = tournament();
    let mut state = tournament.open(&path, "");
    let settings = Settings {
        plan: &tournament.plan,
        concurrency: 2,
        request: &StopRequest::new(),
        stop_file: &path.with_extension("stop"),
        absent: &[],
        fatal_errors: false,
    };
    let arena = Fake::new(&tournament.config, None, &|_| true);
    let end = run(&arena, &settings, &mut state, &mut Never, &mut Ear::default());
    assert_eq!(end.expect("the file can be written"), End::Complete);
}

fn start(path: &Path) -> Child {
    let program = std::env::current_exe().expect("the test is a program");
    Command::new(program)
        .args(["--exact", "run::tests::killed::run_for_another_test", "--nocapture"])
        .env(FILE, path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the test program can be started")
}

/// Waits until the file has this many bytes, or the run has ended.
fn wait_for(path: &Path, bytes: u64, child: &mut Child) {
    let deadline = Instant::now() + PATIENCE;
    while fs::metadata(path).map_or(0, |file| file.len()) < bytes {
        if child.try_wait().expect("the child can be waited for").is_some() {
            return;
        }
        assert!(Instant::now() < deadline, "the run makes no progress");
        thread::yield_now();
    }
}

#[test]
fn killed_runs_lose_nothing() {
    let folder = folder();
    let path = folder.path().join("games.jsonl");
    let seed = 20_070_401;
    let mut random = fastrand::Rng::with_seed(seed);
    let tournament = tournament();
    let expected = tournament.records();
    let size = serde_json::to_vec(&expected).expect("records can be written").len() as u64;
    for kill in 0..KILLS {
        let mut child = start(&path);
        let length = fs::metadata(&path).map_or(0, |file| file.len());
        let more = random.u64(..2 * size / KILLS);
        wait_for(&path, length + more, &mut child);
        child.kill().expect("the child can be killed");
        child.wait().expect("the child can be waited for");
        if kill == KILLS / 2 {
            // A power cut may tear a line, too.
            let length = fs::metadata(&path).expect("the file exists").len();
            let file =
                fs::OpenOptions::new().write(true).open(&path).expect("the file can be changed");
            file.set_len(length - random.u64(1..20)).expect("the file can be changed");
        }
    }
    let status = start(&path).wait().expect("the child can be waited for");
    assert!(status.success(), "the last run was left in peace: {status}, seed {seed}");
    let (plan, header) = (&tournament.plan, tournament.header(""));
    let (state, found) = State::open(&path, plan, &header).expect("the file is undamaged");
    assert_eq!((found.games, found.torn), (expected.len(), None), "seed {seed}");
    let mut records = state.records().to_vec();
    records.sort_unstable_by_key(|record| record.id);
    assert_eq!(records, expected, "seed {seed}");
}
