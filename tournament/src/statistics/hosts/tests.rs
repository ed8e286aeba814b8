//! Figures about machines, against figures by hand and against chance.

use crate::plan::mix;
use crate::record::{GameRecord, MoveRecord, Score};
use crate::statistics::{Difference, HostFigures};
use crate::store::Header;
use crate::testing::{Tournament, host, negotiated_game};

/// Returns the figures of each machine of a file, in the order of its header.
fn hosts(header: &Header, records: &[GameRecord]) -> Vec<HostFigures> {
    header.host_statistics(records).each
}

fn difference(header: &Header, records: &[GameRecord]) -> Option<Difference> {
    header.host_statistics(records).difference
}

/// A tournament between two engines on these machines, and its games without results.
fn tournament(pairs: u64, machines: usize) -> (Header, Vec<GameRecord>) {
    let tournament = Tournament::new(2, pairs);
    let hosts = (0..machines).map(|index| host(&index.to_string())).collect();
    let games = tournament.records().into_iter();
    let games = games.map(|game| GameRecord { moves: vec![], ..game }).collect();
    (Header { hosts, ..tournament.header("") }, games)
}

/// Lets A have this many points, 0 to 2, in each pair in turn, on this machine.
fn score(games: &mut [GameRecord], points: impl Fn(u64) -> u8, host: impl Fn(u64) -> usize) {
    for game in games {
        let is_black = game.black.name == "A";
        let is_won = game.id.game < points(game.id.pair);
        game.score = if is_won == is_black { Score::Black } else { Score::White };
        game.host = host(game.id.pair);
    }
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9 * other.abs().max(1.0)
}

#[test]
fn a_difference_is_as_by_hand() {
    let (header, mut games) = tournament(6, 2);
    // Half points 4, 4, 2 on machine 0 and 0, 0, 2 on machine 1: the mean is 2, the variance
    // 16/5, and each mean is 4/3 away: χ² = (3 + 3)·(16/9)/(16/5) = 10/3.
    score(&mut games, |pair| [2, 0, 2, 0, 1, 1][pair as usize], |pair| pair as usize % 2);
    let found = difference(&header, &games).expect("there are two machines");
    assert!(close(found.chi_square, 10.0 / 3.0), "{found:?}");
    assert_eq!(found.freedom, 1);
    // 2·(1 − Φ(√(10/3))).
    assert!((found.p - 0.067_889_154_861_829).abs() < 1e-6, "{found:?}");
    // Between two machines, each differs from the other as much as both do.
    for summary in hosts(&header, &games) {
        assert_eq!(summary.difference, Some(found));
        assert_eq!(summary.games, 6);
    }
}

#[test]
fn nothing_to_compare_is_no_difference() {
    let check = |machines: usize, points: fn(u64) -> u8| {
        let (header, mut games) = tournament(6, machines);
        score(&mut games, points, |pair| pair as usize % machines);
        assert_eq!(difference(&header, &games), None);
        assert!(hosts(&header, &games).iter().all(|summary| summary.difference.is_none()));
    };
    check(1, |pair| (pair % 3) as u8);
    check(2, |_| 2);
    let (header, _) = tournament(6, 2);
    assert_eq!(difference(&header, &[]), None);
}

#[test]
fn pairs_of_two_machines_do_not_count() {
    let (header, mut games) = tournament(7, 2);
    score(&mut games, |pair| [2, 0, 2, 0, 1, 1, 2][pair as usize], |pair| pair as usize % 2);
    games[13].host = 1;
    let found = difference(&header, &games).expect("there are two machines");
    assert!(close(found.chi_square, 10.0 / 3.0), "{found:?}");
}

