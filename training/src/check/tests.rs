//! Tests that faults in games are found, and that mirror images count once.

use dolmen::board::{BoardSize, Color, Point, Symmetry};
use dolmen::eval::Score;
use dolmen::rules::{Outcome, Rule};

use crate::check::{Checker, Fault, replay};
use crate::generate::tally::Kind;
use crate::store::game::{DEAD_POSITIONS, DEAD_WITHIN};
use crate::store::{
    Beginning, Game, GamePosition, InteriorPosition, Label, Ply, Searched, testing,
};

const BLACK_WINS: &str = "h8 a1 h9 b1 h10 c1 h11 e1 h12";

fn points(moves: &str) -> Vec<Point> {
    moves.split_whitespace().map(|text| text.parse().expect("it is a point")).collect()
}

fn label(best: Point) -> Label {
    Label::of_search(Searched { best, score: Score::DRAW, depth: 1 })
}

fn game(moves: &str, outcome: Outcome) -> Game {
    let ply = |point| Ply { point, before: Some(GamePosition::labelled(label(point))) };
    Game {
        number: 0,
        size: BoardSize::square(15),
        beginning: Beginning::Middle,
        outcome,
        plies: points(moves).into_iter().map(ply).collect(),
        end: None,
    }
}

/// The game cut before its last stone, which becomes the proof of the win.
fn proved(moves: &str, outcome: Outcome) -> Game {
    let mut game = game(moves, outcome);
    game.end = game.plies.pop().and_then(|ply| ply.before);
    game
}

/// A game with an interior position after its first two stones.
fn with_interior(path: &str, best: &str) -> Game {
    let mut game = game(BLACK_WINS, Outcome::Win(Color::Black));
    let label = label(best.parse().expect("it is a point"));
    let interior = InteriorPosition { path: points(path), label };
    game.plies[2].before.as_mut().expect("it was searched").interior.push(interior);
    game
}

#[test]
fn faults_are_found() {
    let black = Outcome::Win(Color::Black);
    let check = replay;
    assert_eq!(check(&game(BLACK_WINS, black), Rule::Freestyle), Ok(()));
    assert_eq!(check(&proved(BLACK_WINS, black), Rule::Freestyle), Ok(()));
    let wrong = check(&game(BLACK_WINS, Outcome::Draw), Rule::Freestyle);
    assert_eq!(wrong, Err(Fault::Outcome(black)));
    let longer = game(&format!("{BLACK_WINS} a2"), black);
    assert_eq!(check(&longer, Rule::Standard), Err(Fault::AfterEnd(9)));
    let twice = check(&game("h8 h8", Outcome::Draw), Rule::Renju);
    assert!(matches!(twice, Err(Fault::IllegalChoice(1, _))), "{twice:?}");
    assert_eq!(check(&game("h8 h9", black), Rule::Omok), Err(Fault::NotOver));
    let unproved = proved("h8 a1 h9 b1 h10", black);
    assert_eq!(check(&proved("h8 a1 h9", black), Rule::Caro), Err(Fault::Unproved));
    assert_eq!(check(&unproved, Rule::Freestyle), Err(Fault::Unproved));
    let forbidden = check(&game("h8 a1 h9 a2 i7 a15 j7 b15 h7", Outcome::Draw), Rule::Renju);
    assert!(matches!(forbidden, Err(Fault::IllegalChoice(8, _))), "{forbidden:?}");
    let mut illegal = game("h8 h9", Outcome::Draw);
    illegal.plies[1].point = illegal.plies[0].point;
    let illegal = check(&illegal, Rule::Standard);
    assert!(matches!(illegal, Err(Fault::Illegal(1, _))), "{illegal:?}");
}

#[test]
fn a_dead_game_is_drawn() {
    // Stones without any shape: on every second point of every second row.
    let points = (0..DEAD_POSITIONS).map(|number| Point::new(number % 7 * 2, number / 7 * 2));
    let moves: Vec<String> = points.map(|point| point.to_string()).collect();
    let dead = game(&moves.join(" "), Outcome::Draw);
    assert_eq!(replay(&dead, Rule::Standard), Ok(()));
    let mut short = dead.clone();
    short.plies.pop();
    assert_eq!(replay(&short, Rule::Standard), Err(Fault::NotOver));
    let mut lively = dead.clone();
    let before = lively.plies[5].before.as_mut().expect("it was searched");
    before.label.searched.score = Score::new(DEAD_WITHIN + 1);
    assert_eq!(replay(&lively, Rule::Standard), Err(Fault::NotOver));
    let won = Game { outcome: Outcome::Win(Color::Black), ..dead };
    assert_eq!(replay(&won, Rule::Standard), Err(Fault::NotOver));
}

#[test]
fn faults_inside_searches_are_found() {
    let check = |path: &str, best: &str| replay(&with_interior(path, best), Rule::Freestyle);
    assert_eq!(check("h9 h10 i9", "i10"), Ok(()));
    let taken = check("h9 a1", "i10");
    assert!(matches!(taken, Err(Fault::IllegalPath(2, _))), "{taken:?}");
    let taken = check("h9 h10", "h9");
    assert!(matches!(taken, Err(Fault::IllegalPath(2, _))), "{taken:?}");
    let over = check("h9 b2 h10 b3 h11 b4 h12 b5", "i10");
    assert_eq!(over, Err(Fault::AfterEnd(2)));
}

fn turned(game: &Game, symmetry: Symmetry) -> Game {
    let map = |point: Point| symmetry.apply(point, game.size);
    let mut turned = game.clone();
    for ply in &mut turned.plies {
        ply.point = map(ply.point);
        let Some(before) = &mut ply.before else { continue };
        before.label.searched.best = map(before.label.searched.best);
        for interior in &mut before.interior {
            interior.label.searched.best = map(interior.label.searched.best);
            interior.path.iter_mut().for_each(|point| *point = map(*point));
        }
    }
    turned
}

#[test]
fn mirror_images_are_counted_once() {
    let size = BoardSize::square(15);
    let original = with_interior("h9 h10 i9", "i10");
    let mut games = Symmetry::all(size).map(|symmetry| turned(&original, symmetry));
    let first: Vec<Game> = games.by_ref().take(3).collect();
    let mut checker = Checker::default();
    for games in [first, games.collect()] {
        let shard = testing::shard(Rule::Freestyle, 0, 100, games);
        checker.add(&shard, &mut |game, fault| panic!("game {}: {fault}", game.number));
    }
    let (rule, count) = checker.counts().next().expect("there is one rule");
    assert_eq!((rule, count.games, count.duplicate_games), ("freestyle", 8, 7));
    // Nine positions of the game, the empty board among them, and an interior one.
    assert_eq!(count.positions.total(), 80);
    assert_eq!((count.positions.of(Kind::Game), count.positions.of(Kind::Interior)), (72, 8));
    assert_eq!((count.duplicates_within, count.duplicates_across), (20, 50));
    assert_eq!(count.outcomes, [8, 0, 0]);
    assert!(count.is_sound());
}
