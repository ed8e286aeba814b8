//! Tests of the measures against values worked out by hand, of the choice of positions, and of
//! journals of scores that are resumed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use dolmen::board::{BoardSize, Color, Point};
use dolmen::eval::Score;
use dolmen::rules::{Outcome, Rule};

use crate::generate::tally::Kind;
use crate::labelled::Group;
use crate::quality::measure::{Accuracy, Estimate, Pair, win_probability};
use crate::quality::{Choice, Chosen, Examiner, GroupQuality, LabelSource, Settings};
use crate::store::testing;
use crate::store::{
    Beginning, Game, GamePosition, InteriorPosition, Label, Ply, Searched, ShardWriter, Verdict,
};
use crate::workers::Workers;

const GAME: Group = Group::Of(Kind::Game);
const INTERIOR: Group = Group::Of(Kind::Interior);

fn is_near(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-9
}

#[test]
fn probabilities_are_never_certain() {
    assert!(is_near(win_probability(Score::win_in(7)), 0.99));
    assert!(is_near(win_probability(Score::loss_in(8)), 0.01));
    assert!(is_near(win_probability(Score::new(10_000)), 0.99));
    assert!(is_near(win_probability(Score::DRAW), 0.5));
    assert!(is_near(win_probability(Score::new(400)), 1.0 / (1.0 + (-1.0_f64).exp())));
}

#[test]
fn only_the_reference_itself_has_no_divergence() {
    for reference in [0.01, 0.3, 0.5, 0.99] {
        for label in [0.01, 0.2, 0.5, 0.7, 0.99] {
            let divergence = Pair { reference, label }.divergence();
            assert_eq!(divergence.abs() < 1e-12, reference == label, "{reference} {label}");
            assert!(divergence > -1e-12, "{reference} {label}: {divergence}");
        }
    }
    // One half against a quarter: half the logarithm of four thirds.
    let pair = Pair { reference: 0.5, label: 0.25 };
    assert!(is_near(pair.divergence(), (4.0_f64 / 3.0).ln() / 2.0));
    assert!(is_near(pair.cross_entropy(), -(0.25_f64.ln() + 0.75_f64.ln()) / 2.0));
}

#[test]
fn grossly_wrong_is_another_side_and_far_away() {
    let is_wrong = |reference, label| Pair { reference, label }.is_grossly_wrong();
    assert!(is_wrong(0.625, 0.375), "a quarter apart");
    assert!(is_wrong(0.375, 0.625));
    assert!(!is_wrong(0.6, 0.4), "near");
    assert!(!is_wrong(0.99, 0.51), "far, but the same side");
    assert!(!is_wrong(0.99, 0.5), "one half is no side");
    assert!(is_wrong(0.99, 0.01));
}

#[test]
fn means_and_shares_have_errors() {
    let Estimate { mean, error } = Estimate::of_values([1.0, 2.0, 3.0].into_iter());
    // The deviation is 1, and three values make it smaller by the root of three.
    assert!(is_near(mean, 2.0) && is_near(error, 1.0 / 3.0_f64.sqrt()), "{mean} {error}");
    assert_eq!(Estimate::of_values([].into_iter()), Estimate::default());
    assert_eq!(Estimate::of_values([4.0].into_iter()), Estimate { mean: 4.0, error: 0.0 });
    let Estimate { mean, error } = Estimate::of_share(25, 100);
    assert!(is_near(mean, 0.25) && (error - 0.0433).abs() < 0.001, "{mean} {error}");
    let none = Estimate::of_share(0, 50);
    assert!(is_near(none.mean, 0.0) && none.error > 0.01, "{none:?}");
    let pairs = [(0.9, 0.1), (0.9, 0.9), (0.9, 0.8), (0.2, 0.3)];
    let pairs = pairs.map(|(reference, label)| Pair { reference, label });
    let accuracy = Accuracy::of(&pairs);
    assert!(is_near(accuracy.grossly_wrong.mean, 0.25));
    let divergence = pairs.map(Pair::divergence).iter().sum::<f64>() / 4.0;
    assert!(is_near(accuracy.divergence.mean, divergence));
}

