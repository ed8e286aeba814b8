//! The behaviours by name. `behaviours.toml` declares them; the build script turns it into the
//! enum [`Behaviour`] and the table [`DECLARATIONS`].

use thiserror::Error;

include!(concat!(env!("OUT_DIR"), "/behaviours.rs"));

/// The declaration of a behaviour, apart from what only the tests use.
#[derive(Debug)]
struct Declaration {
    behaviour: Behaviour,
    /// The name on the command line.
    name: &'static str,
    /// A sentence that describes the behaviour, for the help.
    about: &'static str,
    /// The default number, if the behaviour takes one.
    number: Option<u64>,
    /// Indicates whether the engine uses most of its time for a move, without which the deviation
    /// would not be visible.
    thinks: bool,
}

/// A behaviour and its number, as given on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) behaviour: Behaviour,
    /// The number after `=`, or the default; 0 for a behaviour without a number.
    pub(crate) value: u64,
}

/// A text that names no behaviour, or gives a number to one that takes none.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("unknown behaviour {0:?}: --list shows all behaviours")]
pub(crate) struct ScriptError(String);

impl Script {
    /// Returns a behaviour with its default number.
    #[cfg(test)]
    pub(crate) fn of(behaviour: Behaviour) -> Script {
        Script { behaviour, value: behaviour.declaration().number.unwrap_or(0) }
    }

    /// Parses `name` or `name=number`.
    ///
    /// # Errors
    /// Returns an error if there is no such behaviour, or if it takes no number.
    pub(crate) fn parse(text: &str) -> Result<Script, ScriptError> {
        let error = || ScriptError(text.to_owned());
        let (name, number) = match text.split_once('=') {
            Some((name, number)) => (name, Some(number.parse().map_err(|_| error())?)),
            None => (text, None),
        };
        let declaration = DECLARATIONS.iter().find(|entry| entry.name == name);
        let declaration = declaration.ok_or_else(error)?;
        if number.is_some() && declaration.number.is_none() {
            return Err(error());
        }
        let value = number.or(declaration.number).unwrap_or(0);
        Ok(Script { behaviour: declaration.behaviour, value })
    }

    pub(crate) fn is(self, behaviour: Behaviour) -> bool {
        self.behaviour == behaviour
    }
}

impl Behaviour {
    /// Returns whether the engine uses most of its time for a move.
    pub(crate) fn thinks(self) -> bool {
        self.declaration().thinks
    }

    fn declaration(self) -> &'static Declaration {
        &DECLARATIONS[self as usize]
    }
}

/// Lists the behaviours, one per text line: the name, the default number if any, and the
/// description.
pub(crate) fn list() -> String {
    let line = |entry: &Declaration| {
        let number = entry.number.map_or_else(String::new, |number| format!("={number}"));
        format!("{:28} {}\n", format!("{}{number}", entry.name), entry.about)
    };
    DECLARATIONS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use crate::behaviour::{Behaviour, DECLARATIONS, Script, ScriptError, list};

    #[test]
    fn parses_names_and_numbers() {
        let check = |text: &str, behaviour, value| {
            assert_eq!(Script::parse(text), Ok(Script { behaviour, value }), "{text}");
        };
        check("correct", Behaviour::Correct, 0);
        check("slow", Behaviour::Slow, 1500);
        check("slow=20", Behaviour::Slow, 20);
        for text in ["", "Correct", "correct=1", "slow=", "slow=x", "slower", "slow =1"] {
            assert_eq!(Script::parse(text), Err(ScriptError(text.to_owned())));
        }
    }

    #[test]
    fn lists_a_sentence_for_each() {
        for entry in DECLARATIONS {
            assert_eq!(Script::parse(entry.name), Ok(Script::of(entry.behaviour)));
            assert!(entry.about.ends_with('.'), "{}", entry.name);
        }
        assert_eq!(list().lines().count(), DECLARATIONS.len());
        assert!(list().contains("slow=1500 "));
    }
}
