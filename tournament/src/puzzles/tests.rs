//! Tests of puzzles: their texts, their order, and the shipped ones, proved again.

mod plain;

use std::path::{Path, PathBuf};

use dolmen::board::BoardSize;
use dolmen::certificate::Checker;
use dolmen::eval::Evaluator;
use dolmen::rules::Rule;
use dolmen::solver::{Budget, Proof, QuietSolver, Solver};
use dolmen::{Game, Position};

use crate::puzzles::puzzle::{GRADES, Kind, Puzzle, PuzzleError};
use crate::puzzles::{Collection, CollectionError, Finder, play};
use plain::Plain;

/// The number of positions that a search for threats may visit.
const NODES: u64 = 400_000;

/// Returns the file of the shipped puzzles of a rule.
fn shipped_file(rule: Rule) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../board/page/puzzles");
    folder.join(format!("{rule}.txt"))
}

/// Returns the shipped puzzles of a rule.
fn shipped(rule: Rule) -> Collection {
    let read = Collection::read(&shipped_file(rule)).expect("the file is sound");
    read.expect("the page has puzzles of every rule")
}

/// Proves a puzzle again with the plain search; where threats win, with a plan that the checker plays by
/// the rules alone.
fn prove_again(puzzle: &Puzzle, rule: Rule) {
    let name = puzzle.to_text();
    let position = &puzzle.position;
    let mut plain = Plain::new(rule);
    let mover = position.side_to_move();
    let legal = plain.legal(position, mover);
    assert!(legal.contains(puzzle.key), "{name}: the answer is legal");
    for point in legal {
        let mut after = position.clone();
        after.play(point).expect("the point is empty");
        let is_key = point == puzzle.key;
        match puzzle.kind {
            Kind::Fours => {
                assert_eq!(plain.wins_by_four(&after, mover), is_key, "{rule} {name}: {point}");
            }
            Kind::Threes => {
                assert!(!plain.wins_by_four(&after, mover), "{rule} {name}: {point} is a four");
                if is_key {
                    assert!(has_checked_plan(position, rule), "{rule} {name}: no plan");
                } else {
                    let wins = plain.wins_by_three(&after, mover);
                    assert!(!wins, "{rule} {name}: {point} wins by a three");
                }
            }
            Kind::Defence => {
                let is_lost = plain.wins_by_fours(&after, !mover)
                    || (!is_key && has_checked_plan(&after, rule));
                assert_eq!(is_lost, !is_key, "{rule} {name}: {point}");
            }
        }
    }
    if puzzle.kind == Kind::Defence {
        let mut after = position.clone();
        after.play(puzzle.key).expect("the point is empty");
        let game = Game::from_position(rule, after);
        assert_eq!(Solver::new(1 << 22).vct(&game, NODES), Proof::NoWin, "{rule} {name} holds");
    }
}

/// Returns whether the side to move wins by threats, with a plan that the checker accepts.
fn has_checked_plan(position: &Position, rule: Rule) -> bool {
    let evaluator = Evaluator::built_in();
    let mut solver = QuietSolver::new(position, evaluator.rule(rule), rule, Budget::default());
    let is_win = solver.solve_by_threats(NODES, &mut |_| false).is_win();
    let plan = solver.plan(&mut |_| false);
    is_win && plan.is_some_and(|plan| Checker::new(position, rule).check(&plan).is_ok())
}

/// Proves some puzzles of each kind and rule again, spread evenly over their file.
fn prove_some(rules: &[Rule], of_kind: usize) {
    for &rule in rules {
        let collection = shipped(rule);
        for kind in Kind::ALL {
            let all: Vec<&Puzzle> =
                collection.puzzles().iter().filter(|puzzle| puzzle.kind == kind).collect();
            let step = (all.len() / of_kind).max(1);
            for puzzle in all.iter().skip(step / 2).step_by(step).take(of_kind) {
                prove_again(puzzle, rule);
            }
        }
    }
}

// A test for each rule, so that they share the processors.

#[test]
fn some_freestyle_puzzles_are_proved_again() {
    prove_some(&[Rule::Freestyle], 1);
}

#[test]
fn some_standard_puzzles_are_proved_again() {
    prove_some(&[Rule::Standard], 1);
}

