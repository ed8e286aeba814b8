//! Tests of the measurements with made-up searches and with real ones.

use std::path::PathBuf;

use dolmen::game::Game;
use dolmen::rules::Rule;
use dolmen::search::{MarginOverrides, NodeCensus, NodeKind};

use crate::estimate::Estimate;
use crate::label::foreign::ForeignFile;
use crate::store::{Shard, games_files};
use crate::tree::draw::Wanted;
use crate::tree::growth::{Growth, Iterations};
use crate::tree::sight::{Forecast, losses};

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
    let iterations = Iterations::of(&game, 20_000, MarginOverrides::default());
    assert!(iterations.nodes.is_sorted() && iterations.nodes.len() > 4, "{iterations:?}");
    let all = iterations.census.total();
    assert!((19_000..=20_100).contains(&all), "{all}");
    assert!(NodeKind::ALL.iter().all(|&kind| iterations.census.nodes(kind) > 0), "{iterations:?}");
    let mut growth = Growth::default();
    growth.add(&iterations, 20_000);
    assert_eq!(growth.positions, 1);
    assert!(growth.gain().mean > 1.0, "{growth}");
    assert!(growth.factor().is_some_and(|factor| factor < 10.0), "{growth}");
    assert!(iterations.lasted(20_000));
    assert!(!iterations.lasted(1_000_000), "a search that ends early does not count");
}

#[test]
fn gains_have_errors() {
    // Ten times the nodes add two plies in the first search and four in the second.
    let of = |nodes: &[u64]| Iterations {
        nodes: nodes.to_vec(),
        selective_depth: 5,
        census: NodeCensus::default(),
    };
    let mut growth = Growth::default();
    growth.add(&of(&[100, 300, 1_000]), 1_000);
    growth.add(&of(&[100, 200, 400, 800, 1_000]), 1_000);
    assert_eq!(growth.gain(), Estimate { mean: 3.0, error: 1.0 });
    assert_eq!(Growth::default().factor(), None);
    let factor = growth.factor().expect("a gain of three plies has a factor");
    assert!((factor - 10.0_f64.powf(1.0 / 3.0)).abs() < 1e-9, "{growth}");
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
    let wanted =
        Wanted { stones: 12..=20, scores: 0..=300, to_end: 400, per_game: 1, count: 5, seed: 1 };
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

#[test]
fn several_positions_of_a_game_are_drawn_in_order() {
    let line = r#"{"rule":"freestyle","size":15,"moves":[[7,7],[0,0],[8,7],[1,0],[9,7],[2,0],[10,7],[3,0],[11,7]],"result":"black","opening_plies":2}"#;
    let path = std::env::temp_dir().join(format!("dolmen-draw-{}.jsonl", std::process::id()));
    std::fs::write(&path, line).expect("the folder is writable");
    let file = ForeignFile::read(&path).expect("the file can be read");
    std::fs::remove_file(&path).expect("the file is there");
    let wanted = Wanted {
        stones: 1..=usize::MAX,
        scores: 0..=i32::MAX,
        to_end: 5,
        per_game: 3,
        count: 10,
        seed: 1,
    };
    let drawn = wanted.draw_foreign(Rule::Freestyle, &file.games);
    let stones: Vec<usize> = drawn.iter().map(|one| one.game.position().history().len()).collect();
    assert_eq!(stones.len(), 3);
    assert!(
        stones.is_sorted() && stones.iter().all(|stones| (4..9).contains(stones)),
        "{stones:?}"
    );
    for (one, stones) in drawn.iter().zip(&stones) {
        assert_eq!((one.of_game, one.result), (0, f64::from(u8::from(stones % 2 == 0))));
    }
    assert!(wanted.draw_foreign(Rule::Renju, &file.games).is_empty());
}

#[test]
fn losses_do_not_depend_on_units() {
    let forecasts = |unit: f64| -> Vec<Forecast> {
        let results =
            [(-3.0, 0.0), (-1.0, 0.0), (-1.0, 1.0), (0.5, 0.5), (1.0, 1.0), (1.0, 0.0), (3.0, 1.0)];
        let forecast = |(score, result)| Forecast { score: score * unit, depth: 1, result };
        results.into_iter().map(forecast).collect()
    };
    let [small, large] = [100.0, 250.0].map(|unit| losses(&forecasts(unit)));
    assert!(small.iter().zip(&large).all(|(a, b)| (a - b).abs() < 0.01), "{small:?} {large:?}");
    // The loss of an uninformative score is the entropy of the results.
    let nothing = losses(&forecasts(0.0));
    assert!(nothing.iter().all(|loss| (loss - 2.0_f64.ln()).abs() < 0.01), "{nothing:?}");
    assert!(small.iter().sum::<f64>() < nothing.iter().sum::<f64>());
}
