//! Tests that verdicts are kept and not repeated, and of the comparison of sets.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use dolmen::board::Position;
use dolmen::rules::Rule;
use dolmen::search::Margins;

use crate::generate;
use crate::generate::plan::testing::plan;
use crate::judge::positions::{Sample, positions};
use crate::judge::{Comparison, Judge, Settings};
use crate::store::games_files;
use crate::workers::Workers;

/// Positions from some games played on the spot.
fn sampled(folder: &Path) -> Vec<Position> {
    let plan = plan(
        "[rules.standard]\nsizes = { 15x15 = 1.0 }\n\
         [[stages]]\npositions = 1000\nrules = { standard = 1.0 }",
    );
    let stop = AtomicBool::new(false);
    generate::run(&plan, folder, 1, &stop, &mut |progress| {
        stop.store(progress.games == 12, Ordering::Relaxed);
    })
    .expect("games are written");
    let files = games_files(&[folder.to_owned()]).expect("the folder exists");
    let sample = |rule, count| Sample { files: files.clone(), rule, count, seed: 1 };
    assert!(positions(&sample(Rule::Renju, 10)).expect("the files are undamaged").is_empty());
    let few = positions(&sample(Rule::Standard, 4)).expect("the files are undamaged");
    assert_eq!(few.len(), 4);
    let all = positions(&sample(Rule::Standard, 10)).expect("the files are undamaged");
    assert_eq!(all[..4], few[..], "the seed decides");
    all
}

fn settings(deep_nodes: u64) -> Settings {
    let engine = "tested".to_owned();
    Settings { engine, rule: Rule::Standard.name(), size: "15x15".to_owned(), deep_nodes }
}

fn worths(judge: &Judge, margins: &Margins, threads: usize) -> Vec<f64> {
    let workers = Workers { threads, stop: &AtomicBool::new(false) };
    let worths = judge.worths(margins, 300, workers, &|| {});
    worths.expect("verdicts are kept").expect("nobody stops it")
}

#[test]
fn verdicts_are_kept_and_decide() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let positions = sampled(&folder.path().join("games"));
    let state: PathBuf = folder.path().join("verdicts.jsonl");
    let open =
        |settings: &Settings| Judge::open(Rule::Standard, positions.clone(), settings, &state);
    let usual = Margins::default();
    let judge = open(&settings(2000)).expect("a new file can be opened");
    let first = worths(&judge, &usual, 1);
    assert!(first.iter().all(|worth| (0.0..=1.0).contains(worth)), "{first:?}");
    drop(judge);
    let text = fs::read_to_string(&state).expect("the file exists");

    let judge = open(&settings(2000)).expect("the file is gone on with");
    assert_eq!(worths(&judge, &usual, 2), first);
    assert_eq!(
        fs::read_to_string(&state).expect("the file can be read"),
        text,
        "nothing is judged twice"
    );
    drop(judge);

    let error = open(&settings(3000)).expect_err("other verdicts").to_string();
    assert!(error.contains("written with deep_nodes 2000, not 3000"), "{error}");
    fs::write(&state, text.replacen("{\"key\":\"", "{\"key\":\"x", 1)).expect("it is written");
    let error = open(&settings(2000)).expect_err("a damaged line").to_string();
    assert!(error.contains("damaged at line 2: x"), "{error}");
}

#[test]
fn a_stopped_judge_says_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let positions = sampled(&folder.path().join("games"));
    let state = folder.path().join("verdicts.jsonl");
    let judge = Judge::open(Rule::Standard, positions, &settings(500), &state);
    let judge = judge.expect("a new file can be opened");
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let worths =
        judge.worths(&Margins::default(), 300, Workers { threads: 1, stop: &stop }, &|| {
            done.fetch_add(1, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        });
    assert_eq!(worths.expect("verdicts are kept"), None);
    assert_eq!(done.into_inner(), 1);
}

#[test]
fn comparisons_are_means_with_errors() {
    let base = [0.5, 0.5, 0.2, 1.0];
    let same = Comparison::of(&base, &base);
    assert_eq!(same, Comparison { gain: 0.0, error: 0.0, differing: 0.0 });
    let better = Comparison::of(&base, &[0.7, 0.5, 0.4, 1.0]);
    assert!((better.gain - 0.1).abs() < 1e-9, "{better:?}");
    // Gains 0.2, 0, 0.2, 0: deviation 0.1 each, divided by the root of four.
    assert!((better.error - 0.05).abs() < 1e-9, "{better:?}");
    assert!((better.differing - 0.5).abs() < 1e-9, "{better:?}");
}
