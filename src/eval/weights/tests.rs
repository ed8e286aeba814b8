//! Tests that groups are numbered without gaps, that files of weights survive writing and reading,
//! and that damaged ones are refused.

use std::sync::Arc;

use crate::board::{Color, PerColor};
use crate::eval::line_network::testing::{arbitrary_network, arbitrary_policy};
use crate::eval::network::Network;
use crate::eval::weights::file::MAGIC;
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
    for (rule, colors_differ) in [(Rule::Renju, true), (Rule::Omok, false)] {
        let network = weights.lines[rule.index()].as_ref().expect("it is there");
        let policy = arbitrary_policy(&network.dictionary, colors_differ);
        weights.policies[rule.index()] = Some(Arc::new(policy));
    }
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
fn policies_need_a_line_network() {
    let bytes = weights().to_bytes();
    let (length, rest) = bytes[MAGIC.len() + 4..].split_first_chunk().expect("it has a header");
    let (header, body) = rest.split_at(u32::from_le_bytes(*length) as usize);
    let header = String::from_utf8_lossy(header);
    let (start, policies) = header.split_once("\"policies\":").expect("the header lists them");
    let header = format!("{start}\"policies\":{}", policies.replacen("renju", "caro6", 1));
    let rest = [&(header.len() as u32).to_le_bytes(), header.as_bytes(), body].concat();
    let checksum = crc32fast::hash(&rest).to_le_bytes();
    let error = Weights::from_bytes(&[MAGIC, &checksum, &rest].concat());
    let error = error.expect_err("the network is missing");
    assert!(error.to_string().contains("policy of caro6: there is no line network"), "{error}");
}

#[test]
fn one_rule_is_read_without_the_others() {
    let (bytes, all) = (weights().to_bytes(), weights());
    for rule in Rule::ALL {
        let one = Weights::read(&bytes, |other| other == rule).expect("they are weights");
        assert_eq!((&one.command, &one.notes), (&all.command, &all.notes));
        for other in Rule::ALL {
            let place = other.index();
            let is_wanted = other == rule;
            assert_eq!(one.rules[place], all.rules[place].clone().filter(|_| is_wanted));
            assert_eq!(one.lines[place], all.lines[place].clone().filter(|_| is_wanted));
            assert_eq!(one.policies[place], all.policies[place].clone().filter(|_| is_wanted));
        }
    }
}

#[test]
fn lengths_in_the_header_are_checked() {
    let bytes = weights().to_bytes();
    let (length, rest) = bytes[MAGIC.len() + 4..].split_first_chunk().expect("it has a header");
    let (header, body) = rest.split_at(u32::from_le_bytes(*length) as usize);
    let header = String::from_utf8_lossy(header);
    let lines =
        weights().lines[Rule::Renju.index()].as_ref().expect("it is there").to_bytes().len();
    for (other, reason) in [
        (lines + 2, "the line network of renju has 2 bytes more than it needs"),
        (lines - 2, "in the line network of renju: there are too few numbers"),
        (usize::MAX, "the number of weights does not match the header"),
    ] {
        let header = header.replacen(&lines.to_string(), &other.to_string(), 1);
        let rest = [&(header.len() as u32).to_le_bytes(), header.as_bytes(), body].concat();
        let checksum = crc32fast::hash(&rest).to_le_bytes();
        let error = Weights::from_bytes(&[MAGIC, &checksum, &rest].concat());
        let error = error.expect_err("a length is wrong").to_string();
        assert!(error.ends_with(reason), "{error}");
    }
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
        let file = [MAGIC, &checksum, &rest].concat();
        let read = Weights::from_bytes(&file);
        assert!(matches!(read, Err(ReadWeightsError::Invalid(_))), "{header}: {read:?}");
    }
}

#[test]
fn damage_is_refused() {
    let bytes = weights().to_bytes();
    assert_eq!(Weights::from_bytes(b"GIF89a"), Err(ReadWeightsError::Foreign));
    assert_eq!(Weights::from_bytes(b""), Err(ReadWeightsError::Foreign));
    for version in ["5", "7"] {
        let other = Weights::from_bytes(format!("dolmen weights {version}\n....").as_bytes());
        assert_eq!(other, Err(ReadWeightsError::Version(version.to_owned())));
    }
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
        assert!(matches!(read, Err(ReadWeightsError::Invalid(_))), "{place}: {read:?}");
    }
}
