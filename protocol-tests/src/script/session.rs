//! The text of a recorded session, or the log of a runner, which holds the dialogues of many games.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use regex::Regex;
use thiserror::Error;

use crate::outcome::Delivery;
use crate::script::{Action, Item, ParseScriptError, Script, Session, Step};

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
    /// A log holds several dialogues, and no single one was chosen.
    #[error("{} dialogues to replay: choose one with --dialogue: {}", .0.len(), listed(.0))]
    Several(Vec<String>),
    /// A log does not hold the dialogue that was chosen.
    #[error("no dialogue \"{wanted}\": expected {}", listed(known))]
    NoDialogue {
        /// The words that choose a dialogue.
        wanted: String,
        /// The names of all dialogues.
        known: Vec<String>,
    },
}

/// Lists the names of dialogues; of many, only the first.
fn listed(names: &[String]) -> String {
    if names.is_empty() {
        return "a log that names its engines".to_owned();
    }
    let shown: Vec<_> = names.iter().take(NAMED).map(|name| format!("\"{name}\"")).collect();
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.join(", ") + &more
}

/// The name of a dialogue in a log. A session, which has only one dialogue, names neither game nor engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Dialogue<'a> {
    game: &'a str,
    engine: &'a str,
}

impl fmt::Display for Dialogue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.engine)
    }
}

/// A line of a log: an optional time and name, an arrow, and the text. `>` and `<-` point to the
/// engine, `<` and `->` away from it, as in the logs of runners.
static LOGGED: LazyLock<Regex> = LazyLock::new(|| {
    let time = r"(?:\[[^\]]*\] *)?(?:[0-9][0-9:.]* *(?:ms|s)? +)?";
    let name = "(?:([A-Za-z0-9_][^<>]*?) *)??";
    let expression = format!("^{time}{name}(->|<-|>\\+|>|<) ?(.*)$");
    Regex::new(&expression).expect("the regular expression is valid")
});

/// A line of the log of `tournament`: the moment, then the game, the engine, a sign and the text. The first
/// line of a run has its command after the moment.
static TIMED: LazyLock<Regex> = LazyLock::new(|| {
    let moment = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z";
    let said = r"([0-9]+\.[0-9]+) (.+?) (<-|->|!!|--)(?: (.*))?";
    let expression = format!("^{moment} (?:{said}|.*)$");
    Regex::new(&expression).expect("the regular expression is valid")
});

/// The beginning of the remark of `tournament` about a new process.
const STARTED: &str = "started as process ";

/// The maximum number of dialogues that an error names.
const NAMED: usize = 8;

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
        Some(Self::parse(text, None).expect("a test parses every built-in session"))
    }

    /// Reads a session: lines `> command of the manager` and `< reply of the engine`, each with an
    /// optional time and name before it, and the statements of the case language that wait or act on
    /// the process. Of the log of a runner it reads the dialogue that `wanted` names: by the game and the
    /// engine, as in `1.0 mine`, or by one of them if that is enough.
    ///
    /// # Errors
    /// Returns an error if a line is none of these, if no line is sent at all, or if a log does not hold
    /// exactly one such dialogue.
    pub fn parse(text: &str, wanted: Option<&str>) -> Result<Self, ReadSessionError> {
        let mut entries = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let wrong =
                    |reason| ParseScriptError { line: index + 1, text: line.to_owned(), reason };
                entries.extend(Entry::parse(line).map_err(wrong)?);
            }
        }
        let chosen = chosen(&entries, wanted)?;
        let is_chosen = |dialogue| dialogue == chosen || dialogue == Dialogue::default();
        let mut items = Vec::new();
        for entry in entries {
            match entry {
                Entry::Items(more) => items.extend(more),
                Entry::Said { dialogue, arrow, text } if is_chosen(dialogue) => {
                    items.extend(logged_item(arrow, text));
                }
                Entry::Started(dialogue) if is_chosen(dialogue) && !items.is_empty() => {
                    let (text, action) = (String::new(), Action::Restart);
                    items.push(Item::Step(Step { line: 1, text, action }));
                }
                Entry::Said { .. } | Entry::Started(_) => {}
            }
        }
        if !items.iter().any(|item| matches!(item, Item::Send { .. })) {
            return Err(ReadSessionError::Empty);
        }
        Ok(Self { items })
    }
}

