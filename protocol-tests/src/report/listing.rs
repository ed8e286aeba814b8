//! The cases themselves, in a terminal: all in a list, or one with everything about it.

use std::io::{self, Write};

use anstyle::Style;

use crate::case::{Case, Folder, Group, Input, LeftOut};
use crate::outcome::{Delivery, Level};
use crate::report::View;
use crate::report::text::{FAINT, STRONG, count, padded, wrapped};

/// Shows a line for each case, under its group.
///
/// # Errors
/// Returns an error if `out` fails.
pub fn list(out: &mut impl Write, cases: &[(&Group, &Case)], view: View) -> io::Result<()> {
    let names = cases.iter().map(|(_, case)| case.name.len());
    let column = names.max().unwrap_or(0);
    for of_group in cases.chunk_by(|(one, _), (other, _)| one.letter == other.letter) {
        let group = of_group[0].0;
        writeln!(out, "{STRONG}{} {}{STRONG:#}: {}", group.letter, group.name, group.title)?;
        for (_, case) in of_group {
            let style = match case.level {
                Level::Must => STRONG,
                Level::Should => Style::new(),
                Level::Nice => FAINT,
            };
            let level = padded(&case.level.to_string(), 6);
            write!(out, "  {:<4}  {style}{level}{style:#}  ", case.id)?;
            if case.full {
                let name = padded(&case.name, column);
                writeln!(out, "{name}  {FAINT}--full{FAINT:#}")?;
            } else {
                writeln!(out, "{}", case.name)?;
            }
        }
    }
    write!(out, "{}", wrapped(&count(cases.len(), "case"), "", view.width))
}

/// Shows what the catalogue has and the suite leaves out.
///
/// # Errors
/// Returns an error if `out` fails.
pub fn list_left_out(out: &mut impl Write, left_out: &[LeftOut], view: View) -> io::Result<()> {
    for LeftOut { ids, reason } in left_out {
        let line = format!("not tested: {}: {reason}", ids.join(" "));
        write!(out, "{}", wrapped(&line, "", view.width))?;
    }
    Ok(())
}

/// Shows everything about a case.
///
/// # Errors
/// Returns an error if `out` fails.
pub fn explain(out: &mut impl Write, group: &Group, case: &Case, view: View) -> io::Result<()> {
    writeln!(
        out,
        "{STRONG}{} {}{STRONG:#} ({}), group {} {}\n",
        case.id, case.name, case.level, group.letter, group.name
    )?;
    let text = |text: &str| wrapped(text, "  ", view.width);
    write!(out, "{}\n{STRONG}source{STRONG:#}\n{}", text(&case.means), text(&case.source))?;
    writeln!(out, "\n{STRONG}how to fix it{STRONG:#}\n{}", text(&case.mend))?;
    let facts = facts(case);
    if !facts.is_empty() {
        writeln!(out, "{STRONG}how it runs{STRONG:#}")?;
        for fact in facts {
            write!(out, "{}", wrapped(&fact, "  ", view.width))?;
        }
        writeln!(out)?;
    }
    if !case.script_text.trim().is_empty() {
        writeln!(out, "{STRONG}script{STRONG:#}")?;
        for line in script_lines(case) {
            writeln!(out, "{}", format!("  {line}").trim_end())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The lines of a script without blank ones around it.
pub(super) fn script_lines(case: &Case) -> impl Iterator<Item = &str> {
    case.script_text.trim_matches('\n').lines().map(str::trim_end)
}

/// Returns how a case is run, one sentence for each thing that is not as usual.
pub(super) fn facts(case: &Case) -> Vec<String> {
    let mut facts = Vec::new();
    if case.script_text.trim().is_empty() {
        facts.push("This is checked in every run of every case.".to_owned());
        return facts;
    }
    facts.push(match case.setup {
        None => "No commands are sent before the script.".to_owned(),
        Some(setup) => {
            let rule = setup.rule.map(|rule| format!(", rule {rule}")).unwrap_or_default();
            format!(
                "Sent before the script: START {}, a limit of {} ms{rule}.",
                setup.size, setup.limit
            )
        }
    });
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

/// Returns how its lines are delivered, if not only in the usual way.
fn deliveries(case: &Case) -> Option<String> {
    let names = |deliveries: &[Delivery]| {
        let names: Vec<_> = deliveries.iter().map(ToString::to_string).collect();
        names.join(", ")
    };
    let first = case.only.first().copied().unwrap_or(Delivery::Crlf);
    let mut usual = vec![first];
    usual.extend(case.modes.iter().copied().filter(|&mode| mode != first));
    let more: Vec<_> =
        case.only.iter().copied().filter(|delivery| !usual.contains(delivery)).collect();
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
        let texts: Vec<_> =
            chosen.map(ToString::to_string).filter(|text| !text.is_empty()).collect();
        texts.join("; ")
    };
    match (values(false), values(true)) {
        (usual, more) if usual.is_empty() && more.is_empty() => None,
        (usual, more) if more.is_empty() => Some(format!("Runs once for each of: {usual}.")),
        (usual, more) if usual.is_empty() => {
            Some(format!("Runs only with --full, once for each of: {more}."))
        }
        (usual, more) => {
            Some(format!("Runs once for each of: {usual}; with --full, also for {more}."))
        }
    }
}

/// Returns the special properties of its process.
fn process(case: &Case) -> Vec<String> {
    let process = &case.process;
    let mut facts = Vec::new();
    if process.stdin == Input::Null {
        facts.push("The engine's standard input is empty.".to_owned());
    }
    match process.folder {
        Folder::Temporary => (),
        Folder::ReadOnly => facts.push("The engine's working folder is read-only.".to_owned()),
        Folder::Root => facts.push("The engine's working folder is /.".to_owned()),
    }
    if let Some(name) = &process.copy_to {
        facts.push(format!("The executable is first copied to a folder named \"{name}\"."));
    }
    if !process.home {
        facts.push("The engine has no home folder.".to_owned());
    }
    if let Some(number) = process.open_files {
        facts.push(format!("The engine may open {number} files."));
    }
    if let Some(number) = process.processes {
        facts.push(format!("The engine may have {number} processes and threads."));
    }
    if process.instances > 1 {
        facts.push(format!(
            "The script runs against {} engine processes at once.",
            process.instances
        ));
    }
    if process.merged_stderr {
        facts.push(
            "The engine's standard error goes to the same pipe as its standard output.".to_owned(),
        );
    }
    facts
}

#[cfg(test)]
mod tests;
