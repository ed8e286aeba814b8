//! The case files as TOML, and the checks that they agree with each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;

use crate::case::{Case, Group, Process, ReadCasesError, Setup, Variation};
use crate::outcome::{Delivery, Level};
use crate::script::Script;

/// The prerequisite of every case that names none: START is answered.
const STARTS: &str = "A04";

/// Cases of the catalogue that the suite lacks, and why.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// Their identifiers.
    pub ids: Vec<String>,
    /// The reason for their absence.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftOutFile {
    #[serde(default)]
    left_out: Vec<LeftOut>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    letter: char,
    name: String,
    title: String,
    about: String,
    #[serde(rename = "case")]
    cases: Vec<CaseEntry>,
}

type Values = BTreeMap<String, Vec<String>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseEntry {
    id: String,
    name: String,
    level: Level,
    source: String,
    means: String,
    mend: String,
    needs: Option<Vec<String>>,
    #[serde(default)]
    raw: bool,
    size: Option<u8>,
    limit: Option<u64>,
    rule: Option<i64>,
    #[serde(default)]
    timed: bool,
    #[serde(default)]
    full: bool,
    only: Option<Vec<Delivery>>,
    #[serde(default)]
    modes: Vec<Delivery>,
    #[serde(default)]
    vary: Values,
    #[serde(default)]
    more: Values,
    #[serde(default)]
    process: Process,
    script: Option<String>,
}

/// The files that the program carries.
const BUILT_IN: &[(&str, &str)] = &[
    ("a-start-up.toml", include_str!("../../cases/a-start-up.toml")),
    ("b-sizes.toml", include_str!("../../cases/b-sizes.toml")),
    ("c-info.toml", include_str!("../../cases/c-info.toml")),
    ("d-time.toml", include_str!("../../cases/d-time.toml")),
    ("e-board.toml", include_str!("../../cases/e-board.toml")),
    ("f-turn.toml", include_str!("../../cases/f-turn.toml")),
    ("g-invariants.toml", include_str!("../../cases/g-invariants.toml")),
    ("h-takeback.toml", include_str!("../../cases/h-takeback.toml")),
    ("i-garbage.toml", include_str!("../../cases/i-garbage.toml")),
    ("j-order.toml", include_str!("../../cases/j-order.toml")),
    ("k-full-board.toml", include_str!("../../cases/k-full-board.toml")),
    ("l-process.toml", include_str!("../../cases/l-process.toml")),
    ("m-end.toml", include_str!("../../cases/m-end.toml")),
    ("n-swap2.toml", include_str!("../../cases/n-swap2.toml")),
    ("o-yixin.toml", include_str!("../../cases/o-yixin.toml")),
    ("p-stop.toml", include_str!("../../cases/p-stop.toml")),
    ("q-rules.toml", include_str!("../../cases/q-rules.toml")),
    ("r-managers.toml", include_str!("../../cases/r-managers.toml")),
];

/// The groups that the program carries.
///
/// # Errors
/// If a file is wrong, which the tests of this crate exclude.
pub fn built_in() -> Result<Vec<Group>, ReadCasesError> {
    let groups: Result<Vec<_>, _> =
        BUILT_IN.iter().map(|(file, text)| parse_group(file, text)).collect();
    let groups = groups?;
    check_needs(&groups)?;
    Ok(groups)
}

/// The cases of the catalogue that are left out.
///
/// # Errors
/// If the file is wrong, which the tests of this crate exclude.
pub fn left_out() -> Result<Vec<LeftOut>, ReadCasesError> {
    let file: LeftOutFile = toml::from_str(include_str!("../../cases/left-out.toml"))
        .map_err(|error| format_error("left-out.toml", error))?;
    Ok(file.left_out)
}

/// The groups of the files `*.toml` of a folder, but for `left-out.toml`.
///
/// # Errors
/// If the folder cannot be read or a file is wrong.
pub fn read_folder(folder: &Path) -> Result<Vec<Group>, ReadCasesError> {
    let unreadable = |error| ReadCasesError::Unreadable { path: folder.to_owned(), error };
    let entries: io::Result<Vec<_>> = fs::read_dir(folder).and_then(Iterator::collect);
    let mut paths: Vec<_> = entries.map_err(unreadable)?.iter().map(fs::DirEntry::path).collect();
    paths.sort();
    let mut groups = Vec::new();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.filter(|name| name.ends_with(".toml") && name != "left-out.toml");
        let Some(name) = name else { continue };
        let text = fs::read_to_string(&path)
            .map_err(|error| ReadCasesError::Unreadable { path: path.clone(), error })?;
        groups.push(parse_group(&name, &text)?);
    }
    check_needs(&groups)?;
    Ok(groups)
}

