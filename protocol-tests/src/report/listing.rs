//! The cases themselves, as text for a terminal: a list of all, or one case in full.

use anstyle::Style;
use number_text::counted;

use crate::case::{Case, Folder, Group, Input, LeftOut};
use crate::outcome::{Delivery, Level};
use crate::report::summary;
use crate::report::text::{FAINT, STRONG, padded, wrapped};

/// The least number of columns of an identifier.
const MIN_ID_COLUMNS: usize = 4;

/// Returns a line for each case, under its group, and the skipped cases by reason.
pub fn list(cases: &[(&Group, &Case)], skipped: &[(&Case, String)], width: usize) -> String {
    let column = cases.iter().map(|(_, case)| case.name.len()).max().unwrap_or(0);
    let ids = cases.iter().map(|(_, case)| case.id.len()).max().unwrap_or(0).max(MIN_ID_COLUMNS);
    let mut text = String::new();
    for of_group in cases.chunk_by(|(one, _), (other, _)| one.letter == other.letter) {
        let group = of_group[0].0;
        text += &format!("{STRONG}{group}{STRONG:#}: {}\n", group.title);
        for (_, case) in of_group {
            let style = match case.level {
                Level::Must => STRONG,
                Level::Should => Style::new(),
                Level::Nice => FAINT,
            };
            let level = format!("{style}{:<6}{style:#}", case.level);
            let name = match case.full {
                true => format!("{}  {FAINT}--full{FAINT:#}", padded(&case.name, column)),
                false => case.name.clone(),
            };
            text += &format!("  {:<ids$}  {level}  {name}\n", case.id);
        }
    }
    let mut counts = counted(cases.len(), "case");
    if !skipped.is_empty() {
        counts += &format!(", {} skipped", skipped.len());
    }
    let skipped = skipped.iter().map(|(case, reason)| (reason.as_str(), case.id.as_str()));
    text + &wrapped(&counts, "", width) + &summary::skipped(skipped, width)
}

/// Returns the list of the cases of the catalogue that the suite leaves out.
pub fn list_left_out(left_out: &[LeftOut], width: usize) -> String {
    let line = |entry: &LeftOut| format!("not tested: {}: {}", entry.ids.join(" "), entry.reason);
    left_out.iter().map(|entry| wrapped(&line(entry), "", width)).collect()
}

/// Returns the full description of a case.
pub fn explain(group: &Group, case: &Case, width: usize) -> String {
    let Case { id, name, level, .. } = case;
    let mut text = format!("{STRONG}{id} {name}{STRONG:#} ({level}), group {group}\n\n");
    text += &wrapped(&case.means, "  ", width);
    let script = if case.is_invariant() { None } else { Some(script_lines(case)) };
    let script = script.into_iter().flatten().map(|line| format!("  {line}").trim_end().to_owned());
    let sections: [(&str, String); 4] = [
        ("source", wrapped(&case.source, "  ", width)),
        ("how to fix it", wrapped(&case.mend, "  ", width)),
        ("how it runs", facts(case).iter().map(|fact| wrapped(fact, "  ", width)).collect()),
        ("script", script.map(|line| line + "\n").collect()),
    ];
    for (heading, section) in sections.iter().filter(|(_, section)| !section.is_empty()) {
        text += &format!("\n{STRONG}{heading}{STRONG:#}\n{section}");
    }
    text + "\n"
}

/// The lines of a script without blank ones around it.
pub(super) fn script_lines(case: &Case) -> impl Iterator<Item = &str> {
    case.script_text.trim_matches('\n').lines().map(str::trim_end)
}

/// Returns one sentence for each way in which a run of the case differs from the usual one.
pub(super) fn facts(case: &Case) -> Vec<String> {
    if case.is_invariant() {
        return vec!["This is checked in every run of every case.".to_owned()];
    }
    let sent = case.setup.map(|setup| {
        let rule = setup.rule.map(|rule| format!(", rule {rule}")).unwrap_or_default();
        let (size, limit) = (setup.size, setup.limit);
        format!("Sent before the script: START {size}, a limit of {limit} ms{rule}.")
    });
    let mut facts = vec![sent.unwrap_or("No commands are sent before the script.".to_owned())];
    if !case.needs.is_empty() {
        facts.push(format!("Runs only if {} passed.", case.needs.join(", ")));
    }
    facts.extend(deliveries(case));
    facts.extend(variations(case));
    facts.extend(process(case));
    if case.timed {
        facts.push("Runs alone, because it measures latency.".to_owned());
    }
    if case.full {
        facts.push("Runs only with --full.".to_owned());
    }
    facts
}

/// Describes the deliveries of its lines, if there are others than the usual one.
fn deliveries(case: &Case) -> Option<String> {
    let names = |deliveries: &[Delivery]| {
        deliveries.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let usual = case.usual_deliveries();
    let more: Vec<_> = case.only.iter().copied().filter(|mode| !usual.contains(mode)).collect();
    match (usual.as_slice(), more.as_slice()) {
        ([Delivery::Crlf], []) => None,
        (_, []) => Some(format!("Delivery: {}.", names(&usual))),
        _ => Some(format!("Delivery: {}; with --full, also {}.", names(&usual), names(&more))),
    }
}

/// Describes the values with which it runs, if it has variables.
fn variations(case: &Case) -> Option<String> {
    let values = |full: bool| {
        let chosen = case.variations.iter().filter(|variation| variation.full == full);
        let texts = chosen.map(ToString::to_string).filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join("; ")
    };
    let (usual, more) = (values(false), values(true));
    Some(match (usual.is_empty(), more.is_empty()) {
        (true, true) => return None,
        (false, true) => format!("Runs once for each of: {usual}."),
        (true, false) => format!("Runs only with --full, once for each of: {more}."),
        (false, false) => format!("Runs once for each of: {usual}; with --full, also for {more}."),
    })
}

/// Returns the special properties of its process.
fn process(case: &Case) -> impl Iterator<Item = String> {
    let process = &case.process;
    let facts = [
        (process.stdin == Input::Null).then(|| "The engine's standard input is empty.".to_owned()),
        match process.folder {
            Folder::Temporary => None,
            Folder::ReadOnly => Some("The engine's working folder is read-only.".to_owned()),
            Folder::Root => Some("The engine's working folder is /.".to_owned()),
        },
        process
            .copy_to
            .as_ref()
            .map(|name| format!("The executable is first copied to a folder named \"{name}\".")),
        (!process.home).then(|| "The engine has no home folder.".to_owned()),
        process.open_files.map(|number| format!("The engine may open {number} files.")),
        process
            .processes
            .map(|number| format!("The engine may have {number} processes and threads.")),
        (process.instances > 1).then(|| {
            format!("The script runs against {} engine processes at once.", process.instances)
        }),
        process.merged_stderr.then(|| {
            "The engine's standard error goes to the same pipe as its standard output.".to_owned()
        }),
    ];
    facts.into_iter().flatten()
}
