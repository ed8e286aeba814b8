//! Tests that tuning finds an optimum, plays fairly, and depends neither on threads nor on interruptions.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use dolmen::search::margins::Margin;
use dolmen::search::{MarginOverrides, Margins};
use fastrand::Rng;

use crate::tune::report::Report;
use crate::tune::spsa::{Batch, last_perturbation};
use crate::tune::{Plan, Progress, Settings, TuneError};

fn margin(name: &str) -> Margin {
    *Margins::by_name(name).expect("there is such a margin")
}

fn overrides(values: &[(&str, i32)]) -> MarginOverrides {
    let mut overrides = MarginOverrides::default();
    values.iter().for_each(|&(name, value)| overrides.set(&margin(name), value));
    overrides
}

/// Returns the settings of a tuning of some margins, or of all if there are no names.
fn settings(names: &[&str]) -> Settings {
    let all = || Margins::ALL.to_vec();
    let some = || names.iter().map(|name| margin(name)).collect();
    Settings {
        engine: "tested".to_owned(),
        rules: vec![Rule::Freestyle, Rule::Renju],
        size: BoardSize::square(15),
        nodes: 150,
        decided_at: Some(600),
        batch: 2,
        seed: 7,
        rate: 0.02,
        margins: if names.is_empty() { all() } else { some() },
    }
}

fn plan(settings: Settings, pairs: u64, folder: &Path) -> Plan {
    Plan { settings, pairs, state: folder.join("tuning.jsonl") }
}

/// Runs a plan with made-up results.
fn run_with(plan: &Plan, mut result: impl FnMut(&Batch) -> i64) -> Result<Progress, TuneError> {
    plan.run(&AtomicBool::new(false), |batch| Ok(result(batch)), |_| {})
}

/// Runs a plan with games until `stop_at` pairs are played.
fn run_games(plan: &Plan, threads: usize, stop_at: u64) -> Progress {
    let stop = AtomicBool::new(false);
    let play = |batch: &Batch| plan.settings.play(batch, threads);
    let progress = plan.run(&stop, play, |progress| {
        stop.store(progress.pairs >= stop_at, Ordering::Relaxed);
    });
    progress.expect("the games can be played")
}

fn state(plan: &Plan) -> String {
    fs::read_to_string(&plan.state).expect("the file can be read")
}

/// Returns the result of simulated games between players whose strength falls with the square of the
/// distance from an optimum, in perturbations.
fn noisy_result(batch: &Batch, optimum: &[(Margin, i32)], rng: &mut Rng) -> i64 {
    let strength = |overrides: &MarginOverrides| -> f64 {
        let margins = overrides.of(Rule::Freestyle);
        let loss = |(margin, best): &(Margin, i32)| {
            let distance = f64::from((margin.get)(&margins) - best) / last_perturbation(margin);
            -0.05 * distance * distance
        };
        optimum.iter().map(loss).sum()
    };
    let expected = 0.5 + 0.5 * (strength(&batch.plus) - strength(&batch.minus)).tanh();
    (0..2 * batch.pairs).map(|_| if rng.f64() < expected { 1 } else { -1 }).sum()
}

#[test]
fn the_optimum_of_a_noisy_quadratic_is_found() {
    let optimum = [("aspiration", 60), ("futility_slope", 30), ("order_history", 200)]
        .map(|(name, best)| (margin(name), best));
    let names = optimum.map(|(margin, _)| margin.name);
    for seed in 1..=3 {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let settings = Settings { seed, batch: 20, ..settings(&names) };
        let mut rng = Rng::with_seed(seed);
        let progress = run_with(&plan(settings, 4000, folder.path()), |batch| {
            noisy_result(batch, &optimum, &mut rng)
        });
        let values = progress.expect("the file can be written").values;
        for ((margin, best), value) in optimum.iter().zip(values) {
            let distance = (value - f64::from(*best)) / last_perturbation(margin);
            assert!(distance.abs() < 1.0, "seed {seed}: {} is {value}, not {best}", margin.name);
        }
    }
}

#[test]
fn values_and_margins_stay_in_their_ranges() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = plan(Settings { rate: 10.0, ..settings(&[]) }, 60, folder.path());
    let progress = run_with(&plan, |batch| {
        for margin in Margins::ALL {
            let range = margin.min..=margin.max;
            let tried = [batch.plus, batch.minus];
            let tried = tried.map(|overrides| (margin.get)(&overrides.of(Rule::Renju)));
            assert!(tried.iter().all(|value| range.contains(value)), "{} {tried:?}", margin.name);
            assert_ne!(tried[0], tried[1], "{}", margin.name);
        }
        2 * batch.pairs as i64
    });
    let progress = progress.expect("the file can be written");
    for (margin, value) in Margins::ALL.iter().zip(progress.values) {
        let range = f64::from(margin.min)..=f64::from(margin.max);
        assert!(range.contains(&value), "{} {value}", margin.name);
    }
}

