//! The thread that drains an engine's stdout and stderr.
//!
//! Invariant: the thread waits only for the engine and for orders, so the engine never blocks
//! in a write unless the orders say so.

use crate::shared::Shared;
use crate::values::Reading;
use rustix::event::{PollFd, PollFlags, Timespec};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The maximum number of bytes per read.
const MAX_READ_BYTES: usize = 64 << 10;
/// The maximum number of reads of one pipe after the order to stop.
const MAX_LAST_READS: usize = 64;

/// Wakes the pump, which then checks its orders.
#[derive(Clone, Debug)]
pub(crate) struct Waker(Arc<PipeWriter>);

impl Waker {
    pub(crate) fn new() -> io::Result<(Self, PipeReader)> {
        let (woken, waker) = io::pipe()?;
        rustix::io::ioctl_fionbio(&woken, true)?;
        rustix::io::ioctl_fionbio(&waker, true)?;
        Ok((Self(Arc::new(waker)), woken))
    }

    pub(crate) fn wake(&self) {
        // This fails only if the pipe is full, which wakes the pump too, or if the pump has ended.
        let _ = (&*self.0).write(&[0]);
    }
}

/// Waits until one of `fds` is ready or `until` has passed. A signal may end the wait early.
pub(crate) fn poll_until(fds: &mut [PollFd<'_>], until: Option<Instant>) -> io::Result<()> {
    let timeout = until.map(|until| until.saturating_duration_since(Instant::now()));
    let timeout = timeout.map(|timeout| timeout.min(Duration::from_secs(3600)));
    let timeout = timeout.map(|timeout| Timespec {
        tv_sec: timeout.as_secs().cast_signed(),
        tv_nsec: timeout.subsec_nanos().into(),
    });
    match rustix::event::poll(fds, timeout.as_ref()) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Starts the thread.
pub(crate) fn spawn(
    shared: Arc<Shared>,
    woken: PipeReader,
    output: PipeReader,
    errors: Option<PipeReader>,
) -> io::Result<JoinHandle<()>> {
    let buffer = vec![0; MAX_READ_BYTES];
    let pump = Pump {
        shared,
        woken,
        output: Some(output),
        errors,
        buffer,
        next_read: None,
        drained: false,
    };
    std::thread::Builder::new().spawn(move || pump.run())
}

struct Pump {
    shared: Arc<Shared>,
    woken: PipeReader,
    output: Option<PipeReader>,
    errors: Option<PipeReader>,
    buffer: Vec<u8>,
    /// The time of the next read in slow mode.
    next_read: Option<Instant>,
    /// Indicates whether the pipe was found empty after the engine's exit.
    drained: bool,
}

/// The pipes that a poll found ready.
struct Ready {
    output: bool,
    errors: bool,
}

impl Pump {
    fn run(mut self) {
        loop {
            let orders = self.shared.orders();
            let exited = self.shared.exit().is_some();
            if orders.stop {
                return self.run_dry();
            }
            if orders.close_output && self.output.take().is_some() {
                self.shared.output_ended(Instant::now());
            }
            let now = Instant::now();
            let reads = match orders.reading {
                Reading::Normal => true,
                Reading::Paused => false,
                Reading::Slow { .. } => self.next_read.is_none_or(|next| now >= next),
            };
            let until = match orders.reading {
                Reading::Slow { .. } if !reads => self.next_read,
                // Everything written before the exit is already in the pipe.
                _ if reads && exited && !self.drained => Some(now),
                _ => None,
            };
            let ready = self.poll(reads, until);
            if self.shared.orders().reading != orders.reading {
                continue;
            }
            let last_look = reads && exited && !self.drained;
            let has_more = (last_look || ready.output) && self.read_output(orders.reading);
            if ready.errors {
                self.read_errors();
            }
            if last_look && !has_more {
                self.drained = true;
                self.shared.drained_after_exit();
            }
        }
    }

    fn poll(&mut self, reads: bool, until: Option<Instant>) -> Ready {
        let mut fds = vec![PollFd::new(&self.woken, PollFlags::IN)];
        // Stdout is polled last and read first, so that the engine's output there precedes what
        // it wrote to stderr afterwards.
        fds.extend(self.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let output = self.output.as_ref().filter(|_| reads);
        fds.extend(output.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        if let Err(error) = poll_until(&mut fds, until) {
            log::warn!("cannot wait for an engine's output: {error}");
        }
        let is_ready = |fd: &PollFd<'_>| !fd.revents().is_empty();
        let woken = is_ready(&fds[0]);
        let ready = Ready {
            errors: self.errors.is_some() && is_ready(&fds[1]),
            output: output.is_some() && fds.last().is_some_and(is_ready),
        };
        if woken {
            let mut wakes = [0; 64];
            while (&self.woken).read(&mut wakes).is_ok_and(|count| count == wakes.len()) {}
        }
        ready
    }

    /// Reads once. Returns whether more may be left to read now.
    fn read_output(&mut self, reading: Reading) -> bool {
        let Some(output) = &mut self.output else { return false };
        let mut limit = MAX_READ_BYTES;
        if let Reading::Slow { bytes, every } = reading {
            limit = bytes.clamp(1, MAX_READ_BYTES);
            self.next_read = Some(Instant::now() + every);
        }
        let result = output.read(&mut self.buffer[..limit]);
        let at = Instant::now();
        match result {
            Ok(count) if count > 0 => {
                self.shared.took_output(&self.buffer[..count], at);
                true
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => true,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => false,
            Ok(_) | Err(_) => {
                self.output = None;
                self.shared.output_ended(at);
                false
            }
        }
    }

    /// Reads once. Returns whether more may be left to read now.
    fn read_errors(&mut self) -> bool {
        let Some(errors) = &mut self.errors else { return false };
        match errors.read(&mut self.buffer) {
            Ok(count) if count > 0 => {
                self.shared.took_stderr(&self.buffer[..count]);
                true
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => true,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => false,
            Ok(_) | Err(_) => {
                self.errors = None;
                false
            }
        }
    }

    /// Reads the rest of the pipes, up to their capacity.
    fn run_dry(mut self) {
        for _ in 0..MAX_LAST_READS {
            let (output, errors) = (self.read_output(Reading::Normal), self.read_errors());
            if !output && !errors {
                break;
            }
        }
    }
}
