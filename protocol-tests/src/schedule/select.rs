//! Which cases are run: by level, by filter, and because others need them.

use std::collections::BTreeSet;

use crate::case::{Case, Group};
use crate::schedule::Settings;

/// Whether a filter names a case: by its identifier (`A04`), its group (`A`, `start-up`), a
/// range of identifiers (`A01-A05`), or a part of its name.
pub fn is_selected(filter: &str, group: &Group, case: &Case) -> bool {
    let filter = filter.trim();
    if filter.eq_ignore_ascii_case(&case.id)
        || filter.eq_ignore_ascii_case(&group.letter.to_string())
        || filter.eq_ignore_ascii_case(&group.name)
    {
        return true;
    }
    if let Some((first, last)) = filter.split_once('-')
        && let (Some(first), Some(last), Some(id)) = (order(first), order(last), order(&case.id))
    {
        return (first..=last).contains(&id);
    }
    filter.len() > 2 && case.name.contains(&filter.to_ascii_lowercase())
}

/// Letter and number of an identifier, for comparison.
fn order(id: &str) -> Option<(char, u32)> {
    let letter = id.chars().next()?.to_ascii_uppercase();
    Some((letter, id.get(1..)?.parse().ok()?))
}

/// The selected cases and all that they need, in the order of the files. The invariants are
/// always among them unless filters leave them out.
pub(super) fn select<'a>(groups: &'a [Group], settings: &Settings) -> Vec<&'a Case> {
    let all = || groups.iter().flat_map(|group| group.cases.iter().map(move |case| (group, case)));
    let wanted = |(group, case): &(&Group, &Case)| {
        let named = settings.filters.iter().any(|filter| is_selected(filter, group, case));
        let level = case.level <= settings.level && (settings.full || !case.full);
        level && (named || settings.filters.is_empty())
    };
    let mut chosen: BTreeSet<&str> = all().filter(wanted).map(|(_, case)| case.id.as_str()).collect();
    loop {
        let needed: Vec<&str> = all()
            .filter(|(_, case)| chosen.contains(case.id.as_str()))
            .flat_map(|(_, case)| case.needs.iter().map(String::as_str))
            .filter(|need| !chosen.contains(need))
            .collect();
        if needed.is_empty() {
            break;
        }
        chosen.extend(needed);
    }
    all().map(|(_, case)| case).filter(|case| chosen.contains(case.id.as_str())).collect()
}
