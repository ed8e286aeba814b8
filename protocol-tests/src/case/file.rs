//! The case files as TOML, and the checks that they agree with each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, File, include_dir};
use serde::Deserialize;
use strum::VariantArray;

use crate::case::{Case, Group, Process, ReadCasesError, Setup, Variation};
use crate::outcome::{Delivery, Level};
use crate::script::Script;

/// The prerequisite of every case that names none: START is answered.
const STARTS: &str = "A04";

/// Cases of the catalogue that the suite lacks.
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
static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cases");

/// The file of the cases that are left out, which holds no group.
const LEFT_OUT: &str = "left-out.toml";

/// Returns the groups that the program carries.
///
/// # Errors
/// Returns an error if a file is invalid, which the tests of this crate exclude.
pub fn built_in() -> Result<Vec<Group>, ReadCasesError> {
    let text = |file: &File<'_>| Ok(String::from_utf8_lossy(file.contents()).into_owned());
    let files = BUILT_IN.files().map(|file| (file.path().to_owned(), text(file)));
    parse_groups(files.collect())
}

/// Returns the cases of the catalogue that the suite lacks.
///
/// # Errors
/// Returns an error if the file is invalid, which the tests of this crate exclude.
pub fn left_out() -> Result<Vec<LeftOut>, ReadCasesError> {
    let file = BUILT_IN.get_file(LEFT_OUT).and_then(File::contents_utf8).unwrap_or_default();
    let file: LeftOutFile = toml::from_str(file).map_err(|error| format_error(LEFT_OUT, error))?;
    Ok(file.left_out)
}

/// Returns the groups of the files `*.toml` of a folder, apart from `left-out.toml`.
///
/// # Errors
/// Returns an error if the folder cannot be read or holds no such file, or if a file is invalid.
pub fn read_folder(folder: &Path) -> Result<Vec<Group>, ReadCasesError> {
    let unreadable = |error| ReadCasesError::Unreadable { path: folder.to_owned(), error };
    let entries: io::Result<Vec<_>> = fs::read_dir(folder).and_then(Iterator::collect);
    let paths = entries.map_err(unreadable)?.into_iter().map(|entry| entry.path());
    let files = paths.map(|path| (path.clone(), fs::read_to_string(path))).collect();
    let groups = parse_groups(files)?;
    if groups.is_empty() { Err(ReadCasesError::NoFiles(folder.to_owned())) } else { Ok(groups) }
}

/// Parses the files of groups among some files, in the order of their names.
fn parse_groups(
    mut files: Vec<(PathBuf, io::Result<String>)>,
) -> Result<Vec<Group>, ReadCasesError> {
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut groups = Vec::new();
    for (path, text) in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".toml") && name != LEFT_OUT {
            let text =
                text.map_err(|error| ReadCasesError::Unreadable { path: path.clone(), error })?;
            groups.push(parse_group(&name, &text)?);
        }
    }
    check_needs(&groups)?;
    Ok(groups)
}

fn format_error(file: &str, error: toml::de::Error) -> ReadCasesError {
    ReadCasesError::Format { file: file.to_owned(), error: Box::new(error) }
}

/// Parses one file.
pub(crate) fn parse_group(file: &str, text: &str) -> Result<Group, ReadCasesError> {
    let group: GroupFile = toml::from_str(text).map_err(|error| format_error(file, error))?;
    let cases: Result<Vec<_>, _> =
        group.cases.into_iter().map(|entry| case(group.letter, entry)).collect();
    Ok(Group {
        file: file.trim_end_matches(".toml").to_owned(),
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
    let only = entry.only.clone().unwrap_or_else(|| Delivery::VARIANTS.to_vec());
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

/// Returns an assignment for each position of the lists, or `None` if the lists differ in length.
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

/// Checks that identifiers are unique, that prerequisites exist, and that no case needs itself.
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
