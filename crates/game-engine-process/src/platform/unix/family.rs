//! The processes of one engine: the group of its first process, and that process's
//! descendants, which may have left the group.
//!
//! Invariant: only processes of the engine are signalled or reaped. A process number is used
//! right after a scan has matched its parent, its group or its start time.

#[cfg(target_os = "linux")]
mod proc;
#[cfg(not(target_os = "linux"))]
#[path = "family/blind.rs"]
mod proc;

use crate::values::{ThreadTime, ThreadTimes, Usage};
pub(crate) use proc::stolen_time;
use rustix::process::{Pid, Signal, WaitOptions};
use std::time::Duration;

/// Finds the processes of one engine.
#[derive(Debug)]
pub(crate) struct Family {
    leader: Pid,
    /// Descendants found outside the group.
    runaways: Vec<Runaway>,
}

/// A process outside the group. Its start time distinguishes it from a later process of the
/// same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Runaway {
    pid: Pid,
    born: u64,
}

impl Family {
    pub(crate) fn new(leader: Pid) -> Self {
        Self { leader, runaways: Vec::new() }
    }

    /// Counts the members of the group that are neither stopped nor dead.
    pub(crate) fn running_in_group(&self) -> usize {
        let members = proc::group_members(self.leader).into_iter().filter_map(proc::process);
        members.filter(|one| one.group == self.leader && one.is_running()).count()
    }

    /// Returns the usage of the live members; dead ones count only for their processor time.
    pub(crate) fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        for one in self.members() {
            usage.cpu += one.cpu();
            if one.is_dead() {
                continue;
            }
            let memory = proc::memory(one.pid);
            usage.resident += memory.resident;
            usage.peak += memory.peak;
            usage.threads += one.threads;
            usage.processes += 1;
            usage.sockets += proc::sockets(one.pid);
        }
        usage
    }

    /// Returns the times of the threads of the first process and of its descendants. The call is
    /// cheap because it does not search for other members.
    pub(crate) fn thread_times(&self) -> ThreadTimes {
        let mut pids = vec![self.leader];
        let mut next = 0;
        while let Some(&pid) = pids.get(next) {
            pids.extend(proc::children(pid));
            next += 1;
        }
        ThreadTimes::new(pids.into_iter().flat_map(proc::thread_times))
    }

    /// Counts the live members besides the first process.
    pub(crate) fn others(&mut self) -> usize {
        self.scan().iter().filter(|one| one.pid != self.leader && !one.is_dead()).count()
    }

    /// Kills the members outside the group and reaps the dead members that are our children.
    /// Returns the number of members, besides the first process, that were still alive.
    pub(crate) fn kill_and_reap_others(&mut self) -> usize {
        let own = rustix::process::getpid();
        let mut left = 0;
        for one in self.scan() {
            if one.pid == self.leader {
                continue;
            }
            if !one.is_dead() {
                left += 1;
                if one.group != self.leader {
                    // This fails only if the process has just ended.
                    let _ = rustix::process::kill_process(one.pid, Signal::KILL);
                }
            } else if one.parent == own {
                // The process is our zombie: waiting for it cannot fail.
                let _ = rustix::process::waitpid(Some(one.pid), WaitOptions::NOHANG);
            }
        }
        left
    }

    /// Reaps the first process and all other members of the group that are our children.
    pub(crate) fn reap_all(&self) {
        while let Ok(Some(_)) = rustix::process::waitpgid(self.leader, WaitOptions::NOHANG) {}
    }

    /// Returns the members, and remembers those outside the group.
    fn scan(&mut self) -> Vec<Process> {
        let members = self.members();
        for one in members.iter().filter(|one| one.group != self.leader) {
            if !self.runaways.contains(&one.runaway()) {
                self.runaways.push(one.runaway());
            }
        }
        members
    }

    /// Returns the group, the known processes outside it, and the descendants of both. Of other
    /// processes it reads only the group, which keeps a scan cheap on a machine with many
    /// processes.
    fn members(&self) -> Vec<Process> {
        let group = proc::group_members(self.leader).into_iter().filter_map(proc::process);
        let mut members: Vec<Process> = group.filter(|one| one.group == self.leader).collect();
        let runaways = self.runaways.iter().filter_map(|known| proc::process(known.pid));
        for one in runaways {
            if self.runaways.contains(&one.runaway()) {
                add(&mut members, one);
            }
        }
        // The list grows while it is read.
        let mut next = 0;
        while let Some(&Process { pid, .. }) = members.get(next) {
            for child in proc::children(pid).into_iter().filter_map(proc::process) {
                add(&mut members, child);
            }
            next += 1;
        }
        members
    }
}

/// Adds a process unless it is there.
fn add(members: &mut Vec<Process>, one: Process) {
    if members.iter().all(|other| other.pid != one.pid) {
        members.push(one);
    }
}

/// One process of the system.
#[derive(Clone, Copy, Debug)]
struct Process {
    pid: Pid,
    parent: Pid,
    group: Pid,
    /// The letter that `/proc` has for its state.
    state: u8,
    threads: usize,
    /// The start time, in ticks since the system started.
    born: u64,
    /// The processor time of the process, including its ended threads, in whole ticks.
    own_time: Duration,
    /// The processor time of the children that the process has waited for.
    children_time: Duration,
}

/// The memory of one process, in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    resident: u64,
    peak: u64,
}

impl Process {
    fn is_dead(&self) -> bool {
        matches!(self.state, b'Z' | b'X' | b'x')
    }

    fn is_running(&self) -> bool {
        !self.is_dead() && !matches!(self.state, b'T' | b't')
    }

    fn runaway(&self) -> Runaway {
        Runaway { pid: self.pid, born: self.born }
    }

    /// Returns the processor time, including that of ended threads and children.
    fn cpu(&self) -> Duration {
        // The ticks include threads that have ended; the scheduler's figure is exact.
        self.own_time.max(proc::scheduled(self.pid)) + self.children_time
    }
}
