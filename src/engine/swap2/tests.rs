//! Tests of the swap2 decisions and of the openings on boards of all sizes.

use crate::board::{BoardSize, Point};
use crate::engine::Engine;
use crate::engine::swap2::{
    Answer, Negotiation, OPENINGS, Stage, UnexpectedStones, negotiate, opening,
};
use crate::game::Game;
use crate::rules::Rule;
use crate::search::{Control, Limits, Request, Silent};

fn decide(size: BoardSize, stones: Vec<Point>) -> Answer {
    let mut engine = Engine::default();
    let game = Game::new(Rule::Freestyle, size);
    let request = Request::new(Limits { nodes: Some(200), ..Limits::unlimited() });
    let stage = Stage::of(stones).expect("0, 3 or 5 stones");
    let Negotiation { answer, .. } = negotiate(
        &mut engine,
        &game,
        &stage,
        &request,
        &Control::without_clock(),
        &mut Silent,
        Engine::think,
    )
    .expect("the board is not full");
    answer
}

#[test]
fn openings_are_three_points_of_every_board() {
    for width in BoardSize::MIN..=BoardSize::MAX {
        for height in [BoardSize::MIN, 15, BoardSize::MAX] {
            let size = BoardSize::new(width as i64, height as i64).expect("sides are in range");
            for seed in 0..50 {
                let [first, second, third] = opening(0, size, Some(seed));
                let on_board = |point: Point| size.points().any(|other| other == point);
                assert!([first, second, third].into_iter().all(on_board), "{size}, seed {seed}");
                assert!(first != second && second != third && third != first);
            }
        }
    }
}

#[test]
fn seeds_vary_the_opening() {
    let size = BoardSize::square(15);
    let mut openings: Vec<_> = (0..48).map(|seed| opening(0, size, Some(seed))).collect();
    openings.sort();
    openings.dedup();
    assert!(openings.len() > OPENINGS.len(), "{} openings", openings.len());
}

#[test]
fn every_stage_is_answered() {
    for size in [BoardSize::square(5), BoardSize::square(15), BoardSize::square(22)] {
        let Answer::Open(stones) = decide(size, Vec::new()) else {
            panic!("an opening was asked for");
        };
        for more in [vec![], vec![Point::new(3, 4), Point::new(0, 0)]] {
            let stones: Vec<Point> = stones.iter().copied().chain(more).collect();
            match decide(size, stones.clone()) {
                Answer::Swap => {}
                Answer::Stay(point) => assert!(!stones.contains(&point), "{point} is occupied"),
                Answer::Open(_) => panic!("the opening is already there"),
            }
        }
    }
}

#[test]
fn other_numbers_of_stones() {
    for count in [1, 2, 4, 6] {
        let stones = (0..count).map(|column| Point::new(column, 0)).collect();
        assert_eq!(Stage::of(stones), Err(UnexpectedStones(count)));
    }
}
