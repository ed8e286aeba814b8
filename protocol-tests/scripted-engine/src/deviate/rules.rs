//! The rules as a script understands them.

use crate::behaviour::{Behaviour, Script};
use crate::rules::Rule;

/// Returns the rule that the script plays when `rule` is in force.
pub(crate) fn bend(script: Script, rule: Rule) -> Rule {
    match script.behaviour {
        Behaviour::OverlineWins => Rule { exact: false, ..rule },
        Behaviour::CaroIgnored => Rule { caro: false, ..rule },
        Behaviour::EdgeCloses => Rule { edge_closes: true, ..rule },
        Behaviour::RenjuOverlines => Rule { overline_allowed: true, ..rule },
        Behaviour::FiveAfterFoul => Rule { foul_beats_five: true, ..rule },
        _ => rule,
    }
}
