//! The differences between two configurations, in words.

use json_difference::Difference;
use serde_json::Value;

use crate::config::Span;
use crate::plan::Canonical;

/// The maximum number of differences in a message.
const MAX_DIFFERENCES: usize = 3;

/// The names of the settings of an engine, by their fields.
const SETTINGS: [(&str, &str); 12] = [
    ("limits.turn_ms", "the time for a move"),
    ("limits.game_ms", "the time for a game"),
    ("limits.increment_ms", "the increment"),
    ("limits.nodes", "the nodes"),
    ("limits.depth", "the depth"),
    ("limits.threads", "the threads"),
    ("limits.memory", "the memory"),
    ("limits.margin_ms", "the margin"),
    ("limits.startup_ms", "the time to start"),
    ("limits.pause_ms", "the pause"),
    ("profile", "the profile"),
    ("command", "the command"),
];

/// The suffix of the fields with a time in milliseconds.
const MS: &str = "_ms";

/// A difference, and the engines that have it.
struct Found {
    /// The difference in words, without its values.
    thing: String,
    values: String,
    engines: Vec<String>,
}

/// Returns the first few differences, such as `the program of engine a has changed` or
/// `seed: 1 versus 2`; never empty.
pub(crate) fn differences(there: &Canonical, here: &Canonical) -> Vec<String> {
    let [names, own] = [there, here].map(|config| {
        config.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>().join(", ")
    });
    if names != own {
        return vec![format!("the engines: {names} versus {own}")];
    }
    let [there, here] = [there, here].map(|config| {
        let value = serde_json::to_value(config).expect("a value without maps serializes to JSON");
        with_named_options(value)
    });
    let mut found: Vec<Found> = Vec::new();
    for difference in json_difference::differences(&there, &here) {
        let Found { thing, values, engines } = in_words(&difference);
        match found.iter_mut().find(|known| known.thing == thing && known.values == values) {
            Some(known) => known.engines.extend(engines),
            None => found.push(Found { thing, values, engines }),
        }
    }
    let mut words: Vec<_> = found.iter().take(MAX_DIFFERENCES).map(Found::text).collect();
    match found.len() {
        0 => words.push("the ids differ".to_owned()),
        count if count > MAX_DIFFERENCES => {
            words.push(format!("and {} more", count - MAX_DIFFERENCES))
        }
        _ => {}
    }
    words
}

impl Found {
    fn text(&self) -> String {
        let Self { thing, values, engines } = self;
        match engines.as_slice() {
            [] => format!("{thing}{values}"),
            [engine] => format!("{thing} of engine {engine}{values}"),
            [first @ .., last] => {
                format!("{thing} of engines {} and {last}{values}", first.join(", "))
            }
        }
    }
}

/// Returns a configuration in which the options of engines, pairs of a key and a value, are objects, so that
/// their differences have the keys in their paths.
fn with_named_options(mut config: Value) -> Value {
    let engines = config.get_mut("engines").and_then(Value::as_array_mut);
    for options in engines.into_iter().flatten().filter_map(|engine| engine.get_mut("options")) {
        let pairs = options.as_array().into_iter().flatten();
        let named = pairs.filter_map(|pair| Some((pair.get(0)?.as_str()?, pair.get(1)?)));
        let named = named.map(|(key, value)| (key.to_owned(), value.clone()));
        *options = Value::Object(named.collect());
    }
    config
}

/// Returns a difference of JSON in words.
fn in_words(difference: &Difference) -> Found {
    let Difference { path, left, right } = difference;
    let plain = |thing: &str| Found {
        thing: thing.to_owned(),
        values: format!(": {} versus {}", figure(left, false), figure(right, false)),
        engines: Vec::new(),
    };
    if path.starts_with("openings") {
        return Found { values: String::new(), ..plain("the openings differ") };
    }
    let setting = path.strip_prefix("engines[").and_then(|rest| rest.rsplit_once("]."));
    let Some((engine, field)) = setting else { return plain(path) };
    let engines = vec![engine.to_owned()];
    if field == "hash" {
        let values = " has changed".to_owned();
        return Found { values, engines, ..plain("the program") };
    }
    let known = SETTINGS.iter().find(|(name, _)| field.starts_with(name));
    let option = field.strip_prefix("options.").map(|key| format!("option {key}"));
    let thing = known.map_or(option.as_deref().unwrap_or(field), |(_, words)| words);
    let [left, right] = [left, right].map(|value| figure(value, field.ends_with(MS)));
    Found { values: format!(": {left} versus {right}"), engines, ..plain(thing) }
}

/// Returns a value of JSON in its written form.
fn figure(value: &str, is_ms: bool) -> String {
    match value.parse() {
        _ if value == "null" => "none".to_owned(),
        Ok(ms) if is_ms => {
            let time = std::time::Duration::try_from_secs_f64(f64::max(ms, 0.0) / 1e3);
            Span(time.unwrap_or_default()).to_string()
        }
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::differences;
    use crate::config::{Config, Profile};
    use crate::testing::{Tournament, config, engine};

    /// Checks the differences of a tournament of three engines from one that was changed.
    fn check(change: impl FnOnce(&mut Config), expected: &[&str]) {
        let there = Tournament::new(3, 2);
        let mut changed = config(3, 2);
        change(&mut changed);
        let here = Tournament::of(changed);
        assert_eq!(differences(&there.plan.canonical, &here.plan.canonical), expected);
    }

    #[test]
    fn differences_have_the_words_of_users() {
        let turn = |ms| Some(Duration::from_millis(ms));
        check(
            |config| config.engines.iter_mut().for_each(|engine| engine.limits.turn = turn(200)),
            &["the time for a move of engines A, B and C: 1s versus 200ms"],
        );
        check(
            |config| {
                config.engines[1].limits.nodes = Some(500);
                config.engines[1].limits.turn = None;
                config.engines[2].profile = Profile::Piskvork;
                config.conditions.seed = 9;
            },
            &[
                "the nodes of engine B: none versus 500",
                "the time for a move of engine B: 1s versus none",
                "the profile of engine C: \"plain\" versus \"piskvork\"",
                "and 1 more",
            ],
        );
        check(
            |config| config.engines[1].options = vec![("level".to_owned(), "3".to_owned())],
            &["option level of engine B: none versus \"3\""],
        );
        check(
            |config| config.engines.push(engine("D")),
            &["the engines: A, B, C versus A, B, C, D"],
        );
        check(|config| config.openings.push(config.openings[0].clone()), &["the openings differ"]);
    }

    #[test]
    fn a_changed_program_is_named() {
        let there = Tournament::new(2, 2).plan.canonical;
        let mut here = there.clone();
        here.engines[1].hash = "another".to_owned();
        assert_eq!(differences(&there, &here), ["the program of engine B has changed"]);
        assert_eq!(differences(&there, &there), ["the ids differ"]);
    }
}
