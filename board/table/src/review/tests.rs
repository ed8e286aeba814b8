//! Moves are judged by values before and after them, and by proofs.

use dolmen::{BoardSize, Color, Rule};

use crate::review::{accuracy, judge, review};
use crate::tree::{Judgement, MoveClass, NodeId, ROOT, Reading, Reason, Tree};

/// Returns a game with these moves, and its nodes from the root.
fn game(points: &str) -> (Tree, Vec<NodeId>) {
    let mut tree = Tree::new(Rule::Freestyle, BoardSize::square(15));
    let mut line = vec![ROOT];
    for point in points.split(' ') {
        let point = point.parse().expect("it is a point");
        let last = *line.last().expect("there is the root");
        line.push(tree.add(last, Some(point)).expect("there is room"));
    }
    (tree, line)
}

fn read(tree: &mut Tree, at: NodeId, value: &str, second: Option<&str>, best: &str) {
    let line = vec![best.parse().expect("it is a point")];
    let (value, second) = (value.to_owned(), second.map(str::to_owned));
    let reading = Reading { value, second, line, nodes: 1_000 };
    tree.get_mut(at).expect("the node is there").reading = Some(reading);
}

/// Judges the last move of a game, with the values of the positions before and after it.
fn last(points: &str, before: (&str, Option<&str>, &str), after: &str) -> Judgement {
    let (mut tree, line) = game(points);
    let [.., parent, node] = line[..] else { panic!("{points}: two nodes") };
    read(&mut tree, parent, before.0, before.1, before.2);
    read(&mut tree, node, after, None, "o15");
    let mut judged = judge(&tree, &line);
    assert_eq!(judged.len(), 1, "only one move has both values");
    judged.remove(0).1
}

/// A quiet position of six stones with Black to move.
const QUIET: &str = "h8 i9 h10 e5 l4 d12";

#[test]
fn a_loss_of_chance_is_graded() {
    let class = |after: &str| last(&format!("{QUIET} g9"), ("0", None, "i8"), after).class;
    // Values are for the side to move, the opponent's after the move.
    assert_eq!(class("0"), MoveClass::Best, "as good as the best");
    assert_eq!(class("48"), MoveClass::Good);
    assert_eq!(class("112"), MoveClass::Inaccuracy);
    assert_eq!(class("190"), MoveClass::Mistake);
    assert_eq!(class("400"), MoveClass::Blunder);
    assert_eq!(class("-150"), MoveClass::Interesting, "the search had not expected it");
    let judgement = last(&format!("{QUIET} g9"), ("0", None, "i8"), "400");
    assert_eq!(judgement.better, ["i8".parse().expect("it is a point")]);
    assert!(judgement.loss.is_some_and(|loss| (0.2..0.5).contains(&loss)), "{judgement:?}");
}

#[test]
fn the_only_good_move_is_praised_unless_it_is_obvious() {
    let class = |points: &str, second: &str| {
        let best = points.split(' ').next_back().expect("there is a move");
        last(points, ("0", Some(second), best), "0").class
    };
    assert_eq!(class(&format!("{QUIET} g9"), "-400"), MoveClass::Brilliant);
    assert_eq!(class(&format!("{QUIET} g9"), "-10"), MoveClass::Best);
    assert_eq!(class("h8 a1 h9 a3 h10 a5 c3 h11", "-400"), MoveClass::Best, "it stops a four");
}

#[test]
fn proofs_count_more_than_chances() {
    // Black has an open three and the move.
    let won = "h8 a1 h9 a3 h10 o1";
    let missed = last(&format!("{won} o15"), ("+M3", None, "h11"), "-20");
    let reason = Some(Reason::MissedWin { plies: 3, by_fours: true });
    assert_eq!((missed.class, missed.reason), (MoveClass::Blunder, reason));
    let kept = last(&format!("{won} h11"), ("+M3", None, "h11"), "-M2");
    assert_eq!(kept.class, MoveClass::Best);
    let longer = last(&format!("{won} o15"), ("+M3", None, "h11"), "-M12");
    let reason = Some(Reason::LongerWin { shorter: 3 });
    assert_eq!((longer.class, longer.reason), (MoveClass::Good, reason));
    let lost = last(&format!("{won} h11 h12"), ("-M2", None, "h7"), "+M1");
    assert_eq!(lost.class, MoveClass::Lost, "it is not judged");
    // White does not stop the open three.
    let loses = last("h8 a1 h9 a3 h10 o1", ("-100", None, "h11"), "+M3");
    let reason = Some(Reason::Loses { plies: 4, by_fours: true });
    assert_eq!((loses.class, loses.reason), (MoveClass::Blunder, reason));
}

