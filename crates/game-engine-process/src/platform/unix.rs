//! Engines on Unix: process groups, non-blocking pipes, signals.
//!
//! Invariant: the engine's first process leads its group and stays a zombie until
//! [`Platform::clear`] reaps it, so no other process can take the number of the group.

mod family;
mod pump;
mod signals;
mod start;

use crate::command::EngineCommand;
use crate::shared::Shared;
use crate::values::{Exit, SendError, Signal, ThreadTimes, Usage};
use family::Family;
use pump::{Waker, poll_until};
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, WaitOptions};
use start::Started;
use std::io::{self, PipeWriter, Write};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub(crate) use family::stolen_time;
pub(crate) use start::bind_thread;

/// The time that a group may take to stop after SIGSTOP.
const FREEZE_TIMEOUT: Duration = Duration::from_secs(1);
/// The pause between two scans of the system's processes.
const SCAN_INTERVAL: Duration = Duration::from_millis(2);

/// The processes and pipes of one engine.
#[derive(Debug)]
pub(crate) struct Platform {
    leader: Pid,
    input: Option<PipeWriter>,
    waker: Waker,
    pump: Option<JoinHandle<()>>,
    waiter: Option<JoinHandle<()>>,
    family: Family,
}

/// See [`crate::become_subreaper`].
pub(crate) fn become_subreaper() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

impl Platform {
    pub(crate) fn start(command: &EngineCommand, shared: &Arc<Shared>) -> io::Result<Self> {
        let (waker, woken) = Waker::new()?;
        let Started { leader, pipes } = start::start(command)?;
        let mut platform = Self {
            leader,
            input: pipes.input,
            waker,
            pump: None,
            waiter: None,
            family: Family::new(leader),
        };
        let threads = platform
            .spawn_waiter(shared)
            .and_then(|()| pump::spawn(Arc::clone(shared), woken, pipes.output, pipes.errors));
        match threads {
            Ok(pump) => platform.pump = Some(pump),
            Err(error) => {
                platform.signal_group(rustix::process::Signal::KILL)?;
                rustix::process::waitpid(Some(leader), WaitOptions::empty())?;
                return Err(error);
            }
        }
        Ok(platform)
    }

    fn spawn_waiter(&mut self, shared: &Arc<Shared>) -> io::Result<()> {
        let (shared, waker, leader) = (Arc::clone(shared), self.waker.clone(), self.leader);
        let waiter = std::thread::Builder::new().spawn(move || {
            shared.exited(wait_for_exit(leader));
            waker.wake();
        })?;
        self.waiter = Some(waiter);
        Ok(())
    }

    pub(crate) fn id(&self) -> u32 {
        self.leader.as_raw_nonzero().get().unsigned_abs()
    }

    pub(crate) fn send(&mut self, bytes: &[u8], deadline: Instant) -> Result<Instant, SendError> {
        let input = self.input.as_mut().ok_or(SendError::NoInput)?;
        let mut sent = 0;
        loop {
            let before = Instant::now();
            match input.write(&bytes[sent..]) {
                Ok(count) => sent += count,
                Err(error) => match error.kind() {
                    io::ErrorKind::Interrupted => {}
                    io::ErrorKind::BrokenPipe => return Err(SendError::Closed),
                    io::ErrorKind::WouldBlock if before >= deadline => {
                        return Err(SendError::TimedOut { sent, of: bytes.len() });
                    }
                    io::ErrorKind::WouldBlock => {
                        let mut fds = [PollFd::new(input, PollFlags::OUT)];
                        poll_until(&mut fds, Some(deadline)).map_err(SendError::System)?;
                    }
                    _ => return Err(SendError::System(error)),
                },
            }
            if sent == bytes.len() {
                return Ok(before);
            }
        }
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    pub(crate) fn wake(&self) {
        self.waker.wake();
    }

    pub(crate) fn signal(&self, signal: Signal) -> io::Result<()> {
        self.signal_group(match signal {
            Signal::Terminate => rustix::process::Signal::TERM,
            Signal::Interrupt => rustix::process::Signal::INT,
            Signal::Kill => rustix::process::Signal::KILL,
        })
    }

    pub(crate) fn freeze(&self) -> io::Result<()> {
        self.signal_group(rustix::process::Signal::STOP)?;
        let deadline = Instant::now() + FREEZE_TIMEOUT;
        while self.family.running_in_group() > 0 {
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            std::thread::sleep(SCAN_INTERVAL);
        }
        Ok(())
    }

    pub(crate) fn thaw(&self) -> io::Result<()> {
        self.signal_group(rustix::process::Signal::CONT)
    }

    pub(crate) fn usage(&self) -> Usage {
        self.family.usage()
    }

    pub(crate) fn thread_times(&self) -> ThreadTimes {
        self.family.thread_times()
    }

    /// Counts the live processes of the engine besides the first.
    pub(crate) fn others(&mut self) -> usize {
        self.family.others()
    }

    /// Kills and reaps all processes of the engine. Returns whether none is left at the
    /// deadline.
    pub(crate) fn clear(&mut self, shared: &Shared, deadline: Instant) -> bool {
        let mut clean_scans = 0;
        // A process that forks while the list is read can hide its child from one scan.
        while clean_scans < 2 {
            if self.signal_group(rustix::process::Signal::KILL).is_err() {
                log::debug!("cannot signal process group {}", self.id());
            }
            if self.family.kill_and_reap_others() == 0 && shared.exit().is_some() {
                clean_scans += 1;
                continue;
            }
            clean_scans = 0;
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(SCAN_INTERVAL);
        }
        self.family.reap_all();
        true
    }

    /// Ends the threads after reading the rest of the pipes.
    pub(crate) fn stop(&mut self, shared: &Shared) {
        self.input = None;
        shared.order(|orders| orders.stop = true);
        self.waker.wake();
        if let Some(pump) = self.pump.take() {
            pump.join().expect("the reading thread does not panic");
        }
        // A process that cannot be killed blocks its waiter thread; it must not block us.
        if let Some(waiter) = self.waiter.take()
            && shared.exit().is_some()
        {
            waiter.join().expect("the waiting thread does not panic");
        }
    }

    fn signal_group(&self, signal: rustix::process::Signal) -> io::Result<()> {
        match rustix::process::kill_process_group(self.leader, signal) {
            Ok(()) | Err(Errno::SRCH) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Waits for the process to end, without reaping it.
fn wait_for_exit(leader: Pid) -> Exit {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    let status =
        rustix::io::retry_on_intr(|| rustix::process::waitid(WaitId::Pid(leader), options));
    let at = Instant::now();
    match status {
        Ok(Some(status)) => {
            Exit { code: status.exit_status(), signal: status.terminating_signal(), at }
        }
        // The children of a process that ignores SIGCHLD disappear without a status.
        Ok(None) | Err(_) => Exit { code: None, signal: None, at },
    }
}