#[test]
fn equal_margins_share_the_points_of_a_pair() {
    let settings = Settings { rules: Rule::ALL.to_vec(), ..settings(&[]) };
    let margins = overrides(&[("futility_base", 5), ("order_history", 250)]);
    for number in 0..2 * Rule::ALL.len() as u64 {
        let points = settings.pairing().play(number, margins, margins);
        assert_eq!(points, 0, "pair {number}");
    }
}

#[test]
fn better_margins_win_pairs_whichever_side_they_are() {
    // Prunes all positions that look good or bad, and most moves, so that it overlooks most replies.
    let blind = overrides(&[
        ("razoring_base", 0),
        ("razoring_linear", 0),
        ("razoring_square", 0),
        ("futility_base", 0),
        ("futility_slope", 20),
        ("late_moves_base", 100),
        ("late_moves_linear", 0),
        ("late_moves_square", 0),
        ("order_history", 30),
        ("reduction_base", 128),
        ("reduction_slope", 100),
    ]);
    let settings = Settings { nodes: 1000, ..settings(&[]) };
    let usual = MarginOverrides::default();
    let pairing = settings.pairing();
    let points = |plus, minus| (0..4).map(|number| pairing.play(number, plus, minus)).sum();
    let won: i64 = points(usual, blind);
    let lost: i64 = points(blind, usual);
    assert!(won > 0, "{won}");
    assert_eq!(lost, -won);
}

#[test]
fn threads_and_stops_change_nothing() {
    let once = tempfile::tempdir().expect("a temporary folder can be created");
    let once = plan(settings(&[]), 5, once.path());
    let whole = run_games(&once, 1, u64::MAX);
    assert_eq!((whole.known_pairs, whole.pairs), (0, 5));

    let stopped = tempfile::tempdir().expect("a temporary folder can be created");
    let stopped = plan(settings(&[]), 5, stopped.path());
    assert_eq!(run_games(&stopped, 3, 1).pairs, 2);
    let rest = run_games(&stopped, 2, u64::MAX);
    assert_eq!((rest.known_pairs, rest.pairs), (2, 5));
    assert_eq!(rest.values, whole.values);
    assert_eq!(state(&stopped), state(&once));
    assert_eq!(state(&once).lines().count(), 4);
}

/// A tuning of four pairs in two steps, and its file.
fn finished(folder: &Path) -> (Plan, String) {
    let plan = plan(settings(&["aspiration", "order_killer"]), 4, folder);
    run_with(&plan, |batch| batch.first_pair as i64 - 1).expect("the file can be written");
    let text = state(&plan);
    assert_eq!(text.lines().count(), 3, "{text}");
    (plan, text)
}

/// Returns the error for a file with a text, which must stay.
fn refusal(plan: &Plan, text: &str) -> String {
    fs::write(&plan.state, text).expect("the file can be written");
    let error = run_with(plan, |_| 0).expect_err("the file is not that of the plan");
    assert_eq!(state(plan), text, "what is refused stays");
    let folder = plan.state.parent().expect("it is in a folder").display().to_string();
    error.to_string().replace(&folder, "").replace(['/', '\\'], "")
}

#[test]
fn a_torn_end_is_dropped_and_played_again() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let (plan, text) = finished(folder.path());
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    // The file ends within the header, within the first step, or before the end of the last line.
    for length in [10, lines[0].len() + 7, text.len() - 1] {
        fs::write(&plan.state, &text[..length]).expect("the file can be written");
        let again = run_with(&plan, |batch| batch.first_pair as i64 - 1);
        let again = again.expect("the tuning continues");
        assert!(again.torn_bytes > 0, "at {length}");
        assert_eq!(state(&plan), text, "at {length}");
    }
}

#[test]
fn more_pairs_add_to_those_that_are_there() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let (plan, text) = finished(folder.path());
    let more = Plan { pairs: 7, ..plan.clone() };
    let progress = run_with(&more, |_| 1).expect("the tuning continues");
    assert_eq!((progress.known_pairs, progress.pairs), (4, 7));
    assert!(state(&more).starts_with(&text));
    let fewer = run_with(&plan, |_| unreachable!("all pairs are there"));
    assert_eq!(fewer.expect("it is read").values, progress.values);
}

