//! Marks come and go with the searches that they stand for.

use crate::board::Key;
use crate::search::busy::{Busy, PLACES};

#[test]
fn a_position_is_there_from_entering_to_leaving() {
    let (busy, key, other) = (Busy::default(), Key(5), Key(6));
    assert!(!busy.contains(key));
    busy.enter(key);
    assert!(busy.contains(key) && !busy.contains(other));
    busy.leave(other);
    assert!(busy.contains(key));
    busy.leave(key);
    assert!(!busy.contains(key));
}

#[test]
fn leaving_does_not_erase_who_came_after() {
    let (busy, first) = (Busy::default(), Key(7));
    let second = Key(7 + (PLACES as u64));
    busy.enter(first);
    busy.enter(second);
    busy.leave(first);
    assert!(busy.contains(second) && !busy.contains(first));
}