#[test]
fn a_move_without_a_choice_is_not_judged() {
    let forced = last("h8 h7 h9 a1 h10 a3 h11 h12", ("-300", None, "h12"), "-M20");
    assert_eq!(forced, Judgement::of(MoveClass::Forced));
    let other = last("h8 h7 h9 a1 h10 a3 h11 a5", ("-300", None, "h12"), "+M1");
    let reason = Some(Reason::Loses { plies: 2, by_fours: true });
    assert_eq!((other.class, other.reason), (MoveClass::Blunder, reason), "it was not played");
    assert_eq!(other.better, ["h12".parse().expect("it is a point")]);
}

#[test]
fn accuracy_is_that_of_lichess() {
    for (loss, accuracy) in [(0.0, 100.0), (2.0, 92.0), (5.0, 81.0), (10.0, 65.0), (20.0, 41.0)] {
        let found = accuracy::of_move(loss);
        assert!((found - accuracy).abs() < 1.5, "{loss}: {found}");
    }
    let (mut tree, line) = game("h8 i9 h10 e5");
    for (&at, value) in line.iter().zip(["0", "0", "0", "0", "400"]) {
        read(&mut tree, at, value, None, "o15");
        let black_wins = if value == "0" { 0.5 } else { 0.73 };
        tree.get_mut(at).expect("the node is there").black_wins = Some(black_wins);
    }
    assert_eq!(review(&tree, &line), None, "nothing has been judged");
    for (id, judgement) in judge(&tree, &line) {
        tree.get_mut(id).expect("the node is there").judgement = Some(judgement);
    }
    let found = review(&tree, &line).expect("the moves have been judged");
    let [black, white] = &found.players;
    assert_eq!(black.accuracy, Some(100.0));
    assert!(white.accuracy.is_some_and(|accuracy| (20.0..80.0).contains(&accuracy)), "{white:?}");
    assert_eq!((white.blunders, black.blunders), (1, 0));
    assert_eq!(found.turning, [line[4]]);
    assert_eq!(tree.position(line[3]).map(|position| position.side_to_move()), Ok(Color::White));
}

#[test]
fn exercises_are_the_mistakes_blunders_and_missed_wins_with_a_better_move() {
    let (mut tree, line) = game("h8 i9 h10 e5 l4 d12 a1");
    let reason = Some(Reason::MissedWin { plies: 21, by_fours: false });
    let better = vec!["i8".parse().expect("it is a point")];
    let of = |class| Judgement { better: better.clone(), ..Judgement::of(class) };
    let judgements = [
        of(MoveClass::Mistake),
        of(MoveClass::Blunder),
        Judgement { reason, ..of(MoveClass::Inaccuracy) },
        of(MoveClass::Inaccuracy),
        Judgement::of(MoveClass::Blunder),
        Judgement::of(MoveClass::Best),
        of(MoveClass::Blunder),
    ];
    for (&at, judgement) in line[1..].iter().zip(judgements) {
        tree.get_mut(at).expect("the node is there").judgement = Some(judgement);
    }
    let found = review(&tree, &line).expect("the moves have been judged");
    let [black, white] = &found.players;
    assert_eq!(black.exercises, [line[1], line[3], line[7]]);
    assert_eq!((black.mistakes, black.blunders, black.inaccuracies), (1, 2, 1));
    assert_eq!((white.exercises.as_slice(), white.blunders), (&[line[2]][..], 1));
}
