//! Reads options of c-gomoku-cli one by one.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::arguments::c_gomoku_cli::{DialectError, OPTIONS, Words, bad};
use crate::config::{
    Draft, EloModel, EngineDraft, Format, OpeningForm, OpeningsDraft, Order, Profile, SetError,
    Span, SprtDraft, nearest, with_text,
};

/// Its keys of engines, and ours.
const ENGINE_KEYS: [(&str, &str); 8] = [
    ("cmd", "cmd"),
    ("name", "name"),
    ("tc", "tc"),
    ("depth", "depth"),
    ("nodes", "nodes"),
    ("maxmemory", "memory"),
    ("thread", "threads"),
    ("tolerance", "margin"),
];

/// An engine that needs this long for an answer may need it for START too.
const STARTUP: Duration = Duration::from_secs(10);

/// The part of the command line that was read so far.
#[derive(Default)]
pub(crate) struct Reader {
    draft: Draft,
    games: Option<u64>,
    rounds: Option<u64>,
    notes: Vec<String>,
    /// Options of the own dialect, and what may be their values.
    pub(crate) own: Vec<String>,
    pub(crate) fatal_errors: bool,
}

impl Reader {
    /// Reads all arguments.
    pub(crate) fn read(&mut self, words: &[&str]) -> Result<(), DialectError> {
        let mut rest = words;
        while let Some((&option, following)) = rest.split_first() {
            let values = following.iter().take_while(|word| !word.starts_with('-')).count();
            let taken = if option.starts_with("--") {
                self.own.extend(rest[..=values].iter().map(|&word| word.to_owned()));
                values
            } else {
                self.option(option, following, values)?
            };
            rest = &following[taken..];
        }
        Ok(())
    }

    /// Reads an option, which the next `values` words may belong to; returns how many do.
    fn option(
        &mut self,
        option: &str,
        following: &[&str],
        values: usize,
    ) -> Result<usize, DialectError> {
        let Some(&(_, words)) = OPTIONS.iter().find(|(name, _)| *name == option) else {
            if !option.starts_with('-') {
                return Err(DialectError::Stray(option.to_owned()));
            }
            let near = nearest(option, OPTIONS.iter().map(|&(name, _)| name));
            return Err(DialectError::Unknown { option: option.to_owned(), near });
        };
        let count = match words {
            Words::None => 0,
            Words::One => 1,
            Words::Two => 2,
            Words::Many => values,
        };
        // Where a value must be, it may be a number below 0.
        let is_value = |word: &&str| !word.starts_with('-') || word.parse::<f64>().is_ok();
        let values = following.get(..count).filter(|values| values.iter().all(is_value));
        let values = values.ok_or_else(|| DialectError::NoValue(option.to_owned()))?;
        match values {
            [] if words == Words::None => self.flag(option),
            [value] if words == Words::One => self.value(option, value)?,
            _ => self.list(option, values)?,
        }
        Ok(count)
    }

    /// An option that stands alone.
    fn flag(&mut self, option: &str) {
        match option {
            "-repeat" => self.draft.repeat = Some(true),
            "-transform" => self.draft.transform = Some(true),
            "-gauntlet" => self.draft.format = Some(Format::Gauntlet),
            "-sendbyboard" => self.draft.send_boards = Some(true),
            "-fatalerror" => self.fatal_errors = true,
            "-help" => self.own.push("--help".to_owned()),
            "-loseonly" => self.note("-loseonly has no effect: all games are kept"),
            _ => self.note(format!(
                "{option} has no effect: communication with the engines is not logged"
            )),
        }
    }

    /// An option with one value.
    fn value(&mut self, option: &str, value: &str) -> Result<(), DialectError> {
        match option {
            "-rule" => self.draft.rule = Some(parsed(option, value)?),
            "-boardsize" => self.draft.size = Some(parsed(option, value)?),
            "-games" => self.games = Some(parsed(option, value)?),
            "-rounds" => self.rounds = Some(parsed(option, value)?),
            "-concurrency" => self.draft.concurrency = Some(parsed(option, value)?),
            "-drawafter" => self.draft.draw_after = Some(parsed(option, value)?),
            _ => self.note(format!(
                "{option} {value} is not written: the file of results contains all games, with \
                 the last message before each move"
            )),
        }
        Ok(())
    }

    /// An option with several values.
    fn list(&mut self, option: &str, values: &[&str]) -> Result<(), DialectError> {
        match option {
            "-engine" => {
                let mut engine = EngineDraft::default();
                set_engine(&mut engine, option, values)?;
                self.draft.engines.push(engine);
            }
            "-each" => set_engine(&mut self.draft.each, option, values)?,
            "-openings" => self.openings(option, values)?,
            "-sprt" => self.sprt(option, values)?,
            "-sample" => {
                for value in values {
                    known_key(option, value, &["freq", "file", "format"])?;
                }
                self.note("-sample is not written: the file of results contains all games");
            }
            _ => self.note(format!(
                "{option} has no effect: games are played to the end, because the evaluations of \
                 different engines cannot be compared"
            )),
        }
        Ok(())
    }

