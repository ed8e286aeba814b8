//! The choice of the cases that are run: by level, by name, and because others need them.

use std::collections::BTreeSet;

use crate::case::{Case, Group};
use crate::schedule::Settings;

/// The selected cases and all that they need, in the order of the files. The invariants are
/// always among them unless names leave them out.
pub(super) fn select<'a>(groups: &'a [Group], settings: &Settings) -> Vec<&'a Case> {
    let all = || groups.iter().flat_map(|group| &group.cases);
    let wanted = |case: &&Case| {
        let level = case.level <= settings.level && (settings.full || !case.full);
        level && (settings.ids.is_empty() || settings.ids.contains(&case.id))
    };
    let mut chosen: BTreeSet<&str> = all().filter(wanted).map(|case| case.id.as_str()).collect();
    loop {
        let needed: Vec<&str> = all()
            .filter(|case| chosen.contains(case.id.as_str()))
            .flat_map(|case| case.needs.iter().map(String::as_str))
            .filter(|need| !chosen.contains(need))
            .collect();
        if needed.is_empty() {
            break;
        }
        chosen.extend(needed);
    }
    all().filter(|case| chosen.contains(case.id.as_str())).collect()
}
