//! Tests of the measurements with made-up searches and with real ones.

use std::path::PathBuf;

use dolmen::game::Game;
use dolmen::rules::Rule;
use dolmen::search::{Margins, NodeCensus, NodeKind};

use crate::store::{Shard, games_files};
use crate::tree::draw::Wanted;
use crate::tree::growth::{Growth, Iterations};

#[test]
fn depths_are_interpolated_on_a_logarithmic_scale() {
    let nodes = vec![10, 100, 1_000];
    let iterations = Iterations { nodes, selective_depth: 5, census: NodeCensus::default() };
    let depths = [5, 10, 100, 316, 1_000, 3_162, 1_000_000].map(|n| iterations.depth_after(n));
    let expected = [0.0, 1.0, 2.0, 2.5, 3.0, 3.5, 3.99];
    assert!(depths.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01), "{depths:?}");
}

#[test]
fn the_kinds_of_all_nodes_are_counted() {
    let game: Game = "freestyle 15x15 h8 i9 h9 h10 g9 i7".parse().expect("a game");
    let iterations = Iterations::of(&game, 20_000, Margins::default());
    assert!(iterations.nodes.is_sorted() && iterations.nodes.len() > 4, "{iterations:?}");
    let all = iterations.census.total();
    assert!((19_000..=20_100).contains(&all), "{all}");
    assert!(NodeKind::ALL.iter().all(|&kind| iterations.census.nodes(kind) > 0), "{iterations:?}");
    let mut growth = Growth::default();
    growth.add(&iterations, 20_000);
    assert_eq!(growth.positions, 1);
    assert!(growth.gain() > 1.0 && growth.factor() < 10.0, "{growth}");
    assert!(iterations.lasted(20_000));
    assert!(!iterations.lasted(1_000_000), "a search that ends early does not count");
}

#[test]
fn draws_keep_to_what_is_wanted() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("sample");
    let files = games_files(&[folder]).expect("the folder can be read");
    let shards = files.iter().map(|file| Shard::read(file).expect("a file of games"));
    let games: Vec<_> = shards
        .filter(|shard| shard.header.rule == Rule::Freestyle.name())
        .flat_map(|shard| shard.games)
        .collect();
    let wanted = Wanted { stones: 12..=20, scores: 0..=300, to_end: 400, count: 5, seed: 1 };
    let drawn = wanted.draw(Rule::Freestyle, &games);
    assert_eq!(drawn.len(), 5);
    for one in &drawn {
        assert!((12..=20).contains(&one.game.position().history().len()), "{}", one.game);
        assert!([0.0, 0.5, 1.0].contains(&one.result));
    }
    let with_seed = |seed| {
        let drawn = Wanted { seed, ..wanted.clone() }.draw(Rule::Freestyle, &games);
        drawn.into_iter().map(|one| one.game).collect::<Vec<Game>>()
    };
    assert_eq!(with_seed(1), with_seed(1));
    assert_ne!(with_seed(1), with_seed(2));
}