fn label(best: Point, score: i32) -> Label {
    Label::of_search(Searched { best, score: Score::new(score), depth: 3 })
}

/// A game along diagonals in which nobody gets a five: labels of the first one are proved wins.
fn game(number: u32) -> Game {
    let point = |ply: usize| Point::new(2 * (ply % 6) + number as usize % 3, 3 * (ply / 6));
    let before = |ply: usize| {
        let mut label = label(point(ply), 40 * number as i32);
        if number == 0 {
            label.verdicts.mover = Verdict::Threats;
        }
        let inside = InteriorPosition { path: vec![Point::new(14, 14)], label };
        let position = GamePosition { label, moves: Vec::new(), interior: vec![inside] };
        (ply >= 4).then_some(position)
    };
    let plies = (0..8).map(|ply| Ply { point: point(ply), before: before(ply) });
    Game {
        number,
        size: BoardSize::square(15),
        beginning: Beginning::Middle,
        outcome: Outcome::Win(Color::Black),
        plies: plies.collect(),
        end: None,
    }
}

/// A file of so many games, each with four positions of the game and four inside searches.
pub(crate) fn file(folder: &Path, games: u32) -> PathBuf {
    let header = testing::header(Rule::Freestyle, 5, 64);
    let mut writer = ShardWriter::open(folder, &header).expect("the folder can be written");
    (0..games).for_each(|number| writer.add(&game(number)).expect("the file can be written"));
    folder.join(header.file_name())
}

fn choose(file: &Path, count: usize, seed: u64) -> Vec<Chosen> {
    let choice = Choice {
        files: vec![file.to_owned()],
        rules: Vec::new(),
        groups: vec![GAME, INTERIOR],
        count,
        seed,
    };
    choice.choose(&mut || {}).expect("the file can be read")
}

/// The points of the positions of a group, as texts.
fn moves(chosen: &[Chosen], group: Group) -> Vec<String> {
    let chosen = chosen.iter().filter(|chosen| chosen.group == group);
    chosen.map(|chosen| format!("{:?}", chosen.position.history())).collect()
}

/// The scores that the labels of a group have: each game has its own.
fn scores(chosen: &[Chosen], group: Group) -> Vec<i32> {
    let chosen = chosen.iter().filter(|chosen| chosen.group == group);
    let mut scores: Vec<i32> = chosen.map(|chosen| chosen.label.searched.score.value()).collect();
    scores.sort_unstable();
    scores.dedup();
    scores
}

#[test]
fn each_position_is_of_another_game_while_there_are_games() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = file(folder.path(), 8);
    let few = choose(&file, 5, 1);
    for group in [GAME, INTERIOR] {
        assert_eq!(moves(&few, group).len(), 5, "{group}");
        assert_eq!(scores(&few, group).len(), 5, "{group}");
    }
    let more = choose(&file, 12, 1);
    assert_eq!(moves(&more, GAME)[..5], moves(&few, GAME)[..], "more adds to those before");
    assert_eq!(scores(&more, GAME).len(), 8, "all games have one before any has two");
    assert_eq!(moves(&more, GAME).len(), 12);
    assert_eq!(moves(&choose(&file, 1000, 1), GAME).len(), 32, "there are no more");
    assert_ne!(moves(&choose(&file, 5, 2), GAME), moves(&few, GAME), "the seed decides");
    assert_eq!(moves(&choose(&file, 5, 1), GAME), moves(&few, GAME));
}

#[test]
fn other_rules_and_no_files_of_games_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = file(folder.path(), 2);
    let mut choice = Choice {
        files: vec![file],
        rules: vec![Rule::Renju],
        groups: vec![GAME],
        count: 5,
        seed: 1,
    };
    assert!(choice.choose(&mut || {}).expect("the file can be read").is_empty());
    let text = folder.path().join("text.games");
    fs::write(&text, "hello").expect("the folder can be written");
    choice.files.push(text);
    let error = choice.choose(&mut || {}).expect_err("no games").to_string();
    assert!(error.contains("text.games is not a file of games"), "{error}");
    let error = "games".parse::<Group>().expect_err("no kind").to_string();
    assert!(error.contains("expected one of game, interior, crowded"), "{error}");
    for group in Group::ALL {
        assert_eq!(group.name().parse(), Ok(group));
    }
}

