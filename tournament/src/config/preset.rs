//! Presets: the conditions of contests, by name.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use dolmen::near::{nearest, suggestion};
use thiserror::Error;

use crate::config::Draft;

/// The conditions, as TOML.
const PRESETS: &str = include_str!("presets.toml");

/// The error for a name that no preset has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown preset {name:?}{}; expected one of {}", suggestion(meant(name)), list())]
pub struct UnknownPreset {
    /// The name.
    pub name: String,
}

/// Returns the conditions of a contest, without engines.
///
/// # Errors
/// Returns an error if there is no contest of that name.
pub fn preset(name: &str) -> Result<Draft, UnknownPreset> {
    let found = presets().get(name).cloned();
    found.ok_or_else(|| UnknownPreset { name: name.to_owned() })
}

/// Returns the names of all contests.
fn names() -> impl Iterator<Item = &'static str> {
    presets().keys().map(String::as_str)
}

/// Returns the name nearest to a misspelt one, unless several names begin with it.
fn meant(name: &str) -> Option<&'static str> {
    let is_beginning = names().filter(|known| known.starts_with(name)).count() > 1;
    nearest(name, names()).filter(|_| !is_beginning)
}

fn list() -> String {
    names().collect::<Vec<_>>().join(", ")
}

fn presets() -> &'static BTreeMap<String, Draft> {
    static PARSED: OnceLock<BTreeMap<String, Draft>> = OnceLock::new();
    PARSED.get_or_init(|| toml::from_str(PRESETS).expect("a test reads the presets"))
}

#[cfg(test)]
mod tests {
    use dolmen::rules::Rule;

    use super::{names, preset};
    use crate::config::{Draft, RuleText, check};

    /// Adds two engines to a preset.
    fn with_engines(draft: Draft) -> Draft {
        let engines = ["a", "b"].map(|name| {
            let program = std::env::current_exe().expect("a test has a program");
            format!("[[engine]]\nname = \"{name}\"\ncmd = [{:?}]\n", program.display().to_string())
        });
        draft.overlaid(toml::from_str(&engines.concat()).expect("it is TOML"))
    }

    #[test]
    fn every_contest_can_be_played() {
        for name in names() {
            let draft = preset(name).expect("it is a name");
            let checked = check(&with_engines(draft), 4);
            let config = checked.unwrap_or_else(|error| panic!("{name}: {error}")).config;
            let is_freezing = config.engines.iter().all(|engine| engine.limits.game.is_some());
            assert!(is_freezing, "{name}");
        }
    }

    #[test]
    fn options_override_the_preset() {
        let said = Draft { size: Some("19".parse().expect("a size")), ..Draft::default() };
        let draft = preset("gomocup-renju").expect("it is a name").overlaid(said);
        assert_eq!(draft.size, Some("19".parse().expect("a size")));
        assert_eq!(draft.rule, Some(RuleText(Rule::Renju)));
    }

    #[test]
    fn unknown_names_are_refused() {
        let error = preset("gomocup-freestile").expect_err("it has a typing error").to_string();
        assert!(error.contains("did you mean gomocup-freestyle?"), "{error}");
        assert!(error.contains("gomocup-caro"), "{error}");
        let error = preset("gomocup").expect_err("several names begin with it").to_string();
        assert!(error.starts_with("unknown preset \"gomocup\"; expected one of "), "{error}");
    }
}
