//! A folder with programs, and openings without files, for tests of configurations.

use std::fs;
use std::path::{Path, PathBuf};

use dolmen::board::{BoardSize, Point};
use dolmen::rules::Rule;
use tempfile::TempDir;

use crate::config::{Checked, Draft, Opening, OpeningForm, OpeningStyle, OpeningsSource, check};

/// The processors of the machine in tests.
pub(crate) const PROCESSORS: usize = 4;

/// A folder with the programs `a`, `b` and `pbrain-c`, which are not run, the script
/// `pbrain-d.py`, and the file `notes.txt`, which is no program.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        let folder = Self(TempDir::new().expect("a temporary folder can be created"));
        for name in ["a", "b", "pbrain-c", "pbrain-d.py"] {
            folder.write(name, "#!/bin/sh\n");
            make_executable(&folder.path(name));
        }
        folder.write("notes.txt", "");
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path as a text.
    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("folders of tests have plain names").to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("the folder of a test takes files");
        path
    }

    /// A text in which `$/` stands for the folder.
    pub(crate) fn fill(&self, text: &str) -> String {
        text.replace("$/", &self.text(""))
    }
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let rights = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, rights).expect("own files take rights");
}

#[cfg(not(unix))]
fn make_executable(_: &Path) {}

/// An opening with these moves, by column and row.
pub(crate) fn opening(name: &str, moves: &[(usize, usize)]) -> Opening {
    let moves = moves.iter().map(|&(column, row)| Point::new(column, row)).collect();
    Opening { name: name.to_owned(), moves }
}

/// Openings as if every file held three, and one were built in for 15x15; `missing` and
/// `missing.txt` are not there, and no opening may begin in the corner.
pub(crate) struct Openings;

impl OpeningsSource for Openings {
    fn read(
        &self,
        path: &Path,
        form: Option<OpeningForm>,
        size: BoardSize,
        rule: Rule,
    ) -> Result<Vec<Opening>, String> {
        let name = path.file_name().expect("a name").to_string_lossy();
        if ["missing", "missing.txt"].contains(&&*name) {
            return Err(format!("{name}: no such file"));
        }
        let name = format!("{name} {form:?} {size} {rule}");
        let moves = [(7, 7), (8, 8), (9, 9)];
        Ok((1..=3).map(|line| opening(&format!("{name}:{line}"), &moves[..line])).collect())
    }

    fn built_in(&self, style: OpeningStyle, _: Rule, size: BoardSize) -> Vec<Opening> {
        let found = size == BoardSize::square(15);
        if found { vec![opening(&format!("{style} 1"), &[(7, 7)])] } else { Vec::new() }
    }

    fn check(&self, opening: &Opening, _: BoardSize, _: Rule) -> Result<(), String> {
        let in_corner = opening.moves.first() == Some(&Point::new(0, 0));
        if in_corner { Err("it begins in the corner".to_owned()) } else { Ok(()) }
    }
}

/// The tournament that a draft is.
pub(crate) fn checked(draft: &Draft) -> Checked {
    check(draft, &Openings, PROCESSORS).unwrap_or_else(|error| panic!("{error}\n{draft:?}"))
}

/// Returns why a draft is no tournament.
pub(crate) fn refused(draft: &Draft) -> String {
    let checked = check(draft, &Openings, PROCESSORS);
    checked.expect_err("the draft is impossible").to_string()
}