fn open(state: &Path, nodes: u64) -> Result<Examiner, String> {
    let settings = Settings::new("tested".to_owned(), nodes);
    Examiner::open(&settings, state).map_err(|error| error.to_string())
}

#[test]
fn a_stopped_examiner_goes_on_and_finds_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let chosen = choose(&file(folder.path(), 4), 2, 1);
    let whole = folder.path().join("whole.jsonl");
    let run = |examiner: &Examiner, most: usize| {
        let (stop, done) = (AtomicBool::new(most == 0), AtomicUsize::new(0));
        let examined = examiner.examine(&chosen, Workers { threads: 1, stop: &stop }, &|| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            stop.store(done >= most, Ordering::Relaxed);
        });
        examined.expect("findings are kept");
        done.into_inner()
    };
    let examiner = open(&whole, 2_000).expect("a new file can be opened");
    assert_eq!(run(&examiner, usize::MAX), 4);
    let all: Vec<_> = chosen.iter().map(|chosen| examiner.scores(chosen)).collect();
    assert!(all.iter().all(Option::is_some), "{all:?}");
    assert!(open(&whole, 2_000).is_err_and(|error| error.contains("another process")));

    let state = folder.path().join("state.jsonl");
    assert_eq!(run(&open(&state, 2_000).expect("a new file can be opened"), 1), 1);
    let torn = fs::read_to_string(&state).expect("the file exists") + "{\"place\":";
    fs::write(&state, torn).expect("the file can be written");
    let examiner = open(&state, 2_000).expect("the file is gone on with");
    assert_eq!(run(&examiner, usize::MAX), 3, "nothing is searched twice");
    let same: Vec<_> = chosen.iter().map(|chosen| examiner.scores(chosen)).collect();
    assert_eq!(same, all);
    drop(examiner);

    let error = open(&state, 3_000).expect_err("another reference");
    assert!(error.contains("written with reference_nodes 2000, not 3000"), "{error}");
    let text = fs::read_to_string(&state).expect("the file exists");
    fs::write(&state, text.replacen("\"few\"", "\"fewer\"", 1)).expect("it is written");
    let error = open(&state, 2_000).expect_err("a damaged line");
    assert!(error.contains("damaged at line 2: unknown field `fewer`"), "{error}");
}

#[test]
fn a_stored_proof_counts_more_than_the_reference() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let chosen = choose(&file(folder.path(), 1), 1, 1);
    let line = |chosen: &Chosen| {
        let history = chosen.position.history().iter();
        let moves: Vec<String> = history.map(|stone| stone.point.to_string()).collect();
        let place =
            format!(r#"{{"rule":"freestyle","size":"15x15","moves":"{}"}}"#, moves.join(" "));
        format!("{{\"place\":{place},\"few\":0,\"more\":-29990,\"reference\":-400}}\n")
    };
    let state = folder.path().join("state.jsonl");
    drop(open(&state, 2_000).expect("a new file can be opened"));
    let text = fs::read_to_string(&state).expect("the file exists");
    fs::write(&state, text + &line(&chosen[0])).expect("the file can be written");
    let examiner = open(&state, 2_000).expect("the line is as it was written");
    let group = chosen[0].group;
    let quality = GroupQuality::of(Rule::Freestyle, group, &chosen, &examiner);
    let quality = quality.expect("a position is known");
    assert_eq!((quality.positions, quality.proved), (1, 1));
    assert_eq!((quality.missed, quality.contradicted, quality.refuted), (1, 1, 0));
    for row in &quality.rows {
        let is_right = match row.source {
            LabelSource::Few | LabelSource::More => false,
            LabelSource::FewAndSolvers | LabelSource::Stored | LabelSource::MoreAndSolvers => true,
        };
        assert_eq!(is_near(row.accuracy.divergence.mean, 0.0), is_right, "{:?}", row.source);
    }
    assert!(is_near(quality.rows[3].accuracy.grossly_wrong.mean, 1.0), "lost instead of won");
    assert_eq!(GroupQuality::of(Rule::Renju, group, &chosen, &examiner), None);
}
