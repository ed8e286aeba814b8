//! Tests of plans: the pairings, which are the same in every run, and the settings on which the id depends.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::Duration;

use dolmen::board::BoardSize;

use crate::config::{Config, Format};
use crate::openings::Opening;
use crate::plan::{Canonical, Identity, Plan, Shard, identify, mix};
use crate::testing::{config, engine, identities};

fn plan(config: &Config) -> Plan {
    Plan::new(config, &identities(config))
}

/// A tournament of these engines with this many openings.
fn tournament(engines: usize, openings: usize, format: Format) -> Config {
    let mut config = config(engines, 100);
    config.conditions.format = format;
    config.openings =
        (0..openings).map(|i| Opening { name: i.to_string(), moves: Vec::new() }).collect();
    config
}

#[test]
fn mixing_never_changes() {
    // The first outputs of SplitMix64 from 0, as a check of the function itself.
    assert_eq!(super::finish(0), 0xe220_a839_7b1d_cdaf);
    assert_eq!(super::finish(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    assert_eq!(mix(0, 0, 0), super::finish(super::finish(super::finish(0))));
    let values: HashSet<u64> = (0..1000)
        .flat_map(|index| [mix(1, 0, index), mix(1, 1, index), mix(2, 0, index)])
        .collect();
    assert_eq!(values.len(), 3000);
}

#[test]
fn all_engines_meet_in_each_round() {
    let plan = plan(&tournament(5, 3, Format::RoundRobin));
    assert_eq!(plan.pairs.len(), 10 * 100);
    for round in plan.pairs.chunks(10) {
        let met: HashSet<_> = round.iter().map(|pair| (pair.first, pair.second)).collect();
        assert_eq!(met.len(), 10);
        assert!(met.iter().all(|(first, second)| first < second && *second < 5));
        let places: HashSet<_> = round.iter().map(|pair| (pair.opening, pair.symmetry)).collect();
        assert_eq!(places.len(), 1, "a round has one opening");
    }
}

#[test]
fn in_a_gauntlet_the_first_meets_all_others() {
    let plan = plan(&tournament(5, 3, Format::Gauntlet));
    assert_eq!(plan.pairs.len(), 4 * 100);
    for round in plan.pairs.chunks(4) {
        let met: Vec<_> = round.iter().map(|pair| (pair.first, pair.second)).collect();
        assert_eq!(met, [(0, 1), (0, 2), (0, 3), (0, 4)]);
    }
}

#[test]
fn a_pair_swaps_colours_and_nothing_else() {
    let plan = plan(&tournament(3, 3, Format::RoundRobin));
    let games: Vec<_> = plan.games().collect();
    assert_eq!(games.len(), plan.len());
    for pair in games.chunks(2) {
        let [one, two] = pair else { panic!("games come in pairs") };
        assert_eq!((one.black, one.white), (two.white, two.black));
        assert_eq!((one.opening, one.symmetry), (two.opening, two.symmetry));
        assert_eq!((one.id.pair, one.id.game, two.id.game), (two.id.pair, 0, 1));
        assert_eq!(plan.game(one.id), Some(*one));
        assert_eq!(plan.game(two.id), Some(*two));
    }
    let seeds: HashSet<_> = games.iter().map(|game| game.seed).collect();
    assert_eq!(seeds.len(), games.len());
    assert!(seeds.iter().all(|seed| *seed < 1 << 31));
}

#[test]
fn all_symmetries_are_used_before_one_comes_again() {
    let plan = plan(&tournament(2, 3, Format::RoundRobin));
    let laps = 8 * 3;
    let places: HashSet<_> =
        plan.pairs[..laps].iter().map(|pair| (pair.opening, pair.symmetry)).collect();
    assert_eq!(places.len(), laps);
    assert!(plan.pairs[..3].iter().all(|pair| pair.symmetry == 0), "first as they are written");
    let mut straight = tournament(2, 3, Format::RoundRobin);
    straight.conditions.transform = false;
    assert!(
        super::Plan::new(&straight, &identities(&straight)).pairs.iter().all(|p| p.symmetry == 0)
    );
    let order = |opening: usize| -> Vec<u8> {
        let pairs = plan.pairs[..laps].iter().filter(|pair| pair.opening == opening);
        pairs.map(|pair| pair.symmetry).collect()
    };
    assert_ne!(order(0), order(1));
}

#[test]
fn without_second_games_colours_and_openings_are_balanced() {
    for openings in [1, 2, 3] {
        let mut config = tournament(4, openings, Format::RoundRobin);
        config.conditions.repeat = false;
        let plan = plan(&config);
        assert_eq!(plan.len(), plan.pairs.len());
        let mut blacks: HashMap<(usize, usize, usize), i32> = HashMap::new();
        for game in plan.games() {
            let (low, high) = (game.black.min(game.white), game.black.max(game.white));
            let sign = if game.black == low { 1 } else { -1 };
            *blacks.entry((low, high, game.opening)).or_default() += sign;
        }
        assert!(blacks.values().all(|sum| sum.abs() <= 2), "{openings} openings: {blacks:?}");
    }
}

#[test]
fn more_pairs_change_no_pair() {
    let mut config = tournament(4, 3, Format::RoundRobin);
    let long = plan(&config);
    config.pairs = 7;
    config.concurrency = 9;
    let short = plan(&config);
    assert_eq!(short.id, long.id);
    assert_eq!(short.pairs, long.pairs[..short.pairs.len()]);
}

#[test]
fn the_id_follows_whatever_matters() {
    let base = tournament(2, 3, Format::RoundRobin);
    let id = plan(&base).id;
    assert_eq!(id.len(), 64);
    assert_eq!(plan(&base).id, id);
    let check = |what: &str, change: &dyn Fn(&mut Config)| {
        let mut config = base.clone();
        change(&mut config);
        assert_ne!(plan(&config).id, id, "{what}");
    };
    check("seed", &|config| config.conditions.seed += 1);
    check("size", &|config| config.conditions.size = BoardSize::square(20));
    check("openings", &|config| {
        config.openings.pop();
    });
    check("limits", &|config| config.engines[1].limits.turn = Some(Duration::from_millis(7)));
    check("options", &|config| {
        config.engines[0].options.push(("a".to_owned(), "b".to_owned()));
    });
    check("repeat", &|config| config.conditions.repeat = false);
    let other = Plan::new(
        &base,
        &[
            identities(&base)[0].clone(),
            Identity { name: "B".to_owned(), hash: "other".to_owned() },
        ],
    );
    assert_ne!(other.id, id, "programs");
}

#[test]
fn an_engine_is_its_programs() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("the folder can be written");
        path.to_str().expect("the path is text").to_owned()
    };
    let mut engine = engine("A");
    let mut hash = |command: &[&str]| {
        engine.command = command.iter().map(|word| (*word).to_owned()).collect();
        identify(&engine).map(|identity| identity.hash).map_err(|error| error.to_string())
    };
    let (one, two) = (file("one", "abc"), file("two.exe", "x"));
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(hash(&[&one]).as_deref(), Ok(abc));
    assert_eq!(hash(&[&one, "-x", "3"]).as_deref(), Ok(abc));
    let with_second = hash(&[&one, &two]);
    assert!(with_second.is_ok());
    assert_ne!(with_second.as_deref(), Ok(abc));
    file("two.exe", "y");
    assert_ne!(hash(&[&one, &two]), with_second);
    let missing = hash(&["./not-there"]).expect_err("there is no such program");
    assert!(missing.starts_with("engine A: program ./not-there: "), "{missing}");
}