fn format_error(file: &str, error: toml::de::Error) -> ReadCasesError {
    ReadCasesError::Format { file: file.to_owned(), error: Box::new(error) }
}

/// Reads one file.
pub(crate) fn parse_group(file: &str, text: &str) -> Result<Group, ReadCasesError> {
    let group: GroupFile = toml::from_str(text).map_err(|error| format_error(file, error))?;
    let cases: Result<Vec<_>, _> =
        group.cases.into_iter().map(|entry| case(group.letter, entry)).collect();
    Ok(Group {
        letter: group.letter,
        name: group.name,
        title: group.title,
        about: group.about.trim().to_owned(),
        cases: cases?,
    })
}

fn case(letter: char, entry: CaseEntry) -> Result<Case, ReadCasesError> {
    let wrong = |reason: &str| ReadCasesError::Case { id: entry.id.clone(), reason: reason.into() };
    if !entry.id.starts_with(letter) {
        return Err(wrong("the identifier does not begin with the letter of its group"));
    }
    if entry.raw && (entry.size.is_some() || entry.limit.is_some() || entry.rule.is_some()) {
        return Err(wrong("a raw case cannot set `size`, `limit` or `rule`"));
    }
    let setup = (!entry.raw).then(|| Setup {
        size: entry.size.unwrap_or(15),
        limit: entry.limit.unwrap_or(300),
        rule: entry.rule,
    });
    let only = entry.only.clone().unwrap_or_else(|| Delivery::ALL.to_vec());
    if only.is_empty() || entry.modes.iter().any(|mode| !only.contains(mode)) {
        return Err(wrong("`modes` names a delivery that `only` does not allow"));
    }
    let mut variations = Vec::new();
    let text = entry.script.as_deref().unwrap_or("");
    let assignments = zip(&entry.vary, false).zip(zip(&entry.more, true));
    let (mut usual, more) =
        assignments.ok_or_else(|| wrong("the lists of `vary` differ in length"))?;
    if usual.is_empty() {
        usual.push(Variation::default());
    }
    for mut variation in usual.into_iter().chain(more) {
        if entry.script.is_some() {
            let script = Script::parse(text, &variation.values)
                .map_err(|error| ReadCasesError::Script { id: entry.id.clone(), error })?;
            variation.script = Some(script);
        }
        variations.push(variation);
    }
    let starts = || if letter == 'A' || letter == 'G' { vec![] } else { vec![STARTS.to_owned()] };
    Ok(Case {
        needs: entry.needs.unwrap_or_else(starts),
        id: entry.id,
        name: entry.name,
        level: entry.level,
        source: entry.source,
        means: entry.means.trim().to_owned(),
        mend: entry.mend.trim().to_owned(),
        setup,
        timed: entry.timed,
        full: entry.full,
        only,
        modes: entry.modes,
        variations,
        process: entry.process,
        script_text: entry.script.unwrap_or_default().trim().to_owned(),
    })
}

/// One assignment for each position of the lists; none if the lists differ in length.
fn zip(lists: &Values, full: bool) -> Option<Vec<Variation>> {
    let length = lists.values().next().map_or(0, Vec::len);
    if lists.values().any(|list| list.len() != length) {
        return None;
    }
    let assignment = |index: usize| {
        lists.iter().map(|(name, list)| (name.clone(), list[index].clone())).collect()
    };
    let variation = |index| Variation { values: assignment(index), full, script: None };
    Some((0..length).map(variation).collect())
}

/// Every identifier is there once, every prerequisite exists, and none needs itself.
fn check_needs(groups: &[Group]) -> Result<(), ReadCasesError> {
    let wrong = |case: &Case, reason: String| ReadCasesError::Case { id: case.id.clone(), reason };
    let cases: Vec<&Case> = groups.iter().flat_map(|group| &group.cases).collect();
    let mut known = BTreeSet::new();
    for case in &cases {
        if !known.insert(case.id.as_str()) {
            return Err(wrong(case, "another case has the same identifier".to_owned()));
        }
    }
    for case in &cases {
        if let Some(need) = case.needs.iter().find(|need| !known.contains(need.as_str())) {
            return Err(wrong(case, format!("it needs {need}, which does not exist")));
        }
    }
    let mut settled: BTreeSet<&str> = BTreeSet::new();
    loop {
        let ready = |case: &&&Case| {
            !settled.contains(case.id.as_str())
                && case.needs.iter().all(|need| settled.contains(need.as_str()))
        };
        let new: Vec<&str> = cases.iter().filter(ready).map(|case| case.id.as_str()).collect();
        if new.is_empty() {
            break;
        }
        settled.extend(new);
    }
    match cases.iter().find(|case| !settled.contains(case.id.as_str())) {
        Some(case) => Err(wrong(case, "it depends on itself through other cases".to_owned())),
        None => Ok(()),
    }
}
