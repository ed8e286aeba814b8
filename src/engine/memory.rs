//! The memory of an engine: the results of earlier searches, and when they may be used again.

use crate::board::BoardSize;
use crate::rules::GameRule;
use crate::search::Memory;

/// A memory and the conditions under which it can be used again.
#[derive(Debug)]
pub(super) struct Remembered {
    pub(super) conditions: Conditions,
    pub(super) memory: Memory,
}

/// The conditions of a memory: a search can use it only if its own conditions are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conditions {
    pub(super) rule: GameRule,
    pub(super) size: BoardSize,
    pub(super) max_table_bytes: usize,
}