#[test]
fn shards_are_parts_of_one_plan() {
    let whole = plan(&tournament(3, 2, Format::RoundRobin));
    for count in 1..=5 {
        let shards = (0..count).filter_map(|index| Shard::new(index, count));
        let parts: Vec<Plan> = shards.map(|shard| whole.clone().shard(shard)).collect();
        for (index, part) in (0..).zip(&parts) {
            assert_eq!((&part.id, part.total), (&whole.id, whole.total));
            for task in whole.games() {
                let is_here = task.id.pair % count == index;
                assert_eq!(part.game(task.id), is_here.then_some(task));
            }
        }
        assert_eq!(parts.iter().map(Plan::len).sum::<usize>(), whole.len());
    }
}

#[test]
fn a_plan_follows_from_its_fixed_form() {
    for format in [Format::RoundRobin, Format::Gauntlet] {
        let whole = plan(&tournament(4, 3, format));
        let again = Plan::of(whole.canonical.clone(), whole.total);
        assert_eq!(again.as_ref(), Some(&whole));
    }
    let form = plan(&tournament(2, 1, Format::RoundRobin)).canonical;
    assert_eq!(Plan::of(Canonical { engines: Vec::new(), ..form.clone() }, 1), None);
    assert_eq!(Plan::of(Canonical { openings: Vec::new(), ..form }, 1), None);
}