/// A text line of a session or a log.
enum Entry<'a> {
    /// A statement.
    Items(Vec<Item>),
    /// A text line to the engine or from it.
    Said { dialogue: Dialogue<'a>, arrow: &'a str, text: &'a str },
    /// The start of a process.
    Started(Dialogue<'a>),
}

impl<'a> Entry<'a> {
    /// Parses a text line, or returns `None` for one that has no part in a dialogue.
    fn parse(line: &'a str) -> Result<Option<Self>, String> {
        let word = line.split_whitespace().next().unwrap_or_default();
        if line == "eol lf" || line == "eol crlf" {
            let lf = line.ends_with(" lf");
            let end = if lf { Delivery::Lf } else { Delivery::Crlf };
            return Ok(Some(Self::Items(vec![Item::EndLines(end)])));
        }
        if STATEMENTS.contains(&word) {
            let script = Script::parse(line, &[]).map_err(|error| error.reason)?;
            return Ok(Some(Self::Items(script.steps.into_iter().map(Item::Step).collect())));
        }
        let part = |part: Option<regex::Match<'a>>| part.map_or("", |part| part.as_str());
        if let Some(timed) = TIMED.captures(line) {
            let dialogue = Dialogue { game: part(timed.get(1)), engine: part(timed.get(2)) };
            let (arrow, text) = (part(timed.get(3)), part(timed.get(4)));
            return Ok(match arrow {
                "<-" | "->" => Some(Self::Said { dialogue, arrow, text }),
                "--" if text.starts_with(STARTED) => Some(Self::Started(dialogue)),
                _ => None,
            });
        }
        let expected = "expected `> line`, `< line`, a line of a log, a comment or a statement";
        let logged = LOGGED.captures(line).ok_or_else(|| format!("invalid line: {expected}"))?;
        let dialogue = Dialogue { game: "", engine: part(logged.get(1)) };
        Ok(Some(Self::Said { dialogue, arrow: part(logged.get(2)), text: part(logged.get(3)) }))
    }
}

/// Returns the only dialogue that has a name and fits the words of a user; of a session, that without a name.
fn chosen<'a>(
    entries: &[Entry<'a>],
    wanted: Option<&str>,
) -> Result<Dialogue<'a>, ReadSessionError> {
    let mut seen = HashSet::from([Dialogue::default()]);
    let known = entries.iter().filter_map(|entry| match entry {
        Entry::Said { dialogue, .. } if seen.insert(*dialogue) => Some(*dialogue),
        _ => None,
    });
    let known: Vec<_> = known.collect();
    let names = |dialogues: &[Dialogue<'_>]| {
        dialogues.iter().map(|dialogue| dialogue.to_string().trim().to_owned()).collect()
    };
    let fits = |dialogue: &Dialogue<'_>, wanted: &str| {
        let Dialogue { game, engine } = *dialogue;
        [game, engine].contains(&wanted) || dialogue.to_string() == wanted
    };
    let mut fitting = known.clone();
    fitting.retain(|dialogue| wanted.is_none_or(|wanted| fits(dialogue, wanted)));
    match (fitting.as_slice(), wanted) {
        ([only], _) => Ok(*only),
        ([], None) => Ok(Dialogue::default()),
        ([], Some(wanted)) => {
            let wanted = wanted.to_owned();
            Err(ReadSessionError::NoDialogue { wanted, known: names(&known) })
        }
        (several, _) => Err(ReadSessionError::Several(names(several))),
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

#[cfg(test)]
mod tests {
    use crate::script::{Action, Item, ReadSessionError, Session};

    /// A log of `tournament` with two runs, in which `mine` is started twice for its game.
    const LOG: &str = "\
2026-01-31T12:00:00.000000Z tournament run -e 'name=mine,cmd=./mine' --log l
2026-01-31T12:00:00.000001Z 0.0 mine -- is started once before the games
2026-01-31T12:00:00.000002Z 0.0 mine -- started as process 7: /opt/mine
2026-01-31T12:00:00.000003Z 0.0 mine <- START 15
2026-01-31T12:00:00.000004Z 0.0 mine -> OK
2026-01-31T12:00:00.000005Z 0.0 mine <- END
2026-01-31T12:00:00.000006Z 0.0 mine -- ended with status 0
2026-01-31T12:00:00.000007Z 0.0 mine -- started as process 8: /opt/mine
2026-01-31T12:00:00.000008Z 0.0 mine <- START 20
2026-01-31T12:00:00.000009Z 0.0 the other <- START 20
2026-01-31T12:00:00.000010Z 0.0 the other -> OK
2026-01-31T12:00:00.000011Z 0.0 mine !! loading
2026-01-31T12:00:00.000012Z 0.0 mine -> MESSAGE ready
2026-01-31T12:00:00.000013Z 0.0 mine -> OK
2026-01-31T12:00:00.000014Z 0.0 mine <- TURN 7,7
2026-01-31T12:00:00.000015Z 0.0 mine -> 8,8
2026-01-31T12:00:00.000016Z 0.0 mine - the other -- 0-1, crash: ended with status 1
2026-01-31T12:00:00.000017Z tournament run -e 'name=mine,cmd=./mine' --log l
2026-01-31T12:00:00.000018Z 1.0 mine <- START 20
";

    /// The dialogue of a text in brief.
    fn told(text: &str, wanted: Option<&str>) -> Result<Vec<String>, ReadSessionError> {
        let item = |item: &Item| match item {
            Item::Send { text, .. } => format!("> {text}"),
            Item::Reply(text) => format!("< {text}"),
            Item::Step(step) if matches!(step.action, Action::Restart) => "restart".to_owned(),
            Item::Step(step) => step.text.clone(),
            Item::EndLines(delivery) => delivery.to_string(),
        };
        Ok(Session::parse(text, wanted)?.items.iter().map(item).collect())
    }

    #[test]
    fn a_dialogue_of_a_log_is_chosen_by_game_and_engine() {
        let mine =
            ["> START 15", "< OK", "> END", "restart", "> START 20", "< OK", "> TURN 7,7", "< 8,8"];
        let check = |wanted: &str, expected: &[&str]| {
            assert_eq!(told(LOG, Some(wanted)).expect(wanted), expected, "{wanted}");
        };
        check("0.0 mine", &mine);
        check("1.0", &["> START 20"]);
        check("the other", &["> START 20", "< OK"]);
    }

    #[test]
    fn a_log_of_several_dialogues_names_them() {
        let check = |text: &str, wanted: Option<&str>, expected: &str| {
            let error = told(text, wanted).expect_err("no single dialogue fits");
            assert_eq!(error.to_string(), expected, "{wanted:?}");
        };
        let choose =
            |count: usize| format!("{count} dialogues to replay: choose one with --dialogue: ");
        let all = "\"0.0 mine\", \"0.0 the other\", \"1.0 mine\"";
        check(LOG, None, &(choose(3) + all));
        check(LOG, Some("0.0"), &(choose(2) + "\"0.0 mine\", \"0.0 the other\""));
        check(LOG, Some("2.0"), &format!("no dialogue \"2.0\": expected {all}"));
        check("one <- START 15\ntwo <- START 15", None, &(choose(2) + "\"one\", \"two\""));
        let many: String = (0..10).map(|engine| format!("e{engine} <- START 15\n")).collect();
        let error = told(&many, None).expect_err("there are ten").to_string();
        assert!(error.ends_with("\"e6\", \"e7\" and 2 more"), "{error}");
        let session = "> START 15\n< ok";
        check(session, Some("x"), "no dialogue \"x\": expected a log that names its engines");
    }

    #[test]
    fn a_session_needs_no_choice() {
        let session = "# a comment\neol lf\n> START 15\n< ok\n\npause 5\n[1] 12 ms mine -> 7,7";
        let expected = ["lf", "> START 15", "< ok", "pause 5", "< 7,7"];
        assert_eq!(told(session, None).expect("it is one"), expected);
        let error = told("> START 15\nbad -- is", None).expect_err("a line is neither");
        assert!(
            error.to_string().contains("line 2, `bad -- is`: invalid line: expected"),
            "{error}"
        );
    }
}
