//! Plans for tests.

use std::path::Path;

use super::Plan;
use super::read;

/// A plan of freestyle on 20×20 and renju on 15×15 with tiny searches, without its stages.
pub(crate) const START: &str = r#"
seed = 42
disk_limit = 100
games_per_file = 4

[effort]
nodes = 150
interior_nodes = 100
interior = 3
vcf_nodes = 200
vct_nodes = 20
deep_nodes = 1000
deep_share = 0.1

[openings]
nodes = 100
even_within = 300
crowded_stones = [10, 30]
quiet_percent = 20
quiet_plies = 10
quiet_within = 600

[beginnings]
middle = 0.2
anywhere = 0.2
edge = 0.2
corner = 0.1
crowded = 0.3

[rules.freestyle]
sizes = { 20x20 = 0.7, 12x9 = 0.3 }

[rules.renju]
sizes = { 15x15 = 1.0 }
"#;

/// Returns the plan of freestyle alone.
pub(crate) fn freestyle() -> Plan {
    plan("[[stages]]\npositions = 100\nrules = { freestyle = 1.0 }")
}

/// The plan with these stages.
pub(crate) fn plan(stages: &str) -> Plan {
    read::plan(&format!("{START}\n{stages}"), Path::new("")).expect("the plan is valid")
}
