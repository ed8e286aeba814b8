//! Replaces `/proc` on systems without it.
//!
//! Invariant: no process is ever found, so only signals to the group take effect.

use super::{Memory, Process, ThreadTime};
use rustix::process::Pid;
use std::time::Duration;

/// Returns no process.
pub(super) fn group_members(_group: Pid) -> Vec<Pid> {
    Vec::new()
}

/// Returns no process.
pub(super) fn children(_pid: Pid) -> Vec<Pid> {
    Vec::new()
}

/// Returns no process.
pub(super) fn process(_pid: Pid) -> Option<Process> {
    None
}

/// Returns no memory.
pub(super) fn memory(_pid: Pid) -> Memory {
    Memory::default()
}

/// Returns no time.
pub(super) fn scheduled(_pid: Pid) -> Duration {
    Duration::ZERO
}

/// Returns no thread.
pub(super) fn thread_times(_pid: Pid) -> Vec<(u32, ThreadTime)> {
    Vec::new()
}

/// Returns no time.
pub(crate) fn stolen_time() -> Vec<(usize, Duration)> {
    Vec::new()
}

/// Returns no socket.
pub(super) fn sockets(_pid: Pid) -> usize {
    0
}
