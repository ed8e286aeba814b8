//! Reads options of c-gomoku-cli one by one.

use std::mem;
use std::time::Duration;

use dolmen::near::nearest;

use crate::cli::c_gomoku_cli::DialectError;
use crate::config::{
    C_GOMOKU_CLI, Draft, EloModel, EngineDraft, OpeningForm, OpeningsDraft, Order, Profile, Span,
    SprtDraft, TheirOption, set,
};

/// An option of c-gomoku-cli.
#[derive(Clone, Copy)]
struct Known {
    name: &'static str,
    /// The number of its values, or [`MANY`].
    words: usize,
    effect: Effect,
}

/// The effect of an option.
#[derive(Clone, Copy)]
enum Effect {
    /// Sets a key of the configuration.
    Set(&'static TheirOption),
    /// Carries out the option of this name with these words.
    Read(fn(&mut Reader, &str, &[&str]) -> Result<(), String>),
}

/// The number of values of an option that takes all words up to the next one that begins with `-`.
const MANY: usize = usize::MAX;

/// The options that need code of their own; [`C_GOMOKU_CLI`] has those that only set a key.
const OPTIONS: [Known; 18] = [
    option("-concurrency", 1, |reader, _, words| reader.say("concurrency", words[0])),
    option("-debug", 0, Reader::log),
    option("-draw", 2, |reader, _, words| reader.say("draw", &words.join(","))),
    option("-each", MANY, |reader, _, words| set_engine(&mut reader.draft.each, words)),
    option("-engine", MANY, Reader::engine),
    option("-fatalerror", 0, |reader, _, _| {
        reader.fatal_errors = true;
        Ok(())
    }),
    option("-games", 1, |reader, _, words| {
        number(words[0]).map(|games| reader.games = Some(games))
    }),
    option("-help", 0, |reader, _, _| {
        reader.own.push("--help".to_owned());
        Ok(())
    }),
    option("-log", MANY, Reader::log),
    option("-loseonly", 0, |reader, _, _| {
        reader.note("-loseonly has no effect: all games are kept")
    }),
    option("-msg", 1, Reader::note_no_file),
    option("-openings", MANY, Reader::openings),
    option("-pgn", 1, |reader, _, words| reader.say("pgn", words[0])),
    option("-resign", 2, |reader, _, words| reader.say("resign", &words.join(","))),
    option("-rounds", 1, |reader, _, words| {
        number(words[0]).map(|rounds| reader.rounds = Some(rounds))
    }),
    option("-sample", MANY, Reader::sample),
    option("-sgf", 1, |reader, _, words| reader.say("sgf", words[0])),
    option("-sprt", MANY, Reader::sprt),
];

const fn option(
    name: &'static str,
    words: usize,
    read: fn(&mut Reader, &str, &[&str]) -> Result<(), String>,
) -> Known {
    Known { name, words, effect: Effect::Read(read) }
}

/// Returns all options.
fn options() -> impl Iterator<Item = Known> {
    let of_key = |theirs: &'static TheirOption| {
        let words = usize::from(theirs.fixed.is_none());
        Known { name: theirs.name, words, effect: Effect::Set(theirs) }
    };
    OPTIONS.into_iter().chain(C_GOMOKU_CLI.iter().map(of_key))
}

/// Returns whether a word is a known option.
pub(crate) fn is_option(word: &str) -> bool {
    options().any(|known| known.name == word)
}

/// The engine keys of c-gomoku-cli, each with the key of this program.
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

/// The default log of all games; c-gomoku-cli writes one file for each concurrent game.
const LOG: &str = "c-gomoku-cli.log";

/// The minimum time limit for the start of an engine with a `tolerance`, which applies to START too.
const STARTUP: Duration = Duration::from_secs(10);

/// The part of the command line that has been read so far.
#[derive(Default)]
pub(crate) struct Reader {
    draft: Draft,
    games: Option<u64>,
    rounds: Option<u64>,
    notes: Vec<String>,
    /// Options of the own dialect, with the words that may be their values.
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

