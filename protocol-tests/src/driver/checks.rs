//! Measurements of a process: memory, processor time, threads, files.

use std::time::{Duration, Instant};

use crate::driver::dialogue::{Dialogue, Mark};
use crate::driver::launch::Rooms;
use crate::driver::{Flow, fail};
use crate::script::Check;

/// Measures, and compares with what a script allows.
pub(crate) fn check(dialogue: &mut Dialogue, rooms: &Rooms, check: Check) -> Flow {
    let usage = dialogue.process.usage();
    match check {
        Check::PeakBelow(limit) => below("peak memory", usage.peak, limit),
        Check::MemoryBelow(limit) => below("memory", usage.resident, limit),
        Check::GrowthBelow(limit) => {
            let before = mark(dialogue)?.usage.resident;
            below("memory growth", usage.resident.saturating_sub(before), limit)
        }
        Check::CpuBelowOver(share, span) => {
            let start = Instant::now();
            dialogue.collect(start + span);
            let cpu = dialogue.process.usage().cpu.saturating_sub(usage.cpu);
            share_below(cpu, start.elapsed(), share)
        }
        Check::CpuBelowSinceMark(share) => {
            let Mark { at, usage: before } = mark(dialogue)?;
            share_below(usage.cpu.saturating_sub(before.cpu), at.elapsed(), share)
        }
        Check::ThreadsBelow(limit) => count_below("threads", usage.threads, limit),
        Check::ProcessesBelow(limit) => count_below("processes", usage.processes, limit),
        Check::SocketsBelow(limit) => count_below("open sockets", usage.sockets, limit),
        Check::NoFiles => match rooms.stray_files().first() {
            Some(path) => fail(format!("the engine created {}", path.display())),
            None => Ok(()),
        },
        Check::Running => {
            if dialogue.process.exit_status().is_some() {
                return fail(format!("the engine has exited{}", dialogue.epitaph()));
            }
            Ok(())
        }
    }
}

fn mark(dialogue: &Dialogue) -> Result<Mark, crate::driver::Halt> {
    dialogue.mark.map_or_else(|| fail("the script has no `mark` before this check"), Ok)
}

fn below(what: &str, bytes: u64, limit: u64) -> Flow {
    if bytes < limit {
        return Ok(());
    }
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    fail(format!(
        "{what} is {:.1} MiB; expected less than {:.0} MiB",
        mebibytes(bytes),
        mebibytes(limit)
    ))
}

fn count_below(what: &str, count: usize, limit: usize) -> Flow {
    if count < limit {
        Ok(())
    } else {
        fail(format!("{count} {what}; expected fewer than {limit}"))
    }
}

fn share_below(cpu: Duration, wall: Duration, percent: f64) -> Flow {
    let share = 100.0 * cpu.as_secs_f64() / wall.as_secs_f64().max(1e-3);
    if share < percent {
        return Ok(());
    }
    let wall = wall.as_millis();
    fail(format!("{share:.0} % of a core over {wall} ms; expected less than {percent} %"))
}
