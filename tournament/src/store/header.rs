//! The first line of a file of results: the tournament and the machines.

use std::fs;

use serde::{Deserialize, Serialize};

use crate::config::Limits;
use crate::plan::{Canonical, Plan, Shard};
use crate::record::{GameRecord, now};
use crate::statistics::{HostStatistics, host_statistics};

/// The kind of the file.
pub(crate) const KIND: &str = "dolmen-tournament";
/// The version of the fields of the text lines.
pub(crate) const SCHEMA: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Always `dolmen-tournament`; the first field, which identifies the kind of the file.
    pub kind: String,
    /// The version of the format, 1.
    pub schema: u32,
    /// The id of the plan.
    pub plan: String,
    /// The configuration that the id is the hash of, with the engines' hashes.
    pub config: Canonical,
    /// The number of pairs that were requested when the file was begun, for all shards together.
    pub pairs: usize,
    /// The shard whose games the file holds; if `None`, it may hold any game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The names of the openings, in the order of the configuration.
    pub openings: Vec<String>,
    /// The machines: that on which the file was begun, or those of all merged files. Machines that
    /// continued it have lines of their own in the file, and are added when it is read.
    pub hosts: Vec<Host>,
    /// The version of the program that began it.
    pub version: String,
    /// The time at which it was begun, seconds since 1970.
    pub created: u64,
    /// The command that began it, quoted for a shell; empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
}

/// A machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Host {
    /// Its name in the network.
    pub name: String,
    /// Operating system and kind of processor, such as `linux x86_64`.
    pub system: String,
    /// The version of the kernel.
    pub kernel: String,
    /// The model of its processor.
    pub processor: String,
    /// The number of processors that this program may use.
    pub processors: usize,
    /// The clock rate of the fastest of these processors at that moment, in MHz.
    #[serde(default)]
    pub mhz: Option<f64>,
    /// The average number of busy processors in the minute before.
    pub load: Option<f64>,
    /// The version of this program on the machine.
    #[serde(default)]
    pub runner: String,
}

/// A line that names the machine of the games after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct HostLine {
    pub(crate) host: Host,
}

impl Header {
    /// The header of a new file.
    #[must_use]
    pub fn new(plan: &Plan, openings: Vec<String>, host: Host) -> Self {
        Self {
            kind: KIND.to_owned(),
            schema: SCHEMA,
            plan: plan.id.clone(),
            config: plan.canonical.clone(),
            pairs: plan.total,
            shard: plan.shard,
            openings,
            hosts: vec![host],
            version: env!("CARGO_PKG_VERSION").to_owned(),
            created: now(),
            command: String::new(),
        }
    }

    /// Returns the number of games of the complete file.
    #[must_use]
    pub fn total(&self) -> usize {
        let pairs = match self.shard {
            Some(shard) => (0..self.pairs as u64).filter(|pair| shard.holds(*pair)).count(),
            None => self.pairs,
        };
        if self.config.conditions.repeat { 2 * pairs } else { pairs }
    }

    /// Returns the work of each machine, and a test of whether results depend on the machine.
    #[must_use]
    pub fn host_statistics(&self, records: &[GameRecord]) -> HostStatistics {
        let engines = &self.config.engines;
        let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
        let is_limited = |limits: &Limits| limits.nodes.is_some() || limits.depth.is_some();
        let is_limited: Vec<bool> =
            engines.iter().map(|engine| is_limited(&engine.limits)).collect();
        host_statistics(
            records,
            &names,
            &is_limited,
            self.config.conditions.repeat,
            self.hosts.len(),
        )
    }
}

impl Host {
    /// Returns this machine; unknown fields are empty.
    #[must_use]
    pub fn this() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let first = |path: &str| read(path).lines().next().unwrap_or_default().trim().to_owned();
        let processors = read("/proc/cpuinfo");
        let of = |name: &'static str| {
            processors.lines().filter_map(move |line| {
                let (key, value) = line.split_once(':')?;
                (key.trim() == name).then(|| value.trim())
            })
        };
        let mhz = of("cpu MHz").filter_map(|number| number.parse().ok()).reduce(f64::max);
        let load = read("/proc/loadavg");
        Self {
            name: first("/proc/sys/kernel/hostname"),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            kernel: first("/proc/sys/kernel/osrelease"),
            processor: of("model name").next().unwrap_or_default().to_owned(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            mhz,
            load: load.split_whitespace().next().and_then(|number| number.parse().ok()),
            runner: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Returns whether both are the same machine with the same software. Load, clock rate and the
    /// number of usable processors do not count.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    /// Returns the fields that identify a machine.
    pub(crate) fn identity(&self) -> [&str; 5] {
        let Self { name, system, kernel, processor, runner, .. } = self;
        [name, system, kernel, processor, runner]
    }
}
