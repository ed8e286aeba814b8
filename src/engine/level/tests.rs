//! Tests that levels see the threats that no player overlooks, vary with the seed, and obey their limits.

use crate::board::{Color, Point};
use crate::engine::level::CHOICES;
use crate::engine::{Engine, Level, Options};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rules::{Outcome, Rule};
use crate::search::{Control, Limits, Request, SearchResult, Silent};
use crate::tests::game;

fn levels() -> impl Iterator<Item = Level> {
    (1..=Level::MAX).filter_map(Level::new)
}

fn think(level: Level, seed: Option<u64>, game: &Game) -> SearchResult {
    let options =
        Options { level: Some(level), seed, max_table: Some(1 << 20), ..Options::default() };
    let request = Request::new(Limits::unlimited());
    let mut engine = Engine::new(Evaluator::built_in(), options);
    let result = engine.think(game, &request, &Control::without_clock(), &mut Silent);
    result.expect("the board has empty points")
}

#[test]
fn every_level_makes_its_five_and_stops_a_five() {
    for rule in Rule::ALL {
        let own = game(&format!("{rule} 15x15 h8 a1 h9 a3 h10 a5 h11 c3"));
        let other = game(&format!("{rule} 15x15 h8 h7 h9 a1 h10 a3 h11"));
        for level in levels() {
            let five = think(level, None, &own).best.to_string();
            assert!(["h7", "h12"].contains(&five.as_str()), "{rule}, {level:?}: {five}");
            let stop = think(level, None, &other).best.to_string();
            let is_stopped = stop == "h12" || matches!(rule, Rule::Caro | Rule::Caro6);
            assert!(is_stopped, "{rule}, {level:?}: {stop}");
        }
    }
}

#[test]
fn every_level_begins_near_the_middle_and_plays_near_other_stones() {
    for size in ["5x5", "15x15", "19x19", "20x20", "22x9"] {
        for (level, seed) in levels().take(8).zip(0..) {
            let mut game = game(&format!("freestyle {size}"));
            let middle = game.position().geometry().center();
            for ply in 0..6 {
                let best = think(level, Some(seed), &game).best;
                let stones = game.position().occupied();
                let nearest = stones.iter().map(|stone| stone.distance(best)).min();
                let (distance, most) = match nearest {
                    None => (best.distance(middle), if size == "5x5" { 1 } else { 2 }),
                    Some(distance) => (distance, if ply == 1 { 1 } else { 2 }),
                };
                assert!(distance <= most, "{size}, {level:?}, ply {ply}: {best}");
                game.play(best).expect("the move is legal");
            }
        }
    }
}

#[test]
fn every_level_wins_against_stones_at_the_edge() {
    let idle = "a1 o15 a15 o1 c1 m15 a9 o9 h1 h15 b4 n12 c13 e1 f14 k1";
    for level in levels().take(8) {
        let mut game = game("freestyle 15x15");
        let mut points = idle.split(' ').map(|name| name.parse().expect("it is a point"));
        let winner = loop {
            let free = points.find(|&point| game.legal_moves().contains(point));
            let point = free.unwrap_or_else(|| panic!("{level:?} has not won"));
            game.play(point).expect("the move is legal");
            game.play(think(level, None, &game).best).expect("the move is legal");
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
        };
        assert_eq!(winner, Outcome::Win(Color::White), "{level:?}");
    }
}

#[test]
fn no_level_plays_a_forbidden_point() {
    check_forbidden(3);
}

#[test]
#[ignore = "slow: the full sample"]
fn no_level_plays_a_forbidden_point_with_any_seed() {
    check_forbidden(8);
}

fn check_forbidden(seeds: u64) {
    let game = game("renju 15x15 g8 a1 i8 a3 h7 a5 h9 a7");
    let forbidden: Point = "h8".parse().expect("it is a point");
    assert!(game.forbidden().contains(forbidden));
    for level in levels() {
        for seed in 0..seeds {
            let best = think(level, Some(seed), &game).best;
            assert!(game.legal_moves().contains(best), "{level:?}, seed {seed}: {best}");
        }
    }
}

#[test]
fn equal_seeds_repeat_a_game_and_others_vary_it() {
    check_variety(8);
}

#[test]
#[ignore = "slow: the full sample"]
fn many_seeds_repeat_a_game_and_others_vary_it() {
    check_variety(16);
}

fn check_variety(seeds: u64) {
    let game = game("standard 15x15 h8 i9 h9 h10 g9 i7");
    let moves = |level: u8| -> Vec<Point> {
        let level = Level::new(level).expect("it is a level");
        (0..seeds).map(|seed| think(level, Some(seed), &game).best).collect()
    };
    for level in [1, 5] {
        let first = moves(level);
        assert_eq!(moves(level), first);
        let mut different = first.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 2, "level {level}: {first:?}");
    }
    let strongest = moves(Level::MAX);
    assert!(strongest.iter().all(|&point| point == strongest[0]), "{strongest:?}");
}

#[test]
fn levels_keep_to_their_nodes_and_a_tighter_limit_counts() {
    let game = game("freestyle 15x15 h8 i9 h9 h10 g9 i7");
    for level in levels() {
        let nodes = think(level, None, &game).summary.nodes;
        // Each line visits a node before it notices that the budget is spent.
        let most = level.abilities().nodes.max(1) + CHOICES as u64;
        assert!(nodes <= most, "{level:?}: {nodes}");
    }
    let options = Options { level: Level::new(9), max_table: Some(1 << 20), ..Options::default() };
    let request = Request::new(Limits { nodes: Some(50), ..Limits::unlimited() });
    let mut engine = Engine::new(Evaluator::built_in(), options);
    let result = engine.think(&game, &request, &Control::without_clock(), &mut Silent);
    assert!(result.expect("the board has empty points").summary.nodes <= 51);
}

#[test]
fn numbers_outside_the_range_are_no_levels() {
    assert_eq!([0, Level::MAX + 1, 255].map(Level::new), [None; 3]);
    assert_eq!(Level::new(Level::MAX).map(Level::number), Some(Level::MAX));
}
