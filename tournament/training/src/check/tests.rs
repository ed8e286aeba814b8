//! Faults in games are found, and mirror images are not counted twice.

use dolmen::board::{BoardSize, Color, Point, Symmetry};
use dolmen::rules::{Outcome, Rule};

use crate::check::{Checker, Fault, replay};
use crate::store::{Game, Header, Ply, Settings, Shard};

const BLACK_WINS: &str = "h8 a1 h9 b1 h10 c1 h11 e1 h12";

fn game(moves: &str, outcome: Outcome) -> Game {
    let points = moves.split_whitespace().map(|text| text.parse().expect("it is a point"));
    let ply = |point| {
        let searched =
            crate::store::Searched { best: point, score: dolmen::eval::Score::DRAW, depth: 1 };
        Ply { point, searched: Some(searched) }
    };
    Game { number: 0, outcome, plies: points.map(ply).collect(), proof: None }
}

/// The game cut before its last stone, which becomes the proof of the win.
fn proved(moves: &str, outcome: Outcome) -> Game {
    let mut game = game(moves, outcome);
    game.proof = game.plies.pop().and_then(|ply| ply.searched);
    game
}

fn check(game: &Game, rule: Rule) -> Result<(), Fault> {
    replay(game, rule, BoardSize::square(15))
}

#[test]
fn faults_are_found() {
    let black = Outcome::Win(Color::Black);
    assert_eq!(check(&game(BLACK_WINS, black), Rule::Freestyle), Ok(()));
    assert_eq!(check(&proved(BLACK_WINS, black), Rule::Freestyle), Ok(()));
    let wrong = check(&game(BLACK_WINS, Outcome::Draw), Rule::Freestyle);
    assert_eq!(wrong, Err(Fault::Outcome(Some(black))));
    let longer = game(&format!("{BLACK_WINS} a2"), black);
    assert_eq!(check(&longer, Rule::Standard), Err(Fault::AfterEnd(9)));
    let twice = check(&game("h8 h8", Outcome::Draw), Rule::Renju);
    assert!(matches!(twice, Err(Fault::Illegal(1, _))), "{twice:?}");
    assert_eq!(check(&game("h8 h9", black), Rule::Omok), Err(Fault::Outcome(None)));
    let unproved = proved("h8 a1 h9 b1 h10", black);
    assert_eq!(check(&proved("h8 a1 h9", black), Rule::Caro), Err(Fault::Unproved));
    assert_eq!(check(&unproved, Rule::Freestyle), Err(Fault::Unproved));
    let forbidden = check(&game("h8 a1 h9 a2 i7 a15 j7 b15 h7", Outcome::Draw), Rule::Renju);
    assert!(matches!(forbidden, Err(Fault::Illegal(8, _))), "{forbidden:?}");
}

#[test]
fn mirror_images_are_counted_once() {
    let size = BoardSize::square(15);
    let original = game(BLACK_WINS, Outcome::Win(Color::Black));
    let turn = |game: &Game, symmetry: Symmetry| {
        let map = |point: Point| symmetry.apply(point, size);
        let plies = game.plies.iter().map(|ply| {
            let searched = ply.searched.map(|mut searched| {
                searched.best = map(searched.best);
                searched
            });
            Ply { point: map(ply.point), searched }
        });
        Game { plies: plies.collect(), ..game.clone() }
    };
    let games: Vec<Game> = Symmetry::all(size).map(|symmetry| turn(&original, symmetry)).collect();
    let header = Header {
        rule: "freestyle".to_owned(),
        size: (15, 15),
        engine: String::new(),
        seed: 0,
        first_game: 0,
        games: 8,
        settings: Settings::with_nodes(100),
    };
    let (rule, damage) = (Rule::Freestyle, Vec::new());
    let shard = Shard { header, rule, size, games, damage, whole_bytes: 0 };
    let mut checker = Checker::default();
    checker.add(&shard, &mut |game, fault| assert!(game.number > 0, "{fault}"));
    let (_, count) = checker.counts().next().expect("there is one rule");
    assert_eq!((count.games, count.duplicate_games), (8, 7));
    assert_eq!((count.positions, count.distinct), (72, 9));
    assert_eq!(count.outcomes, [8, 0, 0]);
    assert!(count.is_sound());
}
