//! Tests of backed-up scores, of the choice of the next position and of the book, on a small handmade tree.

use dolmen::board::{BoardSize, Point};
use dolmen::eval::Score;
use dolmen::game::Game;
use dolmen::positions::{Line, Positions, Record};
use dolmen::rules::Rule;

use super::Tree;

fn game(names: &str) -> Game {
    let mut game = Game::new(Rule::Freestyle, BoardSize::square(15));
    for name in names.split_whitespace() {
        game.play(point(name)).expect("the move is legal");
    }
    game
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// Adds a searched position with the scores of some moves.
fn search(positions: &mut Positions, names: &str, moves: &[(&str, Score)]) {
    let lines =
        moves.iter().map(|&(name, score)| Line { score, moves: vec![point(name)] }).collect();
    positions.set(&game(names), Record { depth: 9, lines, ..Record::default() });
}

/// Returns a root whose best move turns out to be worse than the second one.
fn tree() -> Positions {
    let mut positions = Positions::default();
    search(&mut positions, "h8", &[("i9", Score::new(40)), ("c3", Score::new(30))]);
    search(&mut positions, "h8 i9", &[("d4", Score::new(100)), ("a1", Score::new(-500))]);
    positions
}

#[test]
fn worths_come_from_later_searches() {
    let positions = tree();
    let choices = Tree::new(&positions).choices(&game("h8"));
    let known: Vec<_> = choices.iter().map(|choice| (choice.point, choice.score.value())).collect();
    assert_eq!(known, [(point("c3"), 30), (point("i9"), -100)]);
    assert!(Tree::new(&positions).choices(&game("h8 c3")).is_empty());

    let mut won = tree();
    search(&mut won, "h8 i9", &[("d4", Score::win_in(7))]);
    let choices = Tree::new(&won).choices(&game("h8"));
    assert_eq!(choices[1].score, Score::loss_in(8));
}

#[test]
fn the_position_with_the_least_cost_is_next() {
    let positions = tree();
    let mut tree = Tree::new(&positions);
    let roots = [game("h8")];
    let next = tree.next(&roots, 10, |_| false).expect("there is one");
    assert_eq!(next.position().key(), game("h8 c3").position().key(), "the best move's");
    let taken = dolmen::positions::Identity::of(&next);
    let next = tree.next(&roots, 10, |identity| identity == taken).expect("there is another one");
    assert_eq!(next.position().key(), game("h8 i9 d4").position().key());
    assert!(tree.next(&roots, 1, |identity| identity == taken).is_none(), "it is too long");
    let fresh = [game("h8"), game("a1")];
    let next = tree.next(&fresh, 10, |_| false).expect("there is one");
    assert_eq!(next.position().key(), game("a1").position().key(), "openings come first");
}

#[test]
fn decided_positions_are_not_followed() {
    let mut positions = Positions::default();
    search(&mut positions, "h8", &[("i9", Score::new(1_500)), ("c3", Score::new(1_450))]);
    assert!(Tree::new(&positions).next(&[game("h8")], 10, |_| false).is_none());
}

#[test]
fn books_hold_the_positions_that_their_player_reaches() {
    let mut positions = tree();
    search(&mut positions, "h8 c3", &[("d4", Score::new(-30)), ("e5", Score::new(-35))]);
    search(&mut positions, "h8 c3 d4", &[("a15", Score::new(30)), ("b14", Score::new(29))]);
    search(&mut positions, "h8 i9 a1", &[("o15", Score::new(500))]);
    let book = Tree::new(&positions).book(&[game("h8")], 0);
    let lines = |names: &str| book.get(&game(names)).map(|record| record.lines);
    let root = lines("h8").expect("it is the opening");
    assert_eq!(root.len(), 1, "i9 is much worse");
    assert_eq!(root[0].moves, [point("c3"), point("d4"), point("a15")]);
    assert_eq!(lines("h8 c3").map(|lines| lines.len()), Some(2), "equal moves are kept");
    assert_eq!(lines("h8 c3 d4").map(|lines| lines.len()), Some(2));
    assert!(lines("h8 i9").is_some(), "white may play it");
    assert!(lines("h8 i9 a1").is_none(), "neither i9 nor a1 is in the book");

    let firm = Tree::new(&positions).book(&[game("h8")], 2);
    assert!(firm.get(&game("h8")).is_some() && firm.get(&game("h8 c3 d4")).is_none());
    assert!(Tree::new(&positions).book(&[game("h8")], 9).is_empty());
}