    /// Reads an option, and returns the number of words that are its values. `values` is the number of words
    /// before the next one that begins with `-`.
    fn option(
        &mut self,
        option: &str,
        following: &[&str],
        values: usize,
    ) -> Result<usize, DialectError> {
        let name = option.to_owned();
        let Some(known) = options().find(|known| known.name == option) else {
            let near = nearest(option, options().map(|known| known.name));
            return Err(match near {
                _ if !option.starts_with('-') => DialectError::Stray(name),
                Some(near) => DialectError::Misspelt(name, near.to_owned()),
                None => DialectError::Unknown(name),
            });
        };
        let count = if known.words == MANY { values } else { known.words };
        // A value may begin with `-` if it is a negative number.
        let is_value = |word: &&str| !word.starts_with('-') || word.parse::<f64>().is_ok();
        let values = following.get(..count).filter(|values| values.iter().all(is_value));
        let values = values.ok_or_else(|| DialectError::NoValue(name.clone()))?;
        let read = match known.effect {
            Effect::Set(TheirOption { key, fixed, .. }) => {
                self.say(&key.replace('_', "-"), fixed.unwrap_or_else(|| values[0]))
            }
            Effect::Read(read) => read(self, option, values),
        };
        read.map_err(|reason| DialectError::BadValue(name, reason))?;
        Ok(count)
    }

    /// Sets a key of the configuration.
    fn say(&mut self, key: &str, value: &str) -> Result<(), String> {
        set(&mut self.draft, key, value).map_err(|error| error.to_string())
    }

    fn engine(&mut self, _: &str, words: &[&str]) -> Result<(), String> {
        let mut engine = EngineDraft::default();
        set_engine(&mut engine, words)?;
        self.draft.engines.push(engine);
        Ok(())
    }

    fn openings(&mut self, _: &str, words: &[&str]) -> Result<(), String> {
        let offsets = Some(OpeningForm::Offsets);
        let mut openings = OpeningsDraft { form: offsets, ..OpeningsDraft::named("none") };
        for word in words {
            match known_key(word, &["file", "type", "order", "srand"])? {
                // The value may also name a built-in set, which c-gomoku-cli does not have.
                ("file", name) => openings.file = OpeningsDraft::named(name).file,
                ("type", "offset") => openings.form = offsets,
                ("type", "pos") => openings.form = Some(OpeningForm::Positions),
                ("type", _) => return Err(format!("{word}: expected type=offset or type=pos")),
                ("order", "sequential") => openings.order = Some(Order::Sequential),
                ("order", "random") => openings.order = Some(Order::Random),
                ("order", _) => {
                    return Err(format!("{word}: expected order=sequential or order=random"));
                }
                (_, seed) => self.draft.seed = Some(number(seed)?).filter(|&seed| seed != 0),
            }
        }
        self.draft.openings = Some(openings);
        Ok(())
    }

    fn sprt(&mut self, _: &str, words: &[&str]) -> Result<(), String> {
        let mut sprt = SprtDraft { model: Some(EloModel::Logistic), ..SprtDraft::default() };
        for word in words {
            let (key, value) = known_key(word, &["elo0", "elo1", "alpha", "beta"])?;
            set(&mut sprt, key, value).map_err(|error| error.about("a test", key))?;
        }
        self.draft.sprt = Some(sprt);
        Ok(())
    }

    fn sample(&mut self, _: &str, words: &[&str]) -> Result<(), String> {
        for word in words {
            known_key(word, &["freq", "file", "format"])?;
        }
        self.note("-sample is not written: the file of results contains all games")
    }

    /// Reads `-log`, with or without a file, and `-debug`, which implies it.
    fn log(&mut self, _: &str, words: &[&str]) -> Result<(), String> {
        match *words {
            [] if self.draft.log.is_some() => Ok(()),
            [] => {
                self.note(format!("the log of all games is one file, {LOG}"))?;
                self.say("log", LOG)
            }
            [file] => self.say("log", file),
            _ => Err("expected one file".to_owned()),
        }
    }

    fn note_no_file(&mut self, option: &str, words: &[&str]) -> Result<(), String> {
        self.note(format!(
            "{option} {} is not written: the file of results and -sgf have the last message before \
             each move, and -log has all",
            words[0]
        ))
    }

