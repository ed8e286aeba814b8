//! Recorded sessions as cases.

use std::fs;
use std::path::Path;

use crate::case::{Case, Group, Process, RECORDED, ReadCasesError, Variation};
use crate::outcome::{Delivery, Level};
use crate::script::{Action, Script, Session, Step};

/// Returns recorded sessions as a group of cases, whose identifiers are the names of the files. They
/// run alone, in this order. `dialogue` chooses one of the dialogues that the log of a runner holds.
///
/// # Errors
/// Returns an error if a file cannot be read or is no session, or if a log does not hold exactly one such
/// dialogue.
pub fn recorded(
    files: &[impl AsRef<Path>],
    dialogue: Option<&str>,
) -> Result<Group, ReadCasesError> {
    let cases: Result<_, _> = files.iter().map(|path| case(path.as_ref(), dialogue)).collect();
    Ok(Group {
        file: "recorded".to_owned(),
        letter: RECORDED,
        name: "recorded".to_owned(),
        title: "Recorded sessions".to_owned(),
        about: String::new(),
        cases: cases?,
    })
}

fn case(path: &Path, dialogue: Option<&str>) -> Result<Case, ReadCasesError> {
    let bytes = fs::read(path)
        .map_err(|error| ReadCasesError::Unreadable { path: path.to_owned(), error })?;
    let session = Session::parse(&String::from_utf8_lossy(&bytes), dialogue)
        .map_err(|error| ReadCasesError::Session { path: path.to_owned(), error })?;
    let step = Step { line: 1, text: String::new(), action: Action::Replay(session) };
    let script = Some(Script { steps: vec![step] });
    Ok(Case {
        id: path.display().to_string(),
        name: "recorded session".to_owned(),
        level: Level::Must,
        source: "a recording".to_owned(),
        means: "The engine answers a recorded manager in the way that the manager expects."
            .to_owned(),
        mend: "Find where the transcript departs from the recording: the last line that is not a \
               note is the one the manager would have rejected."
            .to_owned(),
        needs: Vec::new(),
        setup: None,
        timed: true,
        full: false,
        only: vec![Delivery::Crlf],
        modes: Vec::new(),
        variations: vec![Variation { script, ..Variation::default() }],
        process: Process::default(),
        script_text: format!("replay {}", path.display()),
    })
}
