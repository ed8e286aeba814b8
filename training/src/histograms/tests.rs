//! Tests of bins against values counted by hand, and of the texts in a picture.

use std::collections::BTreeMap;
use std::fs;

use dolmen::rules::Rule;

use crate::generate::tally::Kind;
use crate::histograms::bins::Bins;
use crate::histograms::{Facts, Gathering, Row, draw};
use crate::labelled::Group;
use crate::quality::tests::file;

#[test]
fn every_value_counts_in_one_bin() {
    let bins = Bins { least: -1.0, width: 0.5, count: 4 };
    let values = [-7.0, -1.0, -0.5, 0.0, 0.49, 0.5, 1.0, 3.0];
    assert_eq!(bins.shares(values.into_iter()), [0.25, 0.125, 0.25, 0.375]);
    assert_eq!(bins.shares(std::iter::empty()), [0.0; 4]);
    let tenths = Bins { least: 0.0, width: 0.1, count: 10 };
    for number in 0..10 {
        let shares = tenths.shares(std::iter::once(0.1 * f64::from(number)));
        assert_eq!(shares.iter().position(|share| *share > 0.0), Some(number as usize));
    }
}

#[test]
fn an_outline_goes_up_along_and_down() {
    let bins = Bins { least: 0.0, width: 2.0, count: 2 };
    let outline = bins.outline(&[0.25, 0.75]);
    assert_eq!(
        outline,
        [(0.0, 0.0), (0.0, 0.25), (2.0, 0.25), (2.0, 0.75), (4.0, 0.75), (4.0, 0.0)]
    );
}

#[test]
fn a_picture_names_rules_kinds_and_counts() {
    let facts = |stones: usize| Facts {
        stones,
        score: stones as f64 / 100.0,
        error: (stones < 50).then_some(0.1),
    };
    let groups = BTreeMap::from([
        (Group::Of(Kind::Game), (1..40).map(facts).collect()),
        (Group::VersionOne, (0..1_234).map(|number| facts(number % 100)).collect()),
    ]);
    let svg = draw::draw(&[Row { rule: Rule::Renju, groups }]);
    for text in [
        "renju: stones on the board",
        "renju: score of the label",
        "renju: error of the evaluation",
        "game: 39 positions, mean 20",
        "version 1: 1,234 positions",
        "share of positions of the kind",
    ] {
        assert!(svg.contains(text), "{text}");
    }
    // A group without any open position draws a flat line.
    let beyond = BTreeMap::from([(Group::Of(Kind::Crowded), vec![facts(60)])]);
    let svg = draw::draw(&[Row { rule: Rule::Omok, groups: beyond }]);
    assert!(svg.contains("crowded: 0 positions"));
}

#[test]
fn large_files_make_up_for_small_ones() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder can be created"));
    let files = [8, 1].iter().zip(&folders).map(|(games, folder)| file(folder.path(), *games));
    let mut gathering = Gathering { files: files.collect(), positions: 20 };
    let count = |gathering: &Gathering| {
        let rows = gathering.gather(&mut |_| {}).expect("the files can be read");
        assert_eq!(rows.iter().map(|row| row.rule).collect::<Vec<_>>(), [Rule::Freestyle]);
        let groups = rows[0].groups.iter();
        groups.map(|(group, facts)| (group.name(), facts.len())).collect::<Vec<_>>()
    };
    assert_eq!(count(&gathering), [("game", 20), ("interior", 20)]);
    gathering.positions = 1_000;
    assert_eq!(count(&gathering), [("game", 36), ("interior", 36)], "there are no more");
}

#[test]
fn files_that_hold_no_games_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = folder.path().join("text.games");
    fs::write(&path, "dolmen games 9\n").expect("the folder can be written");
    let gathering = Gathering { files: vec![path], positions: 10 };
    let error = gathering.gather(&mut |_| {}).expect_err("no games").to_string();
    assert!(error.contains("has format version 9"), "{error}");
    let nothing = Gathering { files: Vec::new(), positions: 10 };
    assert_eq!(nothing.gather(&mut |_| {}).expect("nothing is read"), []);
}
