//! Tests that the table returns what was stored, and keeps the more valuable entries.

use crate::board::{Key, Point};
use crate::eval::Score;
use crate::search::table::{Bound, Entry, TranspositionTable};

fn entry(depth: u8) -> Entry {
    Entry {
        best: Some(Point::new(7, 7)),
        score: Score::loss_in(6),
        bound: Bound::Lower,
        eval: Score::new(-123),
        depth,
        was_open: false,
    }
}

#[test]
fn returns_what_was_stored() {
    let table = TranspositionTable::new(1 << 16);
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..1_000 {
        let key = Key(random.u64(..));
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        let stored = Entry {
            best: random.bool().then(|| Point::new(random.usize(0..22), random.usize(0..22))),
            score: [Score::new(random.i32(-400..400)), Score::win_in(random.i32(0..300))]
                [random.usize(0..2)],
            bound: bounds[random.usize(0..3)],
            eval: Score::new(random.i32(-6_000..6_000)),
            depth: random.u8(..),
            was_open: random.bool(),
        };
        table.store(key, stored);
        assert_eq!(table.probe(key), Some(stored));
        assert_eq!(table.probe(Key(key.0 ^ 1)), None);
    }
}

#[test]
fn shallow_entries_give_way() {
    let table = TranspositionTable::new(1);
    for (key, depth) in [(1, 40), (2, 8), (3, 40), (4, 40), (5, 20)] {
        table.store(Key(key), entry(depth));
    }
    let known: Vec<bool> = (1..=5).map(|key| table.probe(Key(key)).is_some()).collect();
    assert_eq!(known, [true, false, true, true, true]);
}

#[test]
fn a_move_survives_a_later_visit_without_one() {
    let table = TranspositionTable::new(1 << 10);
    table.store(Key(9), entry(4));
    table.store(Key(9), Entry { best: None, ..entry(8) });
    assert_eq!(table.probe(Key(9)), Some(entry(8)));
}

/// Other systems may commit the memory at once.
#[cfg(target_os = "linux")]
#[test]
fn a_refused_size_is_halved() {
    let bytes = isize::MAX as usize / 2;
    let table = TranspositionTable::new(bytes);
    assert!(table.bytes() < bytes);
    assert_eq!(table.requested_bytes(), bytes);
    table.store(Key(1), entry(4));
    assert_eq!(table.probe(Key(1)), Some(entry(4)));
}
