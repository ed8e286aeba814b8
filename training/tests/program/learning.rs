//! Tests of the commands that learn and that measure what was learned.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::slice;

use dolmen::board::Color;
use dolmen::eval::weights::{GroupWeights, Weights};
use dolmen::rules::Rule;
use training::first_line::FirstLine;
use training::store::games_files;

use crate::{Place, complaint, success, training};

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
    let is_of_rule = |line: &&str| line.starts_with("standard: ");
    let of_others = |weights: &Weights| -> Vec<String> {
        let lines = weights.notes.lines().filter(|line| !is_of_rule(line));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(of_others(&learned), of_others(&built_in));
    assert_eq!(learned.notes.lines().filter(is_of_rule).count(), 1, "{}", learned.notes);

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
    assert!(complaint(none.arg(games)).contains("expected a whole number from 1 to "));
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
    let said = success(&mut training(&["combine", &part, "--output", &all]));
    assert_eq!(said, format!("{all}: written\n"));
    let bytes = fs::read(&all).expect("the file can be read");
    let weights = Weights::from_bytes(&bytes).expect("these are weights");
    assert!(weights.lines[Rule::Standard.index()].is_some());
    let of_network = |line: &&str| line.starts_with("standard: a line network, ");
    assert_eq!(weights.notes.lines().filter(of_network).count(), 1, "{}", weights.notes);
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
    let said = success(&mut training(&["by-hand", "--output", &hand]));
    assert_eq!(said, format!("{hand}: written\n"));
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
    assert!(text.contains("the training was begun with --seed 1, not 2; use the same"), "{text}");
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

    // A teacher that is sure of nothing, and windows that stay keep the policy.
    let (built_in, learned) = (path("built-in.weights"), path("learned.weights"));
    fs::write(&built_in, Weights::built_in().to_bytes()).expect("the folder can be written");
    let teacher = path("standard.teacher");
    let body = bytes.splitn(3, |&byte| byte == b'\n').nth(2).expect("records follow two lines");
    let records = body.chunks(28 + 15 * 15);
    let opinions: Vec<u8> =
        records.flat_map(|record| [&record[..8], &[0x80; 4]].concat()).collect();
    let first_line = FirstLine { kind: "dolmen teacher", version: "1" };
    fs::write(&teacher, first_line.sealed(&opinions)).expect("the folder can be written");
    let learn = ["learn-network", &games, "--rule", "standard", "--output", &learned];
    let from = ["--start", &built_in, "--keep-windows"];
    let taught = ["--teacher", &teacher];
    let Output { status, stderr, .. } =
        training(&[&learn[..], &from, &taught].concat()).output().expect("the program starts");
    let text = String::from_utf8_lossy(&stderr);
    assert!(status.success() && text.contains("the teacher has judged "), "{text}");
    let bytes = fs::read(&learned).expect("the file can be read");
    let weights = Weights::from_bytes(&bytes).expect("these are weights");
    let standard = Rule::Standard.index();
    assert!(weights.lines[standard] != Weights::built_in().lines[standard]);
    assert_eq!(weights.policies, Weights::built_in().policies);

    let refuse = |more: &[&str]| complaint(&mut training(&[&learn[..], more].concat()));
    let text = refuse(&["--teacher", &built_in]);
    assert!(text.contains("built-in.weights is not a file of a teacher"), "{text}");
    let none = path("none.teacher");
    fs::write(&none, b"dolmen teacher 1\n\0\0\0\0").expect("the folder can be written");
    let text = refuse(&["--teacher", &none]);
    assert!(text.contains("none.teacher has no opinion on any of these positions"), "{text}");
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
}
