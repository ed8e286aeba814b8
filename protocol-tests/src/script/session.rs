//! The text of a recorded session.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use regex::Regex;
use thiserror::Error;

use crate::outcome::Delivery;
use crate::script::{Item, ParseScriptError, Script, Session};

/// The recorded managers that the program carries.
static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/replays");

/// An error in the text of a session.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadSessionError {
    /// A text line has no place in a session.
    #[error(transparent)]
    Line(#[from] ParseScriptError),
    /// No text line is sent.
    #[error("the session sends nothing")]
    Empty,
}

/// A line of a log: an optional time and name, an arrow, and the text. `>` and `<-` point to the
/// engine, `<` and `->` away from it, as in the logs of runners.
static LOGGED: LazyLock<Regex> = LazyLock::new(|| {
    let time = r"(?:\[[^\]]*\] *)?(?:[0-9][0-9:.]* *(?:ms|s)? +)?";
    let name = "(?:([A-Za-z0-9_][^<>]*?) *)??";
    let expression = format!("^{time}{name}(->|<-|>\\+|>|<) ?(.*)$");
    Regex::new(&expression).expect("the regular expression is valid")
});

/// First words of statements that a session may hold.
const STATEMENTS: [&str; 9] =
    ["pause", "silence", "freeze", "thaw", "close", "exit", "restart", "signal", "mark"];

impl Session {
    /// Returns the recorded manager of a name, with or without `.session`.
    ///
    /// # Panics
    /// Panics if a file that the program carries is wrong, which the tests of this crate exclude.
    pub fn built_in(name: &str) -> Option<Self> {
        let name = name.trim_end_matches(".session");
        let text = BUILT_IN.get_file(format!("{name}.session"))?.contents_utf8()?;
        Some(Self::parse(text).expect("a test parses every built-in session"))
    }

    /// Reads a session: lines `> command of the manager` and `< reply of the engine`, each with an
    /// optional time and name before it, and the statements of the case language that wait or act on
    /// the process. Of a log with several engines, it reads the lines of the first one.
    ///
    /// # Errors
    /// Returns an error if a line is none of these, or no line is sent at all.
    pub fn parse(text: &str) -> Result<Self, ReadSessionError> {
        let mut items = Vec::new();
        let mut engine: Option<String> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong =
                |reason| ParseScriptError { line: index + 1, text: line.to_owned(), reason };
            let word = line.split_whitespace().next().unwrap_or_default();
            if line == "eol lf" || line == "eol crlf" {
                let lf = line.ends_with(" lf");
                items.push(Item::EndLines(if lf { Delivery::Lf } else { Delivery::Crlf }));
            } else if STATEMENTS.contains(&word) {
                let script = Script::parse(line, &[]).map_err(|error| wrong(error.reason))?;
                items.extend(script.steps.into_iter().map(Item::Step));
            } else {
                let expected = "expected `> line`, `< line`, a comment or a statement";
                let logged = LOGGED.captures(line);
                let logged = logged.ok_or_else(|| wrong(format!("invalid line: {expected}")))?;
                let name = logged.get(1).map_or("", |name| name.as_str());
                if engine.get_or_insert_with(|| name.to_owned()) == name {
                    items.extend(logged_item(&logged[2], &logged[3]));
                }
            }
        }
        if !items.iter().any(|item| matches!(item, Item::Send { .. })) {
            return Err(ReadSessionError::Empty);
        }
        Ok(Self { items })
    }
}

/// Returns the item of a logged text line, or `None` for a message.
fn logged_item(arrow: &str, said: &str) -> Option<Item> {
    if [">", ">+", "<-"].contains(&arrow) {
        return Some(Item::Send { text: said.to_owned(), hold: arrow == ">+" });
    }
    let word = said.split_whitespace().next()?.to_ascii_uppercase();
    if ["MESSAGE", "DEBUG"].contains(&word.as_str()) {
        return None;
    }
    // In the suite's own sessions a reply is an expectation; in logs it is the reply of some engine.
    match Script::parse(&format!("< {said}"), &[]) {
        Ok(mut script) => script.steps.pop().map(Item::Step),
        Err(_) => Some(Item::Reply(said.to_owned())),
    }
}
