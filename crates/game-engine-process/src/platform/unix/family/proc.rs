//! Reads the process information that Linux provides under `/proc`.
//!
//! Invariant: a process that ends during a read is left out or counts as zero.

use super::{Memory, Process, ThreadTime};
use nix::unistd::getpgid;
use rustix::process::Pid;
use std::fs;
use std::time::Duration;

#[cfg(test)]
mod tests;

/// Returns the processes of a group, dead ones included. Asks for the group of every process of the
/// system, which costs far less than to read its state.
pub(super) fn group_members(group: Pid) -> Vec<Pid> {
    let group = raw(group);
    // The threads of the kernel are in the group 0, which `rustix` has no value for.
    all().filter(|&pid| getpgid(Some(raw(pid))).is_ok_and(|of| of == group)).collect()
}

/// Returns the children of a process, dead ones included.
pub(super) fn children(pid: Pid) -> Vec<Pid> {
    if !fs::exists("/proc/thread-self/children").unwrap_or(false) {
        // Some kernels are built without the lists of children.
        let all = all().filter_map(process);
        return all.filter(|one| one.parent == pid).map(|one| one.pid).collect();
    }
    let Ok(tasks) = fs::read_dir(path(pid, "task")) else { return Vec::new() };
    let lists =
        tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_ascii_whitespace().filter_map(pid_of).collect::<Vec<_>>())
        .collect()
}

/// Returns the state of a process, unless it is gone.
pub(super) fn process(pid: Pid) -> Option<Process> {
    parse(&fs::read(path(pid, "stat")).ok()?)
}

/// Returns the numbers of all processes of the system.
fn all() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| pid_of(entry.ok()?.file_name().to_str()?))
}

/// Parses a line of `/proc/PID/stat`. The second field, the name of the program, is in
/// parentheses and may contain anything.
fn parse(stat: &[u8]) -> Option<Process> {
    let stat = String::from_utf8_lossy(stat);
    let (pid, rest) = stat.split_once(' ')?;
    let fields: Vec<&str> = rest[rest.rfind(')')? + 1..].split_ascii_whitespace().collect();
    let pid = pid_of(pid)?;
    // Parents and groups outside this process's namespace have the number 0; a process that
    // has just been reaped has -1 and is left out.
    let relative = |field: usize| match *fields.get(field - 3)? {
        "0" => Some(pid),
        other => pid_of(other),
    };
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    let ticks = |field: usize| {
        let per_second = rustix::param::clock_ticks_per_second().max(1);
        let ticks = number(field)?;
        let rest = Duration::from_secs(ticks % per_second) / u32::try_from(per_second).ok()?;
        Some(Duration::from_secs(ticks / per_second) + rest)
    };
    Some(Process {
        pid,
        parent: relative(4)?,
        group: relative(5)?,
        state: *fields.first()?.as_bytes().first()?,
        threads: usize::try_from(number(20)?).ok()?,
        born: number(22)?,
        own_time: ticks(14)? + ticks(15)?,
        children_time: ticks(16)? + ticks(17)?,
    })
}

fn raw(pid: Pid) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(pid.as_raw_nonzero().get())
}

fn pid_of(text: &str) -> Option<Pid> {
    text.parse().ok().filter(|&number| number > 0).and_then(Pid::from_raw)
}

/// Returns the current and the peak memory, from `/proc/PID/status`.
pub(super) fn memory(pid: Pid) -> Memory {
    let status = fs::read_to_string(path(pid, "status")).unwrap_or_default();
    let kib = |name: &str| -> u64 {
        let value = status.lines().find_map(|line| line.strip_prefix(name));
        value.and_then(|value| value.split_ascii_whitespace().next()?.parse().ok()).unwrap_or(0)
    };
    Memory { resident: kib("VmRSS:") << 10, peak: kib("VmHWM:") << 10 }
}

/// Returns the processor time of all live threads, exact to the nanosecond.
pub(super) fn scheduled(pid: Pid) -> Duration {
    thread_times(pid).into_iter().map(|(_, time)| time.ran).sum()
}

/// Returns the live threads of a process and their times.
pub(super) fn thread_times(pid: Pid) -> Vec<(u32, ThreadTime)> {
    let Ok(tasks) = fs::read_dir(path(pid, "task")) else { return Vec::new() };
    let time = |task: fs::DirEntry| -> Option<(u32, ThreadTime)> {
        let thread = task.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let mut nanos = text.split_ascii_whitespace().map(|word| word.parse().ok());
        let mut next = || nanos.next().flatten().map(Duration::from_nanos);
        Some((thread, ThreadTime { ran: next()?, waited: next()? }))
    };
    tasks.filter_map(|task| time(task.ok()?)).collect()
}

/// Returns the steal time of each processor since the system started: the time that the host of a virtual
/// machine has taken from it. Empty if the system does not report it.
pub(crate) fn stolen_time() -> Vec<(usize, Duration)> {
    parse_stolen(&fs::read_to_string("/proc/stat").unwrap_or_default())
}

/// Parses the lines of `/proc/stat` about single processors, such as
/// `cpu1 user nice system idle iowait irq softirq steal …`, in ticks.
fn parse_stolen(stat: &str) -> Vec<(usize, Duration)> {
    let per_second = rustix::param::clock_ticks_per_second().max(1);
    let of_line = |line: &str| -> Option<(usize, Duration)> {
        let (name, ticks) = line.split_once(' ')?;
        let cpu = name.strip_prefix("cpu")?.parse().ok()?;
        let ticks: u64 = ticks.split_ascii_whitespace().nth(7)?.parse().ok()?;
        Some((cpu, Duration::from_micros(ticks.saturating_mul(1_000_000) / per_second)))
    };
    stat.lines().take_while(|line| line.starts_with("cpu")).filter_map(of_line).collect()
}

/// Returns the number of open sockets.
pub(super) fn sockets(pid: Pid) -> usize {
    let Ok(files) = fs::read_dir(path(pid, "fd")) else { return 0 };
    let targets = files.filter_map(|file| fs::read_link(file.ok()?.path()).ok());
    targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count()
}

fn path(pid: Pid, name: &str) -> String {
    format!("/proc/{pid}/{name}")
}
