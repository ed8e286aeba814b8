//! Engines on systems other than Unix: pipes and a single process.
//!
//! Invariant: lines and deadlines behave as on Unix; operations that need a process group
//! return `Unsupported`.

use super::pipes::Pipes;
use crate::command::{EngineCommand, Environment};
use crate::shared::Shared;
use crate::values::{Exit, Reading, SendError, Signal, ThreadTimes, Usage};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The maximum number of bytes per read.
const MAX_READ_BYTES: usize = 64 << 10;
/// The pause between two checks of the orders or of the process.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);
/// The time that the output may stay open after the process has ended.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(200);

/// The process and pipes of one engine.
#[derive(Debug)]
pub(crate) struct Platform {
    id: u32,
    child: Arc<Mutex<Child>>,
    input: Option<Input>,
}

/// The connection to the writing thread, the only thread that may block in a write.
#[derive(Debug)]
struct Input {
    blocks: Sender<Vec<u8>>,
    written: Receiver<io::Result<Instant>>,
    /// Indicates whether a block that missed its deadline is still being written.
    stuck: bool,
}

/// Returns an error: these systems cannot bind a thread.
pub(crate) fn bind_thread(_cpus: &[usize]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns an empty list: these systems do not report steal time.
pub(crate) fn stolen_time() -> Vec<(usize, Duration)> {
    Vec::new()
}

/// See [`crate::become_subreaper`].
pub(crate) fn become_subreaper() -> io::Result<()> {
    Ok(())
}

impl Platform {
    pub(crate) fn start(engine: &EngineCommand, shared: &Arc<Shared>) -> io::Result<Self> {
        if engine.open_files.is_some() || engine.processes.is_some() || !engine.cpus.is_empty() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let mut command = command(engine)?;
        let Pipes { input, output, errors } = Pipes::new(engine, &mut command)?;
        let child = command.spawn()?;
        let id = child.id();
        let child = Arc::new(Mutex::new(child));
        spawn_readers(shared, output, errors);
        spawn_waiter(shared, &child);
        Ok(Self { id, child, input: input.map(Input::new) })
    }

    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    pub(crate) fn send(&mut self, bytes: &[u8], deadline: Instant) -> Result<Instant, SendError> {
        self.input.as_mut().ok_or(SendError::NoInput)?.send(bytes, deadline)
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    pub(crate) fn wake(&self) {}

    pub(crate) fn signal(&self, signal: Signal) -> io::Result<()> {
        match signal {
            Signal::Kill => {
                self.child.lock().expect("no thread panicked while it held the lock").kill()
            }
            Signal::Terminate | Signal::Interrupt => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    pub(crate) fn freeze(&self) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn thaw(&self) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage::default()
    }

    pub(crate) fn thread_times(&self) -> ThreadTimes {
        ThreadTimes::default()
    }

    pub(crate) fn others(&mut self) -> usize {
        0
    }

    pub(crate) fn clear(&mut self, shared: &Shared, deadline: Instant) -> bool {
        if shared.exit().is_none()
            && let Err(error) = self.signal(Signal::Kill)
        {
            log::debug!("cannot kill engine {}: {error}", self.id);
        }
        shared.wait_exit(deadline).is_some()
    }

    /// Lets the threads end as soon as their calls return, without waiting for them.
    pub(crate) fn stop(&mut self, shared: &Shared) {
        self.input = None;
        shared.wait_output_closed(Instant::now() + CHECK_INTERVAL);
        shared.order(|orders| orders.stop = true);
    }
}

impl Input {
    fn new(mut pipe: PipeWriter) -> Self {
        let (blocks, to_write) = mpsc::channel::<Vec<u8>>();
        let (tell, written) = mpsc::channel();
        std::thread::spawn(move || {
            for block in to_write {
                let before = Instant::now();
                let result = pipe.write_all(&block).map(|()| before);
                if tell.send(result).is_err() {
                    break;
                }
            }
        });
        Self { blocks, written, stuck: false }
    }

    fn send(&mut self, bytes: &[u8], deadline: Instant) -> Result<Instant, SendError> {
        let timed_out = SendError::TimedOut { sent: 0, of: bytes.len() };
        if self.stuck {
            match self.wait(deadline) {
                Err(RecvTimeoutError::Timeout) => return Err(timed_out),
                Ok(Ok(_)) => self.stuck = false,
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(SendError::Closed),
            }
        }
        self.blocks.send(bytes.to_vec()).map_err(|_| SendError::Closed)?;
        match self.wait(deadline) {
            Ok(Ok(before)) => Ok(before),
            Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => Err(SendError::Closed),
            Ok(Err(error)) => Err(SendError::System(error)),
            Err(RecvTimeoutError::Disconnected) => Err(SendError::Closed),
            Err(RecvTimeoutError::Timeout) => {
                self.stuck = true;
                Err(timed_out)
            }
        }
    }

    fn wait(&self, deadline: Instant) -> Result<io::Result<Instant>, RecvTimeoutError> {
        self.written.recv_timeout(deadline.saturating_duration_since(Instant::now()))
    }
}

fn command(engine: &EngineCommand) -> io::Result<Command> {
    let words = engine.words()?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    if let Some(folder) = &engine.folder {
        command.current_dir(folder);
    }
    if let Environment::Only(variables) = &engine.environment {
        command.env_clear().envs(variables.iter().map(|(name, value)| (name, value)));
    }
    Ok(command)
}

fn spawn_readers(shared: &Arc<Shared>, mut output: PipeReader, errors: Option<PipeReader>) {
    let own = Arc::clone(shared);
    std::thread::spawn(move || {
        drain_output(&own, &mut output);
        drop(output);
        own.output_ended(Instant::now());
    });
    if let Some(mut errors) = errors {
        let shared = Arc::clone(shared);
        std::thread::spawn(move || {
            let mut buffer = vec![0; MAX_READ_BYTES];
            while let Ok(count @ 1..) = errors.read(&mut buffer) {
                shared.took_stderr(&buffer[..count]);
            }
        });
    }
}

fn drain_output(shared: &Shared, output: &mut PipeReader) {
    let mut buffer = vec![0; MAX_READ_BYTES];
    loop {
        let orders = shared.orders();
        if orders.stop || orders.close_output {
            return;
        }
        let limit = match orders.reading {
            Reading::Paused => {
                std::thread::sleep(CHECK_INTERVAL);
                continue;
            }
            Reading::Slow { bytes, every } => {
                std::thread::sleep(every);
                bytes.clamp(1, MAX_READ_BYTES)
            }
            Reading::Normal => MAX_READ_BYTES,
        };
        match output.read(&mut buffer[..limit]) {
            Ok(count @ 1..) => shared.took_output(&buffer[..count], Instant::now()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
        }
    }
}

fn spawn_waiter(shared: &Arc<Shared>, child: &Arc<Mutex<Child>>) {
    let (shared, child) = (Arc::clone(shared), Arc::clone(child));
    std::thread::spawn(move || {
        loop {
            let status =
                child.lock().expect("no thread panicked while it held the lock").try_wait();
            let code = match status {
                Ok(None) => {
                    std::thread::sleep(CHECK_INTERVAL);
                    continue;
                }
                Ok(Some(status)) => status.code(),
                Err(_) => None,
            };
            shared.exited(Exit { code, signal: None, at: Instant::now() });
            // The system does not report when a pipe that other processes hold open is empty;
            // this wait is long enough.
            shared.wait_output_closed(Instant::now() + DRAIN_TIMEOUT);
            return shared.drained_after_exit();
        }
    });
}