    fn openings(&mut self, option: &str, values: &[&str]) -> Result<(), DialectError> {
        let offsets = Some(OpeningForm::Offsets);
        let mut openings = OpeningsDraft { form: offsets, ..OpeningsDraft::empty_board() };
        for word in values {
            let (key, value) = known_key(option, word, &["file", "type", "order", "srand"])?;
            match (key, value) {
                // Also the name of a set, which the other program does not have.
                ("file", name) => {
                    let OpeningsDraft { form, order, .. } = openings;
                    openings = OpeningsDraft { form, order, ..OpeningsDraft::named(name) };
                }
                ("type", "offset") => openings.form = offsets,
                ("type", "pos") => openings.form = Some(OpeningForm::Positions),
                ("order", "sequential") => openings.order = Some(Order::Sequential),
                ("order", "random") => openings.order = Some(Order::Random),
                ("srand", seed) => {
                    self.draft.seed = Some(parsed(option, seed)?).filter(|&seed| seed != 0);
                }
                ("type", _) => {
                    return Err(bad(option, format!("{word}: expected type=offset or type=pos")));
                }
                _ => {
                    return Err(bad(
                        option,
                        format!("{word}: expected order=sequential or order=random"),
                    ));
                }
            }
        }
        self.draft.openings = Some(openings);
        Ok(())
    }

    fn sprt(&mut self, option: &str, values: &[&str]) -> Result<(), DialectError> {
        let mut sprt = SprtDraft { model: Some(EloModel::Logistic), ..SprtDraft::default() };
        for word in values {
            let (key, value) = known_key(option, word, &["elo0", "elo1", "alpha", "beta"])?;
            sprt.set(key, value).map_err(|reason| bad(option, reason))?;
        }
        self.draft.sprt = Some(sprt);
        Ok(())
    }

    fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The tournament with what the other program takes for granted, and what is worth a note.
    pub(crate) fn finish(mut self) -> (Draft, Vec<String>) {
        self.note_differences();
        let repeat = self.draft.repeat.unwrap_or(false);
        let games = self.games.unwrap_or(1).saturating_mul(self.rounds.unwrap_or(1));
        let odd = repeat && !games.is_multiple_of(2);
        if odd {
            self.note(format!(
                "{games} games per pairing become {}, because games are played in pairs",
                games + 1
            ));
        }
        let draft = &mut self.draft;
        draft.games = Some(games.saturating_add(u64::from(odd)));
        draft.repeat.get_or_insert(false);
        draft.transform.get_or_insert(false);
        draft.concurrency.get_or_insert(1);
        draft.openings.get_or_insert_with(OpeningsDraft::empty_board);
        draft.each.profile.get_or_insert(Profile::CGomokuCli);
        (self.draft, self.notes)
    }

    fn note_differences(&mut self) {
        let openings = self.draft.openings.as_ref();
        let is_random = openings.is_some_and(|asked| asked.order == Some(Order::Random));
        if is_random && self.draft.seed.is_none() {
            self.note(
                "without srand the seed is 1 rather than random, so that the same command resumes \
                 the same games",
            );
        }
        let each = self.draft.each.clone();
        let engines = self.draft.engines.clone();
        for (index, engine) in engines.iter().enumerate() {
            let number = || format!("engine {}", index + 1);
            let name = engine.name.clone().unwrap_or_else(number);
            for key in both_say(engine, &each) {
                self.note(format!("{name} uses its own {key}, not that of -each"));
            }
            let all = engine.or(&each);
            if all.tc.is_none() && all.nodes.is_none() && all.depth.is_none() {
                self.note(format!(
                    "{name} has no tc and gets 1 s per move instead of unlimited time"
                ));
            }
        }
    }
}

/// The keys that an engine and all engines have, with different values.
fn both_say(engine: &EngineDraft, each: &EngineDraft) -> Vec<&'static str> {
    // What counts is the engine's own, so that it differs from what it would be without.
    let pairs = [
        ("cmd", differ(engine.cmd.as_ref(), each.cmd.as_ref())),
        ("name", differ(engine.name.as_ref(), each.name.as_ref())),
        ("tc", differ(engine.tc, each.tc)),
        ("depth", differ(engine.depth, each.depth)),
        ("nodes", differ(engine.nodes, each.nodes)),
        ("maxmemory", differ(engine.memory, each.memory)),
        ("thread", differ(engine.threads, each.threads)),
        ("tolerance", differ(engine.margin, each.margin)),
    ];
    pairs.into_iter().filter_map(|(key, differs)| differs.then_some(key)).collect()
}

fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

fn set_engine(engine: &mut EngineDraft, option: &str, values: &[&str]) -> Result<(), DialectError> {
    for word in values {
        let names: Vec<_> = ENGINE_KEYS.iter().map(|&(name, _)| name).collect();
        let (key, value) = known_key(option, word, &names)?;
        let own = ENGINE_KEYS.iter().find(|(name, _)| *name == key).map_or(key, |&(_, own)| own);
        engine.set(own, value).map_err(|error| match error {
            SetError::Value { reason, .. } => bad(option, format!("{key}: {reason}")),
            error => bad(option, error),
        })?;
        if key == "tolerance" {
            engine.startup = engine.margin.map(|Span(time)| Span(time.max(STARTUP)));
        }
    }
    Ok(())
}

/// Splits `key=value`; the key is one of these, or begins with `option.`.
fn known_key<'a>(
    option: &str,
    word: &'a str,
    known: &[&str],
) -> Result<(&'a str, &'a str), DialectError> {
    let (key, value) = word
        .split_once('=')
        .ok_or_else(|| bad(option, format!("invalid value {word:?}: expected key=value")))?;
    let takes_options = known.contains(&"cmd");
    if known.contains(&key) || (takes_options && key.starts_with("option.")) {
        return Ok((key, value));
    }
    let meant = nearest(key, known.iter().copied());
    let meant = meant.map(|key| format!("; did you mean {key}=?")).unwrap_or_default();
    Err(bad(option, format!("unknown key {key}={meant}")))
}

fn parsed<T: FromStr<Err: fmt::Display>>(option: &str, value: &str) -> Result<T, DialectError> {
    value.parse().map_err(|error: T::Err| bad(option, with_text(value, &error)))
}
