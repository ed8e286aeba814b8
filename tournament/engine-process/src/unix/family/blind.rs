//! Stands in for `/proc` on systems that have none: nothing is known of processes.
//!
//! Invariant: nobody is ever found, so all rests on signals to the group.

use super::Memory;
use rustix::process::Pid;
use std::time::Duration;

/// One process of the system; there never is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pub(super) pid: Pid,
    pub(super) parent: Pid,
    pub(super) group: Pid,
    pub(super) threads: usize,
    pub(super) born: u64,
    pub(super) own_time: Duration,
    pub(super) children_time: Duration,
}

impl Process {
    pub(super) fn is_dead(&self) -> bool {
        true
    }

    pub(super) fn is_running(&self) -> bool {
        false
    }
}

/// Nobody.
pub(super) fn all() -> Vec<Process> {
    Vec::new()
}

/// Nothing.
pub(super) fn memory(_pid: Pid) -> Memory {
    Memory::default()
}

/// Nothing.
pub(super) fn scheduled(_pid: Pid) -> Duration {
    Duration::ZERO
}

/// None.
pub(super) fn sockets(_pid: Pid) -> usize {
    0
}
