//! Tests that positions are marked while they are searched, and no longer.

use crate::board::Key;
use crate::search::searching_table::{MARKS, SearchingTable};

#[test]
fn a_position_is_marked_from_insert_to_remove() {
    let (table, key, other) = (SearchingTable::default(), Key(5), Key(6));
    assert!(!table.contains(key));
    table.insert(key);
    assert!(table.contains(key) && !table.contains(other));
    table.remove(other);
    assert!(table.contains(key));
    table.remove(key);
    assert!(!table.contains(key));
}

#[test]
fn remove_keeps_the_mark_of_another_position() {
    let (table, first) = (SearchingTable::default(), Key(7));
    let second = Key(7 + (MARKS as u64));
    table.insert(first);
    table.insert(second);
    table.remove(first);
    assert!(table.contains(second) && !table.contains(first));
}
