//! The text of a recorded session.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

use crate::outcome::Delivery;
use crate::script::{Script, Step};

/// The recorded managers that the program carries, by name.
const BUILT_IN: &[(&str, &str)] = &[
    ("c-gomoku-cli-boards", include_str!("../../../replays/c-gomoku-cli-boards.session")),
    ("c-gomoku-cli-limits", include_str!("../../../replays/c-gomoku-cli-limits.session")),
    ("c-gomoku-cli-two-games", include_str!("../../../replays/c-gomoku-cli-two-games.session")),
    ("gomocup-2021-wrapper", include_str!("../../../replays/gomocup-2021-wrapper.session")),
    ("gomocup-even-opening", include_str!("../../../replays/gomocup-even-opening.session")),
    ("gomocup-first", include_str!("../../../replays/gomocup-first.session")),
    ("gomocup-odd-opening", include_str!("../../../replays/gomocup-odd-opening.session")),
    ("gomocup-second", include_str!("../../../replays/gomocup-second.session")),
    ("gomocup-small-board", include_str!("../../../replays/gomocup-small-board.session")),
    (
        "gomocup-swap2-chooser-stays",
        include_str!("../../../replays/gomocup-swap2-chooser-stays.session"),
    ),
    (
        "gomocup-swap2-chooser-swaps",
        include_str!("../../../replays/gomocup-swap2-chooser-swaps.session"),
    ),
    (
        "gomocup-swap2-chooser-two-and-stay",
        include_str!("../../../replays/gomocup-swap2-chooser-two-and-stay.session"),
    ),
    (
        "gomocup-swap2-chooser-two-and-swap",
        include_str!("../../../replays/gomocup-swap2-chooser-two-and-swap.session"),
    ),
    (
        "gomocup-swap2-opener-chooser-stays",
        include_str!("../../../replays/gomocup-swap2-opener-chooser-stays.session"),
    ),
    (
        "gomocup-swap2-opener-chooser-swaps",
        include_str!("../../../replays/gomocup-swap2-opener-chooser-swaps.session"),
    ),
    (
        "gomocup-swap2-opener-two-and-stay",
        include_str!("../../../replays/gomocup-swap2-opener-two-and-stay.session"),
    ),
    (
        "gomocup-swap2-opener-two-and-swap",
        include_str!("../../../replays/gomocup-swap2-opener-two-and-swap.session"),
    ),
    ("piskvork-first", include_str!("../../../replays/piskvork-first.session")),
    ("piskvork-move-now", include_str!("../../../replays/piskvork-move-now.session")),
    ("piskvork-new-game", include_str!("../../../replays/piskvork-new-game.session")),
    (
        "piskvork-opening-of-3-black",
        include_str!("../../../replays/piskvork-opening-of-3-black.session"),
    ),
    ("piskvork-opening-of-3", include_str!("../../../replays/piskvork-opening-of-3.session")),
    ("piskvork-opening-of-5", include_str!("../../../replays/piskvork-opening-of-5.session")),
    ("piskvork-rectangular", include_str!("../../../replays/piskvork-rectangular.session")),
    ("piskvork-second", include_str!("../../../replays/piskvork-second.session")),
    ("piskvork-undo-one", include_str!("../../../replays/piskvork-undo-one.session")),
    ("piskvork-undo-two", include_str!("../../../replays/piskvork-undo-two.session")),
    (
        "piskvork-undo-while-thinking",
        include_str!("../../../replays/piskvork-undo-while-thinking.session"),
    ),
    ("qpiskvork-one-write", include_str!("../../../replays/qpiskvork-one-write.session")),
    ("yixin-board-game", include_str!("../../../replays/yixin-board-game.session")),
];

/// A recorded session.
#[derive(Clone, Debug)]
pub struct Session {
    pub(crate) items: Vec<Item>,
}

/// A line of a session.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// From here on lines end like this.
    EndLines(Delivery),
    /// The manager's line.
    Send { text: String, hold: bool },
    /// The recorded reply.
    Reply(String),
    /// A statement of the language of the cases.
    Step(Step),
}

/// A line that belongs to no session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSessionError {
    /// Number of the line, from 1; 0 if the whole text is meant.
    pub line: usize,
    /// The line.
    pub text: String,
    /// The fault of the text.
    pub reason: String,
}

impl fmt::Display for ReadSessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, text, reason } = self;
        if *line == 0 { f.write_str(reason) } else { write!(f, "line {line}, `{text}`: {reason}") }
    }
}

impl std::error::Error for ReadSessionError {}

/// A line of a log: perhaps a time and a name, an arrow, what was said. `>` and `<-` point to
/// the engine, `<` and `->` away from it, as in the logs of runners.
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
    /// The recorded manager of a name, with or without `.session`.
    ///
    /// # Panics
    /// If a file that the program carries is wrong, which the tests of this crate exclude.
    pub fn built_in(name: &str) -> Option<Self> {
        let name = name.trim_end_matches(".session");
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(text).expect("a test parses every built-in session"))
    }

    /// Reads a session: lines `> what the manager sent` and `< what the engine answered`, with
    /// times and a name before them or not, and the statements of the case language that wait
    /// or touch the process. Of a log with several engines the first one's lines are read.
    ///
    /// # Errors
    /// If a line is none of these, or no line is sent at all.
    pub fn parse(text: &str) -> Result<Self, ReadSessionError> {
        let mut items = Vec::new();
        let mut engine: Option<String> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |reason: String| ReadSessionError {
                line: index + 1,
                text: line.to_owned(),
                reason,
            };
            let word = line.split_whitespace().next().unwrap_or_default();
            if line == "eol lf" || line == "eol crlf" {
                let lf = line.ends_with(" lf");
                items.push(Item::EndLines(if lf { Delivery::Lf } else { Delivery::Crlf }));
            } else if STATEMENTS.contains(&word) {
                let script = Script::parse(line, &[]).map_err(|error| wrong(error.reason))?;
                items.extend(script.steps.into_iter().map(Item::Step));
            } else {
                let logged = LOGGED.captures(line).ok_or_else(|| {
                    wrong(
                        "invalid line: expected `> line`, `< line`, a comment or a statement"
                            .to_owned(),
                    )
                })?;
                let name = logged.get(1).map_or("", |name| name.as_str());
                if engine.get_or_insert_with(|| name.to_owned()) == name {
                    items.extend(logged_item(&logged[2], &logged[3]));
                }
            }
        }
        if !items.iter().any(|item| matches!(item, Item::Send { .. })) {
            let reason = "the session sends nothing".to_owned();
            return Err(ReadSessionError { line: 0, text: String::new(), reason });
        }
        Ok(Self { items })
    }
}

/// A line that was said; nothing for messages.
fn logged_item(arrow: &str, said: &str) -> Option<Item> {
    if [">", ">+", "<-"].contains(&arrow) {
        return Some(Item::Send { text: said.to_owned(), hold: arrow == ">+" });
    }
    let word = said.split_whitespace().next()?.to_ascii_uppercase();
    if ["MESSAGE", "DEBUG"].contains(&word.as_str()) {
        return None;
    }
    // In our own sessions a reply is an expectation; in logs it is what some engine said.
    match Script::parse(&format!("< {said}"), &[]) {
        Ok(mut script) => script.steps.pop().map(Item::Step),
        Err(_) => Some(Item::Reply(said.to_owned())),
    }
}
