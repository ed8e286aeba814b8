//! Tests of reported variations, and of the last search's results about the next position.

use crate::board::{BoardSize, Point, Position};
use crate::game::Game;
use crate::rules::Rule;
use crate::search::tests::{forbidden_answer, think, with_nodes};
use crate::search::{Memory, Origin, Progress};
use crate::tests::{points, position};

/// Returns the position of a game that a search with some nodes a move plays against itself.
fn game(rule: Rule, seed: usize, moves: usize) -> Position {
    let mut position = Position::new(BoardSize::square(15));
    let mut memory = Memory::new(1 << 20);
    for point in [Point::new(7, 7), Point::new(6 + seed % 3, 6), Point::new(9, 5 + seed % 4)] {
        position.play(point).expect("it is empty");
    }
    for _ in 0..moves {
        let best = think(&position, rule, &with_nodes(300), &mut memory).best;
        position.play(best).expect("it is empty");
    }
    position
}

/// Plays a variation and panics where a move is illegal. Returns whether it ends the game.
fn replay(position: &Position, rule: Rule, variation: &[Point]) -> bool {
    let mut game = Game::from_position(rule, position.clone());
    for &point in variation {
        assert!(game.legal_moves().contains(point), "{point} of {variation:?} in\n{position}");
        game.play(point).expect("it is legal");
    }
    game.outcome().is_some()
}

#[test]
fn variations_are_legal_and_long() {
    let mut lengths = Vec::new();
    for (seed, rule) in Rule::ALL.into_iter().cycle().take(18).enumerate() {
        let position = game(rule, seed, 4 + seed % 5);
        let result = think(&position, rule, &with_nodes(5_000), &mut Memory::new(1 << 20));
        let Progress { depth, score, ref principal_variation, .. } = result.summary;
        assert_eq!(principal_variation.first(), Some(&result.best));
        let is_over = replay(&position, rule, principal_variation);
        let wanted = score.plies_to_end().map_or(depth, i32::cast_unsigned);
        lengths.push((principal_variation.len(), wanted, is_over));
    }
    let is_short = |&&(length, wanted, is_over): &&(usize, u32, bool)| {
        !is_over && (length as u32) < wanted.min(3)
    };
    assert_eq!(lengths.iter().filter(is_short).count(), 0, "{lengths:?}");
}

#[test]
fn proved_scores_come_with_the_moves_to_the_end() {
    // White to move has two open threes against it.
    let position = position("11x11 d6 a1 e6 c1 f6 a4 f4 k10 f5");
    let result = think(&position, Rule::Freestyle, &with_nodes(5_000), &mut Memory::new(1 << 20));
    let Progress { score, principal_variation, .. } = result.summary;
    assert!(score.is_loss(), "{score}");
    assert!(replay(&position, Rule::Freestyle, &principal_variation), "{principal_variation:?}");
    let (position, winning) = forbidden_answer();
    let result = think(&position, Rule::Renju, &with_nodes(5_000), &mut Memory::new(1 << 20));
    assert!(result.summary.score.is_win());
    assert_eq!(result.summary.principal_variation.first(), Some(&winning));
}

#[test]
fn forced_moves_keep_the_value_of_the_last_search() {
    // White has two closed threes, so that it makes a four whatever black plays.
    let mut position = position("11x11 b6 c6 b2 c2 i9 d6 k5 d2 a9 e6 h11 e2");
    let mut memory = Memory::new(1 << 20);
    let first = think(&position, Rule::Freestyle, &with_nodes(2_000), &mut memory);
    assert_eq!(first.summary.origin, Origin::Search);
    position.play(first.best).expect("it is empty");
    let mut fours = points("f6 f2").into_iter().zip(points("g6 g2"));
    let is_open =
        |&(four, five): &(Point, Point)| position.is_empty_at(four) && position.is_empty_at(five);
    let (four, five) = fours.rfind(is_open).expect("one three is left");
    position.play(four).expect("it is empty");
    let second = think(&position, Rule::Freestyle, &with_nodes(2_000), &mut memory);
    assert_eq!((second.best, second.summary.origin), (five, Origin::Forced));
    assert_eq!(second.summary.score, first.summary.score);
    assert_eq!(second.summary.nodes, 0);
    let fresh = think(&position, Rule::Freestyle, &with_nodes(2_000), &mut Memory::new(1 << 20));
    assert_eq!((fresh.best, fresh.summary.origin), (five, Origin::Forced));
    assert!(fresh.summary.depth > 0, "a short search looks at it");
}