    /// Adds a note, unless it is already there.
    fn note(&mut self, note: impl Into<String>) -> Result<(), String> {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
        Ok(())
    }

    /// Returns the tournament, completed with the defaults of c-gomoku-cli, and the notes.
    pub(crate) fn finish(mut self) -> (Draft, Vec<String>) {
        let mut notes = mem::take(&mut self.notes);
        let draft = &mut self.draft;
        let is_random =
            draft.openings.as_ref().is_some_and(|said| said.order == Some(Order::Random));
        if is_random && draft.seed.is_none() {
            notes.push(
                "without srand the seed is 1 rather than random, so that the same command resumes \
                 the same games"
                    .to_owned(),
            );
        }
        for (index, engine) in draft.engines.iter().enumerate() {
            notes.extend(engine_notes(index, engine, &draft.each));
        }
        let games = self.games.unwrap_or(1).saturating_mul(self.rounds.unwrap_or(1));
        let is_odd = draft.repeat == Some(true) && !games.is_multiple_of(2);
        if is_odd {
            notes.push(format!(
                "{games} games per pairing become {}, because games are played in pairs",
                games + 1
            ));
        }
        draft.games = Some(games.saturating_add(u64::from(is_odd)));
        draft.repeat.get_or_insert(false);
        draft.transform.get_or_insert(false);
        draft.concurrency.get_or_insert(1);
        draft.openings.get_or_insert_with(|| OpeningsDraft::named("none"));
        draft.each.profile.get_or_insert(Profile::CGomokuCli);
        (self.draft, notes)
    }
}

/// Returns notes about the settings of an engine that would surprise a user of c-gomoku-cli.
fn engine_notes(index: usize, engine: &EngineDraft, each: &EngineDraft) -> Vec<String> {
    let name = engine.name.clone().unwrap_or_else(|| format!("engine {}", index + 1));
    let table = |engine| toml::Table::try_from(engine).expect("every engine serializes to TOML");
    let (own, all) = (table(engine), table(each));
    // The engine's own setting overrides that of `-each`.
    let differs = |key| own.get(key).zip(all.get(key)).is_some_and(|(own, all)| own != all);
    let keys = ENGINE_KEYS.iter().filter(|(_, key)| differs(*key));
    let mut notes: Vec<_> =
        keys.map(|(key, _)| format!("{name} uses its own {key}, not that of -each")).collect();
    if ["tc", "nodes", "depth"].iter().all(|key| own.get(*key).or(all.get(*key)).is_none()) {
        notes.push(format!("{name} has no tc and gets 1 s per move instead of unlimited time"));
    }
    notes
}

fn set_engine(engine: &mut EngineDraft, words: &[&str]) -> Result<(), String> {
    let names = ENGINE_KEYS.map(|(name, _)| name);
    for word in words {
        let (key, value) = known_key(word, &names)?;
        let own = ENGINE_KEYS.iter().find(|(name, _)| *name == key).map_or(key, |(_, own)| own);
        engine.set(own, value).map_err(|error| error.about_engine(key))?;
        if key == "tolerance" {
            engine.startup = engine.margin.map(|Span(time)| Span(time.max(STARTUP)));
        }
    }
    Ok(())
}

/// Splits `key=value`. The key must be one of `known`, or for an engine begin with `option.`.
fn known_key<'a>(word: &'a str, known: &[&str]) -> Result<(&'a str, &'a str), String> {
    let (key, value) = word
        .split_once('=')
        .ok_or_else(|| format!("invalid value {word:?}: expected key=value"))?;
    let takes_options = known.contains(&"cmd");
    if known.contains(&key) || (takes_options && key.starts_with("option.")) {
        return Ok((key, value));
    }
    let meant = nearest(key, known.iter().copied());
    let meant = meant.map(|key| format!("; did you mean {key}=?")).unwrap_or_default();
    Err(format!("unknown key {key}={meant}"))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("invalid number {text:?}: expected a whole number of 0 or more"))
}
