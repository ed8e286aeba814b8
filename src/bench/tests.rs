//! Tests that the bench is reproducible and that its positions are legal.

use std::time::Duration;

use crate::bench::{games, run};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rules::Rule;

/// Returns the output of the bench at a depth, without the times.
fn signature(depth: u32) -> String {
    let mut output = Vec::new();
    run(&Evaluator::built_in(), depth, 1, || Duration::ZERO, &mut output)
        .expect("a vector takes everything");
    let text = String::from_utf8(output).expect("the output is text");
    let (nodes, times) = text.split_once("\ntime ").expect("nodes come before times");
    assert!(times.contains("\nnodes per second "), "{text}");
    nodes.to_owned()
}

#[test]
fn two_runs_are_the_same() {
    let first = signature(4);
    assert_eq!(signature(4), first);
    assert_ne!(signature(5), first);
    let count = |line: &str| -> Option<u64> {
        line.strip_suffix(" nodes")?.rsplit(' ').next()?.parse().ok()
    };
    let sum: u64 = first.lines().filter_map(count).sum();
    assert!(first.ends_with(&format!("\nnodes {sum}")), "{first}");
}

#[test]
fn positions_are_legal_and_open() {
    for rule in Rule::ALL {
        assert!(games().any(|game| game.rule().rule == rule), "{rule} has a game");
    }
    for game in games() {
        let (size, rule) = (game.position().size(), game.rule().rule);
        let mut replayed = Game::new(rule, size);
        for stone in game.position().history() {
            replayed.play(stone.point).unwrap_or_else(|error| panic!("{error}: {game}"));
        }
        assert_eq!((replayed.outcome(), &replayed), (None, &game));
    }
}
