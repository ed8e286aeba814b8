//! The first line of a file of results: which tournament it is, and who plays where.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::plan::{Canonical, Plan};

/// What the file is, for programs that find it.
pub(crate) const KIND: &str = "dolmen-tournament";
/// The version of the lines' fields.
pub(crate) const SCHEMA: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Always `dolmen-tournament`; the first field, by which the file is known.
    pub kind: String,
    /// The version of the format, 1.
    pub schema: u32,
    /// The id of the plan.
    pub plan: String,
    /// The configuration that the id is the hash of, with the engines' hashes.
    pub config: Canonical,
    /// How many pairs were asked for when the file was begun.
    pub pairs: usize,
    /// The names of the openings, in the order of the configuration.
    pub openings: Vec<String>,
    /// The machine on which the file was begun.
    pub host: Host,
    /// The version of the program that began it.
    pub version: String,
    /// When it was begun, seconds since 1970.
    pub created: u64,
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
    /// How many processors this program may use.
    pub processors: usize,
    /// The average number of busy processors in the minute before.
    pub load: Option<f64>,
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
            pairs: plan.pairs.len(),
            openings,
            host,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            created: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_secs()),
        }
    }
}

impl Host {
    /// This machine; what the system does not tell is empty.
    #[must_use]
    pub fn this() -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let first = |path: &str| read(path).lines().next().unwrap_or_default().trim().to_owned();
        let processors = read("/proc/cpuinfo");
        let model = processors.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == "model name").then(|| value.trim().to_owned())
        });
        let load = read("/proc/loadavg");
        Self {
            name: first("/proc/sys/kernel/hostname"),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            kernel: first("/proc/sys/kernel/osrelease"),
            processor: model.unwrap_or_default(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            load: load.split_whitespace().next().and_then(|number| number.parse().ok()),
        }
    }
}
