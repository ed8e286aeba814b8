//! The fields of a JSON object, read one by one. A field that the reader has not asked for is unknown.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::analyse::fault::{Code, Fault, shortened};
use crate::near::{nearest, suggestion};

/// The longest time in seconds.
const MAX_SECONDS: f64 = 1e7;

/// The fields of an object that have not been read. `null` counts as absent.
#[derive(Debug)]
pub(super) struct Fields {
    map: Map<String, Value>,
    /// The names that the reader has asked for.
    known: BTreeSet<&'static str>,
}

impl Fields {
    /// Returns the fields of an object.
    pub(super) const fn new(map: Map<String, Value>) -> Self {
        Self { map, known: BTreeSet::new() }
    }

    /// Takes the value of a field.
    pub(super) fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.insert(name);
        self.map.remove(name).filter(|value| !value.is_null())
    }

    /// Returns whether a field has not been read.
    pub(super) fn has(&self, name: &str) -> bool {
        self.map.get(name).is_some_and(|value| !value.is_null())
    }

    /// Adds a field, unless the object has a field of that name.
    pub(super) fn add(&mut self, name: &str, value: Value) {
        self.map.entry(name).or_insert(value);
    }

    /// Takes a text.
    pub(super) fn text(&mut self, name: &'static str) -> Result<Option<String>, Fault> {
        self.take(name).map(|value| text(name, value)).transpose()
    }

    /// Takes a text from a field that must be present.
    pub(super) fn required_text(&mut self, name: &'static str) -> Result<String, Fault> {
        let missing =
            || Fault::new(Code::Missing, name, format_args!("missing {name}: expected a string"));
        self.text(name)?.ok_or_else(missing)
    }

    /// Takes a flag, which is false by default.
    pub(super) fn flag(&mut self, name: &'static str) -> Result<bool, Fault> {
        let Some(value) = self.take(name) else { return Ok(false) };
        value.as_bool().ok_or_else(|| Fault::invalid(name, &value, "true or false"))
    }

    /// Takes a whole number in a range.
    pub(super) fn number(
        &mut self,
        name: &'static str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, Fault> {
        self.take(name).map(|value| number(name, &value, range)).transpose()
    }

    /// Takes a number of seconds, which is at least `least`.
    pub(super) fn seconds(
        &mut self,
        name: &'static str,
        least: f64,
    ) -> Result<Option<Duration>, Fault> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let seconds = value.as_f64().filter(|seconds| (least..=MAX_SECONDS).contains(seconds));
        let expected = || format!("seconds from {least} to {MAX_SECONDS}");
        let seconds = seconds.ok_or_else(|| Fault::invalid(name, &value, &expected()))?;
        Ok(Some(Duration::from_secs_f64(seconds)))
    }

    /// Takes a list.
    pub(super) fn list(&mut self, name: &'static str) -> Result<Option<Vec<Value>>, Fault> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(value) => Err(Fault::invalid(name, &value, "a list")),
        }
    }

    /// Takes a word, and returns its index in the list of allowed words.
    pub(super) fn word(
        &mut self,
        name: &'static str,
        words: &[&str],
    ) -> Result<Option<usize>, Fault> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let is_word =
            |word: &str| value.as_str().is_some_and(|text| word.eq_ignore_ascii_case(text));
        let index = words.iter().position(|word| is_word(word));
        let expected = || format!("one of {}", words.join(", "));
        index.map(Some).ok_or_else(|| Fault::invalid(name, &value, &expected()))
    }

    /// Returns the names of the fields that have not been read.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.map.keys().map(String::as_str)
    }

    /// Returns a warning about each field that has not been read.
    pub(super) fn unknown(&self) -> impl Iterator<Item = Fault> {
        self.names().map(|name| {
            let (shown, near) = (shortened(name), nearest(name, self.known.iter().copied()));
            let words = format!("unknown field {shown:?}{}", suggestion(near));
            Fault::new(Code::UnknownField, &shown, words)
        })
    }
}

/// Returns a value as text.
fn text(name: &str, value: Value) -> Result<String, Fault> {
    match value {
        Value::String(text) => Ok(text),
        value => Err(Fault::invalid(name, &value, "a string")),
    }
}

/// Returns a value as a whole number in a range. Numbers such as `1e6` are whole, too.
pub(super) fn number(name: &str, value: &Value, range: RangeInclusive<i64>) -> Result<i64, Fault> {
    /// Numbers up to here are exact.
    const MAX_EXACT: f64 = 9e15;
    let whole = |number: f64| number.fract() == 0.0 && number.abs() <= MAX_EXACT;
    let of_float = || value.as_f64().filter(|&number| whole(number)).map(|number| number as i64);
    let number = value.as_i64().or_else(of_float).filter(|number| range.contains(number));
    let expected = || match (*range.start(), *range.end()) {
        (i64::MIN, _) => "a whole number".to_owned(),
        (start, end) if start == end => start.to_string(),
        (start, i64::MAX) if value.as_f64().is_some_and(|number| number >= i64::MAX as f64) => {
            format!("a whole number from {start}, below 2^63")
        }
        (start, i64::MAX) => format!("a whole number from {start}"),
        (start, end) => format!("a whole number from {start} to {end}"),
    };
    number.ok_or_else(|| Fault::invalid(name, value, &expected()))
}
