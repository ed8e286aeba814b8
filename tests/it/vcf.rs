//! Tests of the VCF solver on positions with known answers, from the folder of test data.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use dolmen::rules::Rule;
use dolmen::solver::{Proof, Vcf};
use dolmen::threats::ThreatBoard;
use serde::Deserialize;

use crate::data::{Cell, check_file, note, point, position};
use crate::fours::check_variation;

/// The node limit of an item: ten times the nodes of the hardest one.
const MAX_NODES: u64 = 50_000;

/// The base-2 logarithm of the number of positions that the solver remembers.
const MEMORY_BITS: u32 = 16;

#[derive(Deserialize)]
struct VcfItem {
    id: String,
    rule: String,
    size: usize,
    black: Vec<Cell>,
    white: Vec<Cell>,
    to_move: String,
    expected: Expected,
    status: String,
}

#[derive(Deserialize)]
struct Expected {
    win: bool,
    #[serde(default)]
    first: Vec<Cell>,
    #[serde(default)]
    first_complete: bool,
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn known_positions() {
    // The number of items by rule, status and whether there is a win.
    let counts: RefCell<BTreeMap<String, usize>> = RefCell::default();
    let times: RefCell<Vec<Duration>> = RefCell::default();
    check_file("vcf.jsonl", |item: &VcfItem| {
        let wrong = |what: String| Err(format!("{}: {what}", item.id));
        let rule: Rule = item.rule.parse().expect("a rule");
        let mut board = position(item.size, &item.black, &item.white);
        board.set_side_to_move(item.to_move.parse().expect("a colour"));
        let started = Instant::now();
        let mut threats = ThreatBoard::new(&board, rule);
        let proof = Vcf::new(MEMORY_BITS).solve(&mut threats, MAX_NODES);
        match (proof, item.expected.win) {
            (Proof::Win(variation), true) => {
                times.borrow_mut().push(started.elapsed());
                if let Err(error) = check_variation(&board, rule, &variation) {
                    return wrong(format!("{variation:?}: {error}\n{board}"));
                }
                let known: Vec<_> = item.expected.first.iter().copied().map(point).collect();
                if item.expected.first_complete && !known.contains(&variation[0]) {
                    return wrong(format!("{} is not one of {known:?}\n{board}", variation[0]));
                }
            }
            (Proof::NoWin, false) => {}
            (proof, expected) => return wrong(format!("{proof:?}, win: {expected}\n{board}")),
        }
        let kind = format!("{} {} win: {}", item.rule, item.status, item.expected.win);
        *counts.borrow_mut().entry(kind).or_default() += 1;
        Ok(())
    });
    for (kind, count) in counts.take() {
        note(&format!("  {kind}: {count}"));
    }
    let mut times = times.take();
    times.sort();
    if let (Some(median), Some(last)) = (times.get(times.len() / 2), times.last()) {
        let high = times[times.len() * 99 / 100];
        note(&format!("  a win takes {median:?} (median), {high:?} (99 %), {last:?} at most"));
    }
}
