//! Tests that the training set and the held-out set are disjoint, and that the same files give the
//! same positions.

use std::path::{Path, PathBuf};

use dolmen::eval::Evaluator;
use dolmen::rules::Rule;

use super::{Amount, Paths, Portion, by_rule};
use crate::generate::plan::testing::freestyle;
use crate::generate::tally::Kind;
use crate::learn::losses::{HeldOut, KindLosses, by_kind};
use crate::learn::samples::{Features, Samples};
use crate::learn::targets::{Shares, Targets};
use crate::learn::testing::played_games;
use crate::store::testing;
use crate::store::{Beginning, ShardWriter};

const GAMES: u32 = 12;

/// Plays games of freestyle under a seed, and writes them to a folder.
fn write_games(folder: &Path, seed: u64, beginning: Option<Beginning>) -> PathBuf {
    let header = testing::header(Rule::Freestyle, seed, u64::from(GAMES));
    let mut writer = ShardWriter::open(folder, &header).expect("the folder can be written");
    for mut game in played_games(&freestyle(), Rule::Freestyle, seed, GAMES) {
        game.beginning = beginning.unwrap_or(game.beginning);
        writer.add(&game).expect("the folder can be written");
    }
    folder.join(header.file_name())
}

fn samples(training: &[PathBuf], held_out: Option<&[PathBuf]>, most: Option<usize>) -> Samples {
    let training: Vec<Portion> = training.iter().cloned().map(Portion::from).collect();
    portions(&training, held_out, most)
}

fn portions(training: &[Portion], held_out: Option<&[PathBuf]>, most: Option<usize>) -> Samples {
    let paths = Paths { training, held_out };
    let files = by_rule(paths, None).expect("the files are valid");
    assert_eq!(files.iter().map(|files| files.rule).collect::<Vec<_>>(), [Rule::Freestyle]);
    let amount = Amount { positions: most, features: Features::All };
    let samples = files[0].samples(amount, &Evaluator::built_in(), &mut |path, damage| {
        panic!("{}: {damage}", path.display());
    });
    samples.expect("the files are valid")
}

/// The losses of the evaluation in use on the held-out positions.
fn losses(samples: &Samples) -> Vec<KindLosses> {
    let targets = Targets::new(samples, Shares::default(), None);
    let held_out = HeldOut::new(samples, &targets);
    by_kind(Rule::Freestyle, &held_out, &[(" before", &held_out.in_use())])
}

/// The positions, as text.
fn texts(samples: &Samples, is_held_out: bool) -> Vec<String> {
    let positions = samples.positions.iter().enumerate();
    let wanted = positions.filter(|(_, position)| position.is_held_out == is_held_out);
    let text = |(index, _)| format!("{:?} {:?}", samples.codes(index), samples.moves(index));
    wanted.map(text).collect()
}

#[test]
fn one_game_in_ten_is_held_out_unless_files_are() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let training = [1, 2, 3, 4].map(|seed| write_games(folder.path(), seed, None));
    let tenth = samples(&training, None, None);
    let (learned, held_out) = (texts(&tenth, false).len(), texts(&tenth, true).len());
    assert!(held_out > 20 && learned > 2 * held_out, "{learned} {held_out}");
    let all = samples(&training, Some(&[]), None);
    assert_eq!((texts(&all, false).len(), texts(&all, true).len()), (learned + held_out, 0));
    // A game that is held out is not learned from.
    let split = samples(&training, Some(&training[..1]), None);
    let without = samples(&training[1..], Some(&training[..1]), None);
    assert_eq!(texts(&split, false), texts(&without, false));
    assert_eq!(texts(&split, true), texts(&without, true));
    let both = texts(&split, true).len() + texts(&split, false).len();
    assert_eq!(both, learned + held_out);
}

#[test]
fn fewer_positions_are_some_of_those_of_more() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let [one, other] = [1, 2].map(|seed| write_games(folder.path(), seed, None));
    let training = [one.clone(), other.clone()];
    let all = samples(&training, Some(&training[..0]), None);
    let few = samples(&training, Some(&training[..0]), Some(150));
    let again = samples(&[other, one], Some(&training[..0]), Some(150));
    assert_eq!(texts(&few, false), texts(&again, false));
    assert_eq!(texts(&few, false), texts(&all, false)[..150]);
    assert_eq!(few.positions.len(), 150);
    assert!(few.bytes() < all.bytes());
    let tenth = samples(&training, None, Some(150));
    assert_eq!(texts(&tenth, true), texts(&samples(&training, None, None), true));
    assert_eq!(texts(&tenth, false).len(), 150);
}

#[test]
fn losses_of_the_same_games_are_the_same_whatever_is_learned_from() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let foreign = [write_games(folder.path(), 3, Some(Beginning::Foreign))];
    let [one, other] = [1, 2].map(|seed| [write_games(folder.path(), seed, None)]);
    let mut lines = Vec::new();
    for training in [&one[..], &other[..], &[]] {
        let samples = samples(training, Some(&foreign), Some(100));
        lines.push(losses(&samples));
    }
    assert_eq!(lines[0], lines[1]);
    assert_eq!(lines[0], lines[2]);
    let [foreign] = &lines[0][..] else { panic!("{:?}", lines[0]) };
    assert_eq!(foreign.kind, Some(Kind::Foreign));
    let text = foreign.to_string();
    let start = "freestyle, foreign: ";
    assert!(text.starts_with(start) && text.contains("; against results 0."), "{text}");
}

#[test]
fn losses_are_listed_by_kind() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let files = [write_games(folder.path(), 1, None)];
    let samples = samples(&[], Some(&files), None);
    let lines = losses(&samples);
    let (all, kinds) = lines.split_last().expect("the list is not empty");
    assert_eq!(all.kind, None);
    let of_kinds = || kinds.iter().map(|line| line.by[0].1);
    let positions: usize = of_kinds().map(|losses| losses.positions).sum();
    assert_eq!(positions, samples.positions.len());
    let total: f64 = of_kinds().map(|losses| losses.positions as f64 * losses.target).sum();
    let mean = total / positions as f64;
    assert!((mean - all.by[0].1.target).abs() < 1e-9, "{mean} {all}");
    let interior = kinds.iter().find(|line| line.kind == Some(Kind::Interior));
    let interior = interior.expect("searches had some");
    assert_eq!(interior.by[0].1.result, None);
    assert!(!interior.to_string().contains("results"), "{interior}");
    for line in &lines {
        assert!(line.by[0].1.target > line.by[0].1.least, "{line}");
    }
}

#[test]
fn games_of_a_smaller_share_are_among_those_of_a_larger_one() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = write_games(folder.path(), 1, None);
    let of_share = |share: f64| {
        let training = [Portion { path: path.clone(), share }];
        texts(&portions(&training, Some(&[]), None), false)
    };
    let [none, some, more, all] = [0.0, 0.4, 0.8, 1.0].map(of_share);
    assert!(none.is_empty());
    assert!(!some.is_empty() && some.len() < more.len() && more.len() < all.len());
    assert!(more.starts_with(&some) && all.starts_with(&more));
}

#[test]
fn portions_are_read() {
    let portion = |text: &str| text.parse::<Portion>();
    assert_eq!(portion("games"), Ok(PathBuf::from("games").into()));
    let expected = Portion { path: PathBuf::from("a=b"), share: 0.25 };
    assert_eq!(portion("a=b=0.25"), Ok(expected));
    for wrong in ["games=", "games=2", "games=-1", "games=NaN", "games=half"] {
        let error = portion(wrong).expect_err("the share is invalid");
        assert!(error.contains("expected a number from 0 to 1"), "{error}");
    }
}