#[test]
fn differences_by_chance_are_called_so() {
    let (mut small, runs) = (0, 400);
    let mut sum = 0.0;
    for run in 0..runs {
        let (header, mut games) = tournament(60, 3);
        score(
            &mut games,
            |pair| (mix(run, 1, pair) % 3) as u8,
            |pair| (mix(run, 2, pair) % 3) as usize,
        );
        let Difference { chi_square, freedom, p } =
            difference(&header, &games).expect("there are three machines");
        assert_eq!(freedom, 2);
        small += u32::from(p < 0.05);
        sum += chi_square;
    }
    // Binomial: 20 of 400, deviation 4.4; the mean of χ² is 2, its deviation here 0.1.
    assert!((7..=33).contains(&small), "{small}");
    assert!((sum / runs as f64 - 2.0).abs() < 0.3, "{sum}");
}

#[test]
fn a_bad_machine_stands_out() {
    let (header, mut games) = tournament(200, 4);
    let host = |pair: u64| pair as usize % 4;
    score(
        &mut games,
        |pair| {
            let worse = if host(pair) == 2 { 2 } else { 0 };
            u8::from(mix(5, 1, pair) % 4 > worse) + u8::from(mix(5, 2, pair) % 4 > worse)
        },
        host,
    );
    let found: Vec<f64> = hosts(&header, &games)
        .iter()
        .map(|summary| summary.difference.expect("there are four machines").p)
        .collect();
    assert!(found[2] < 1e-6, "{found:?}");
    assert!(difference(&header, &games).is_some_and(|difference| difference.p < 1e-6));
}

/// Lets every engine think this long for each of ten moves of a game, and send a message.
fn think(games: &mut [GameRecord], ms: impl Fn(&GameRecord) -> f64, message: Option<&str>) {
    for game in games {
        let ms = ms(game);
        let at =
            |row| MoveRecord { at: (0, row), ms: Some(ms), message: message.map(str::to_owned) };
        game.moves = (0..10).map(at).collect();
    }
}

#[test]
fn speed_is_measured_by_nodes_or_by_limited_moves() {
    let (mut header, mut games) = tournament(4, 2);
    score(&mut games, |_| 1, |pair| pair as usize % 2);
    let ms = |game: &GameRecord| if game.host == 0 { 10.0 } else { 30.0 };
    think(&mut games, ms, None);
    let speeds = |header: &Header, games: &[GameRecord]| -> Vec<Option<f64>> {
        hosts(header, games).iter().map(|summary| summary.speed).collect()
    };
    assert_eq!(speeds(&header, &games), [None, None], "searches end by the clock");
    let [first, second] = hosts(&header, &games).try_into().expect("there are two machines");
    assert_eq!((first.moves, first.time_ms, second.time_ms), (40, 400.0, 1200.0));
    for engine in &mut header.config.engines {
        engine.limits.nodes = Some(1000);
    }
    let found = speeds(&header, &games);
    // 80 moves in 1600 ms are 0.05 in a millisecond; 0.1 and 1/30 there.
    assert!(found.iter().flatten().zip([2.0, 2.0 / 3.0]).all(|(one, two)| close(*one, two)));
    for engine in &mut header.config.engines {
        engine.limits.nodes = None;
    }
    think(&mut games, |_| 20.0, Some("depth 3-5 ev 7 n 4000 n/s 200000 tm 20 pv h8"));
    let found = hosts(&header, &games);
    assert!(found.iter().all(|one| one.nodes_per_second.is_some_and(|n| close(n, 200_000.0))));
    assert!(found.iter().all(|one| one.speed.is_some_and(|speed| close(speed, 1.0))));
}

#[test]
fn the_engine_that_placed_a_stone_thought_about_it() {
    let (mut header, _) = tournament(1, 2);
    header.config.engines[1].limits.nodes = Some(1000);
    let game = |host: usize| {
        let mut game = negotiated_game();
        for played in &mut game.moves {
            played.message = None;
        }
        GameRecord { host, ..game }
    };
    let mut games = [game(0), game(1)];
    // Only the speed of B is known, and its opponent thought about the first stone.
    games[1].moves[0].ms = Some(90.0);
    if let Some(negotiation) = &mut games[1].negotiation {
        negotiation.acts[0].ms = Some(90.0);
    }
    let speeds = hosts(&header, &games).into_iter().map(|one| one.speed);
    assert_eq!(speeds.collect::<Vec<_>>(), [Some(1.0), Some(1.0)]);
}