#[test]
fn some_renju_puzzles_are_proved_again() {
    prove_some(&[Rule::Renju], 1);
}

#[test]
fn some_caro_puzzles_are_proved_again() {
    prove_some(&[Rule::Caro], 1);
}

#[test]
#[ignore = "takes minutes"]
fn two_hundred_shipped_puzzles_are_proved_again() {
    prove_some(&Rule::ALL, 12);
}

#[test]
fn a_puzzle_is_found_and_survives_its_text() {
    let size = BoardSize::square(15);
    let mut found = Vec::new();
    for seed in 0..20 {
        let mut finder = Finder::new(Rule::Renju);
        found.extend(play(Rule::Renju, size, seed).iter().filter_map(|game| finder.find(game)));
    }
    assert!(!found.is_empty(), "twenty games have a puzzle");
    for puzzle in found {
        let text = puzzle.to_full_text();
        let read = Puzzle::from_text(&text, size).expect("it is a puzzle");
        assert_eq!(read.to_full_text(), text);
        assert_eq!(read.position.key(), puzzle.position.key(), "{text}");
    }
}

#[test]
fn the_shipped_puzzles_keep_their_grades() {
    for rule in Rule::ALL {
        let text = std::fs::read_to_string(shipped_file(rule)).expect("the file can be read");
        let collection = shipped(rule);
        assert!(collection.to_page() == text, "{rule}");
        for (kind, grade) in Kind::ALL.into_iter().flat_map(|kind| GRADES.map(move |it| (kind, it)))
        {
            let count = collection.count_of(kind, grade);
            assert!((10..=150).contains(&count), "{rule} {kind:?} {grade}: {count}");
        }
    }
}

#[test]
fn texts_that_are_no_puzzles_are_refused() {
    let refusal = |text: &str| Puzzle::from_text(text, BoardSize::square(15)).unwrap_err();
    assert_eq!(refusal("f2 h8"), PuzzleError::Parts);
    assert_eq!(refusal("q2 h8 01"), PuzzleError::Kind("q2".to_owned()));
    assert_eq!(refusal("f2y h8 01"), PuzzleError::Kind("f2y".to_owned()));
    assert_eq!(refusal("f h8 01"), PuzzleError::Kind("f".to_owned()), "it has no grade");
    assert_eq!(refusal("f6 h8 01"), PuzzleError::Kind("f6".to_owned()), "grades end with 5");
    assert_eq!(refusal("f2 a1 01"), PuzzleError::Key("a1".to_owned()), "a stone is there");
    assert_eq!(refusal("f2 h8 000"), PuzzleError::Stones("000".to_owned()), "Black has too many");
    assert_eq!(refusal("f2 h8 --------01"), PuzzleError::Stones("--------01".to_owned()));
    assert_eq!(refusal("f2 h8 0!"), PuzzleError::Stones("0!".to_owned()));
    assert_eq!(refusal("f2 h8 01 1 2 x 0"), PuzzleError::Number("x".to_owned()));
    let damaged = Collection::from_text("puzzles 1 omok 15x15 seed 1 games 3\nf2 h8\n");
    assert!(matches!(damaged, Err(CollectionError::Puzzle { line: 2, .. })));
    assert!(matches!(Collection::from_text("moves"), Err(CollectionError::Head)));
}

#[test]
fn symmetric_puzzles_are_one_and_a_file_is_continued() {
    let size = BoardSize::square(15);
    let read = |text: &str| Puzzle::from_text(text, size).expect("it is a puzzle");
    // The same two stones in a corner and in its mirror image.
    let (one, other) = (read("f2 h8 01 4 2 9 0"), read("t2 h8 R0 5 2 9 0"));
    let mut collection = Collection::new(Rule::Omok, size, 7);
    collection.add_game(vec![one.clone()], 5);
    collection.add_game(vec![one, other], 5);
    let text = collection.to_text();
    assert!(text.starts_with("puzzles 1 omok 15x15 seed 7 games 2\nf"), "{text}");
    let again = Collection::from_text(&text).expect("it is a file of puzzles");
    assert_eq!(again.to_text(), text);
    assert_eq!((again.count(Kind::Fours), again.games()), (1, 2));
}
