//! The helper threads of the engine: workers of the page that share its memory and wait for jobs.
//!
//! They exist only where the module is built with atomics and the page is isolated from other origins.
//! Otherwise no worker is idle, and the search has one thread.

use std::collections::VecDeque;
use std::io;
use std::mem::ManuallyDrop;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use dolmen::search::Job;

/// The queue of jobs, and the number of idle workers.
struct Pool {
    jobs: VecDeque<Job>,
    idle: usize,
}

/// The pool of this memory, which is all that its workers share.
static POOL: Mutex<Pool> = Mutex::new(Pool { jobs: VecDeque::new(), idle: 0 });
static NEWS: Condvar = Condvar::new();

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives a job to an idle worker.
pub(crate) fn spawn(job: Job) -> io::Result<()> {
    let mut pool = pool();
    pool.idle = pool.idle.checked_sub(1).ok_or_else(|| io::Error::other("no worker is idle"))?;
    pool.jobs.push_back(job);
    NEWS.notify_one();
    Ok(())
}

/// Performs jobs forever. The page calls it in a worker of its own.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn thread_run() {
    loop {
        let mut pool = pool();
        pool.idle += 1;
        let mut pool = NEWS
            .wait_while(pool, |pool| pool.jobs.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        let job = pool.jobs.pop_front();
        drop(pool);
        if let Some(job) = job {
            job();
        }
    }
}

/// Returns the address of memory for the stack and the variables of a thread, which stays allocated.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn thread_memory(bytes: usize) -> *mut u8 {
    const UNIT: usize = size_of::<u128>();
    let mut memory = ManuallyDrop::new(Vec::<u128>::with_capacity(bytes.div_ceil(UNIT)));
    memory.as_mut_ptr().cast()
}
