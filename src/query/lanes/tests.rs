//! Tests that the lanes agree with the definition on all lines up to length 13 and on random longer
//! ones, under every line rule.

use std::ops::RangeInclusive;

use crate::board::BoardSize;
use crate::board::lines::LINE_MARGIN;
use crate::processor::lines::REACH;
use crate::query::lanes::{LANES, LaneRules, Lanes, shapes};
use crate::rules::LineRule;
use crate::rules::shape::{Definition, Line, bits};

/// Compares the shapes of all empty cells for each set of own stones.
fn check_lines(rule: LineRule, cells: u32, opponent: u32, own: &[u32], slow: &mut Definition) {
    let mut lanes = Lanes { own: [0; LANES], opponent: [opponent; LANES], cells: [cells; LANES] };
    for own in own.chunks(LANES) {
        lanes.own[..own.len()].copy_from_slice(own);
        let rules = LaneRules::per_color(rule, rule);
        let fast = shapes(&lanes, &rules);
        for (lane, &own) in own.iter().enumerate() {
            let line = Line { cells, own, opponent };
            for cell in bits(line.empty()) {
                let bit = cell.trailing_zeros();
                let expected = slow.shape(own, cell);
                assert_eq!(fast.shape(lane, bit), expected, "{rule:?} {line:?} cell {bit}");
            }
            let taken = cells & !line.empty();
            assert!(bits(taken | !cells).all(|cell| fast.number(lane, cell.trailing_zeros()) == 0));
        }
    }
}

/// Returns all subsets of a set of cells.
fn subsets(of: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0_u32);
    std::iter::from_fn(move || {
        let subset = next?;
        next = (subset != of).then(|| subset.wrapping_sub(of) & of);
        Some(subset)
    })
}

fn check_every_line(rule: LineRule, length: usize) {
    let cells = ((1 << length) - 1) << LINE_MARGIN;
    for opponent in subsets(cells) {
        let mut slow = Definition::new(rule, cells, opponent);
        let own: Vec<u32> = subsets(cells & !opponent).collect();
        check_lines(rule, cells, opponent, &own, &mut slow);
    }
}

fn check_every_rule(lengths: RangeInclusive<usize>) {
    // The short lengths take little time beside the longest one.
    std::thread::scope(|scope| {
        for rule in LineRule::ALL {
            let lengths = lengths.clone();
            scope.spawn(move || lengths.for_each(|length| check_every_line(rule, length)));
        }
    });
}

#[test]
fn every_line_up_to_length_11() {
    check_every_rule(5..=11);
}

#[test]
#[ignore = "slow: eight times as many lines"]
fn every_line_of_lengths_12_and_13() {
    check_every_rule(12..=13);
}

#[test]
fn a_stone_changes_no_shape_beyond_its_reach() {
    let mut random = fastrand::Rng::with_seed(16);
    for _ in 0..20_000 {
        let cells = ((1 << random.u32(5..=22)) - 1) << LINE_MARGIN;
        let own = random.u32(..) & random.u32(..) & cells;
        let opponent = random.u32(..) & random.u32(..) & cells & !own;
        let line = Line { cells, own, opponent };
        let empty: Vec<u32> = bits(line.empty()).collect();
        let Some(&stone) = random.choice(&empty) else { continue };
        let rule = *random.choice(&LineRule::ALL).expect("there are rules");
        let rules = LaneRules::per_color(rule, rule);
        let lines = [line, line.with_own(stone), line.with_opponent(stone)];
        let word = |of: fn(&Line) -> u32| std::array::from_fn(|lane| lines.get(lane).map_or(0, of));
        let lanes = Lanes {
            own: word(|line| line.own),
            opponent: word(|line| line.opponent),
            cells: word(|line| line.cells),
        };
        let planes = shapes(&lanes, &rules);
        let stone = stone.trailing_zeros();
        for bit in empty.iter().map(|cell| cell.trailing_zeros()) {
            if bit.abs_diff(stone) > REACH {
                let [before, after @ ..] = [0, 1, 2].map(|lane| planes.number(lane, bit));
                assert_eq!(after, [before; 2], "{rule:?} {line:?} stone {stone} cell {bit}");
            }
        }
    }
}

#[test]
fn random_lines_of_every_length() {
    let seed = 11;
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..1_500 {
        let length = random.usize(14..=BoardSize::MAX);
        let mut line = [0_u32; 3];
        let dead_share = if random.bool() { 0.0 } else { 0.05 };
        let empty_share = 0.2 + 0.4 * random.f64();
        for cell in 0..length {
            let kind = match random.f64() {
                share if share < dead_share => continue,
                share if share < dead_share + empty_share => 0,
                _ => random.usize(1..=2),
            };
            line[kind] |= 1 << (cell + LINE_MARGIN);
        }
        let [empty, own, opponent] = line;
        for rule in LineRule::ALL {
            let cells = empty | own | opponent;
            let mut slow = Definition::new(rule, cells, opponent);
            check_lines(rule, cells, opponent, &[own], &mut slow);
        }
    }
}
