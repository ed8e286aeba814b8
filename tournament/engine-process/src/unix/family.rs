//! The processes of one engine: the group of its first process, and that process's
//! descendants, who may have left the group.
//!
//! Invariant: only processes of the engine are ever signalled or reaped. A number is used
//! right after it was seen with its parent, its group or its time of birth.

#[cfg(target_os = "linux")]
mod proc;
#[cfg(not(target_os = "linux"))]
#[path = "family/blind.rs"]
mod proc;

use crate::process::Usage;
use proc::Process;
use rustix::process::{Pid, Signal, WaitOptions};
use std::time::Duration;

/// Finds the processes of one engine.
#[derive(Debug)]
pub(crate) struct Family {
    leader: Pid,
    /// Descendants that were seen outside the group: number and time of birth.
    runaways: Vec<(Pid, u64)>,
}

impl Family {
    pub(crate) fn new(leader: Pid) -> Self {
        Self { leader, runaways: Vec::new() }
    }

    /// The members of the group that are neither stopped nor dead.
    pub(crate) fn running_in_group(&self) -> usize {
        let all = proc::all();
        all.iter().filter(|one| one.group == self.leader && one.is_running()).count()
    }

    /// What the live members use; the dead only count for their processor time.
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

    /// How many members live besides the first process.
    pub(crate) fn others(&mut self) -> usize {
        self.look().iter().filter(|one| one.pid != self.leader && !one.is_dead()).count()
    }

    /// Kills the members outside the group, reaps the dead ones that are our children, and
    /// says how many besides the first process live or may soon become our children.
    pub(crate) fn kill_and_reap_others(&mut self) -> usize {
        let own = rustix::process::getpid();
        let mut left = 0;
        for one in self.look() {
            if one.pid == self.leader {
                continue;
            }
            if !one.is_dead() {
                left += 1;
                if one.group != self.leader {
                    // Its only failure is that the process has just ended.
                    let _ = rustix::process::kill_process(one.pid, Signal::KILL);
                }
            } else if one.parent == own {
                // The process is a zombie of ours: waiting for it cannot fail.
                let _ = rustix::process::waitpid(Some(one.pid), WaitOptions::NOHANG);
            }
        }
        left
    }

    /// Reaps the first process and what else of the group is our child.
    pub(crate) fn reap_all(&self) {
        while let Ok(Some(_)) = rustix::process::waitpgid(self.leader, WaitOptions::NOHANG) {}
    }

    /// The members, while those outside the group are noted for later.
    fn look(&mut self) -> Vec<Process> {
        let members = self.members();
        for one in members.iter().filter(|one| one.group != self.leader) {
            if !self.runaways.contains(&(one.pid, one.born)) {
                self.runaways.push((one.pid, one.born));
            }
        }
        members
    }

    fn members(&self) -> Vec<Process> {
        let all = proc::all();
        let mut is_member: Vec<bool> = all
            .iter()
            .map(|one| one.group == self.leader || self.runaways.contains(&(one.pid, one.born)))
            .collect();
        // A child can stand before its parent in the list, so this goes on until nothing changes.
        loop {
            let mut found = false;
            for index in 0..all.len() {
                if is_member[index] {
                    continue;
                }
                let parent = all.iter().position(|other| other.pid == all[index].parent);
                if parent.is_some_and(|parent| is_member[parent]) {
                    is_member[index] = true;
                    found = true;
                }
            }
            if !found {
                break;
            }
        }
        let members = all.into_iter().zip(is_member).filter(|(_, is_member)| *is_member);
        members.map(|(one, _)| one).collect()
    }
}

/// Memory of one process, in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    resident: u64,
    peak: u64,
}

impl Process {
    fn cpu(&self) -> Duration {
        // The ticks know of threads that have ended, the schedule is exact.
        self.own_time.max(proc::scheduled(self.pid)) + self.children_time
    }
}
