//! Groups are numbered without gaps, files of weights round and refused when damaged.

use std::sync::Arc;

use crate::board::{Color, PerColor};
use crate::eval::line_network::testing::arbitrary_network;
use crate::eval::network::Network;
use crate::eval::weights::{ColorWeights, ReadWeightsError, Weights};
use crate::rules::{Rule, Shape};
use crate::threats::code::{GROUPS, group, sorted_shapes};

#[test]
fn every_group_has_its_number() {
    let numbers: Vec<usize> = sorted_shapes().map(group).collect();
    assert_eq!(numbers.len(), GROUPS);
    let mut sorted = numbers;
    sorted.sort_unstable();
    assert_eq!(sorted, (0..GROUPS).collect::<Vec<_>>());
    let [a, b, c, d] = [Shape::Two, Shape::Four, Shape::None, Shape::OpenThree1];
    assert_eq!(group([a, b, c, d]), group([c, d, b, a]));
}

/// Weights of two rules, one of which tells the colours apart.
fn weights() -> Weights {
    let mut weights = Weights { command: "learn \"C:\\games\"".to_owned(), ..Weights::default() };
    weights.notes = "the \u{e9}migr\u{e9}'s, \u{1f600}\t\u{1}\n".to_owned();
    for rule in [Rule::Standard, Rule::Renju] {
        weights.rules[rule.index()] =
            Some(PerColor::from_fn(|color| ColorWeights::by_hand(rule, color)));
    }
    let renju = weights.rules[Rule::Renju.index()].as_mut().expect("it is there");
    let numbers = (0..Network::NUMBERS).map(|index| (index % 1_000) as i16 - 500);
    let mut network = Network::from_numbers(numbers);
    network.groups.iter_mut().for_each(|rows| rows[0].fill(0));
    network.pairs[0][0].fill(0);
    renju[Color::White].network = Some(network);
    weights.lines[Rule::Renju.index()] = Some(Arc::new(arbitrary_network(true)));
    weights.lines[Rule::Omok.index()] = Some(Arc::new(arbitrary_network(false)));
    weights
}

#[test]
fn files_round() {
    let bytes = weights().to_bytes();
    let read = Weights::from_bytes(&bytes).expect("they are weights");
    assert_eq!(read, weights());
    let renju = read.rules[Rule::Renju.index()].as_ref().expect("it is there");
    assert_ne!(renju[Color::Black], renju[Color::White]);
    assert_eq!(read.rules[Rule::Caro.index()], None);
}

#[test]
fn files_without_line_networks_are_read() {
    let weights = Weights { lines: Default::default(), ..weights() };
    let bytes = weights.to_bytes();
    let header = String::from_utf8_lossy(&bytes[25..]);
    let header = &header[..header.find(",\"lines\":[]}").expect("the header ends with the list")];
    let body = &bytes[25 + header.len() + ",\"lines\":[]}".len()..];
    let header = format!("{header}}}");
    let rest = [&(header.len() as u32).to_le_bytes(), header.as_bytes(), body].concat();
    let checksum = crc32fast::hash(&rest).to_le_bytes();
    let older = [&b"dolmen weights 3\n"[..], &checksum, &rest].concat();
    assert_eq!(Weights::from_bytes(&older), Ok(weights));
}

#[test]
fn the_built_in_file_has_all_rules_and_is_written_as_it_is() {
    let weights = Weights::built_in();
    assert!(weights.to_bytes() == include_bytes!("learned.weights"), "the format has changed");
    assert!(weights.rules.iter().all(Option::is_some));
    assert!(weights.command.starts_with("training "), "{}", weights.command);
}

#[test]
fn headers_without_meaning_are_refused() {
    for header in ["", "[]", "{}", r#"{"command":7,"notes":"","sets":[],"lines":[]}"#] {
        let rest = [&(header.len() as u32).to_le_bytes(), header.as_bytes()].concat();
        let checksum = crc32fast::hash(&rest).to_le_bytes();
        let file = [&b"dolmen weights 4\n"[..], &checksum, &rest].concat();
        let read = Weights::from_bytes(&file);
        assert!(matches!(read, Err(ReadWeightsError::Meaningless(_))), "{header}: {read:?}");
    }
}

#[test]
fn damage_is_refused() {
    let bytes = weights().to_bytes();
    assert_eq!(Weights::from_bytes(b"GIF89a"), Err(ReadWeightsError::Foreign));
    assert_eq!(Weights::from_bytes(b""), Err(ReadWeightsError::Foreign));
    let newer = Weights::from_bytes(b"dolmen weights 5\n....");
    assert_eq!(newer, Err(ReadWeightsError::Version("5".to_owned())));
    for length in (17..bytes.len()).step_by(9_973) {
        assert_eq!(Weights::from_bytes(&bytes[..length]), Err(ReadWeightsError::Damaged));
    }
    for byte in (17..bytes.len()).step_by(9_871) {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 4;
        assert_eq!(Weights::from_bytes(&damaged), Err(ReadWeightsError::Damaged), "byte {byte}");
    }
}

#[test]
fn occupied_points_must_be_worth_nothing() {
    for place in 0..4 {
        let mut weights = weights();
        let set = weights.rules[Rule::Renju.index()].as_mut().expect("it is there");
        let white = &mut set[Color::White];
        let network = white.network.as_mut().expect("it is there");
        match place {
            3 => white.groups[0].to_move = 1,
            2 => network.pairs[0][0][3] = 1,
            side => network.groups[side][0][3] = 1,
        }
        let read = Weights::from_bytes(&weights.to_bytes());
        assert!(matches!(read, Err(ReadWeightsError::Meaningless(_))), "{place}: {read:?}");
    }
}