#[test]
fn damage_is_named_by_its_line() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let (plan, text) = finished(folder.path());
    let check = |from: &str, to: &str, expected: &str| {
        let refusal = refusal(&plan, &text.replacen(from, to, 1));
        assert!(refusal.starts_with(expected), "{from} → {to}: {refusal}");
    };
    for (from, to, expected) in [
        ("{\"pairs\":2", "{\"pairs\":", "is damaged at line 2: expected value"),
        ("{\"pairs\":2", "{\"pairs\":3", "is damaged at line 2: invalid number of pairs 3 after 0"),
        ("{\"pairs\":4", "{\"pairs\":2", "is damaged at line 3: invalid number of pairs 2 after 2"),
        ("\"result\":1", "\"result\":5", "is damaged at line 3: invalid result 5 of 2 pairs"),
        ("\"values\":[", "\"values\":[1.0,", "is damaged at line 2: 3 values for 2"),
        ("\"values\":[", "\"values\":[9", "is damaged at line 2: aspiration is 9"),
        ("dolmen tuning 1", "dolmen tuning 2", "is not a file of a tuning"),
    ] {
        check(from, to, &format!("tuning.jsonl {expected}"));
    }
    assert_eq!(refusal(&plan, "a letter"), "tuning.jsonl is not a file of a tuning");
    assert_eq!(refusal(&plan, "a letter\n"), "tuning.jsonl is not a file of a tuning");
}

#[test]
fn another_setting_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let (plan, text) = finished(folder.path());
    let check = |settings: Settings, expected: &str| {
        let expected = format!("tuning.jsonl was written {expected}; use another file");
        assert_eq!(refusal(&Plan { settings, ..plan.clone() }, &text), expected);
    };
    let same = || plan.settings.clone();
    check(Settings { nodes: 200, ..same() }, "with nodes 150, not 200");
    check(Settings { decided_at: None, ..same() }, "with decided_at 600, not 0");
    check(Settings { rate: 0.5, ..same() }, "with rate 0.02, not 0.5");
    check(Settings { size: BoardSize::square(20), ..same() }, "with size \"15x15\", not \"20x20\"");
    check(Settings { engine: "new".to_owned(), ..same() }, "with engine \"tested\", not \"new\"");
    check(
        Settings { rules: vec![Rule::Caro], ..same() },
        "with rules [\"freestyle\",\"renju\"], not [\"caro\"]",
    );
}

#[test]
fn other_margins_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let (plan, text) = finished(folder.path());
    let check = |margins: Vec<Margin>, expected: &str| {
        let settings = Settings { margins, ..plan.settings.clone() };
        let expected = format!("tuning.jsonl was written {expected}; use another file");
        assert_eq!(refusal(&Plan { settings, ..plan.clone() }, &text), expected);
    };
    let (aspiration, killer) = (margin("aspiration"), margin("order_killer"));
    let history = margin("order_history");
    let left_out = "with the margin order_killer, which this command leaves out";
    check(vec![aspiration], left_out);
    check(vec![aspiration, history], "with the margin order_killer, not the margin order_history");
    check(vec![aspiration, history, killer], "without the margin order_history");
    let others =
        Margins::ALL.iter().filter(|margin| !["aspiration", "order_killer"].contains(&margin.name));
    let first: Vec<_> = others.clone().take(4).map(|margin| margin.name).collect();
    let expected = format!(
        "with the margins aspiration, order_killer, not the margins {} and {} more",
        first.join(", "),
        others.clone().count() - first.len()
    );
    check(others.copied().collect(), &expected);
    let Margin { default, min, max, .. } = aspiration;
    let expected = format!("with the margin aspiration starting at {default}, not 33");
    check(vec![Margin { default: 33, ..aspiration }, killer], &expected);
    let expected = format!("with the margin aspiration at least {min}, not 1");
    check(vec![Margin { min: 1, ..aspiration }, killer], &expected);
    let expected = format!("with the margin aspiration at most {max}, not 99");
    check(vec![Margin { max: 99, ..aspiration }, killer], &expected);
}

#[test]
fn one_run_at_a_time_writes_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = plan(settings(&[]), 2, folder.path());
    let progress = run_with(&plan, |_| {
        let second = run_with(&plan, |_| 0).expect_err("the first run is not over").to_string();
        assert!(second.ends_with("is in use by another process"), "{second}");
        1
    });
    assert_eq!(progress.expect("the first run goes on").pairs, 2);
}

#[test]
fn the_report_says_where_all_margins_are() {
    let margins = vec![
        Margin { default: 18, ..margin("aspiration") },
        Margin { default: 25, ..margin("order_killer") },
    ];
    let settings = Settings { margins, ..settings(&[]) };
    let progress = Progress { known_pairs: 0, pairs: 2, values: vec![20.6, 9.0], torn_bytes: 0 };
    let report = Report { settings: &settings, progress: &progress };
    assert_eq!(report.most_moved(1), "order_killer 25→9.0");
    let expected = "\
margin        start      now  range
aspiration       18     20.6  4 to 100
order_killer     25      9.0  0 to 150

INFO margin_aspiration 21
INFO margin_order_killer 9

src/search/margins.rs:
    aspiration: 21, 4 => 100;
    order_killer: 9, 0 => 150;
";
    assert_eq!(report.to_string(), expected);
}
