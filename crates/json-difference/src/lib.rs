//! The parts in which two JSON values differ, with a path to each.
//!
//! ```
//! use json_difference::differences;
//! use serde_json::json;
//!
//! let one = json!({"seed": 1, "engines": [{"name": "A", "nodes": 100}]});
//! let other = json!({"seed": 2, "engines": [{"name": "A", "nodes": null}]});
//! let found: Vec<_> = differences(&one, &other).iter().map(|part| part.to_string()).collect();
//! assert_eq!(found, ["engines[A].nodes: 100 versus null", "seed: 1 versus 2"]);
//! ```

use std::fmt;

use serde_json::Value;

/// The longest value in a message, in characters.
const MAX_LENGTH: usize = 40;

/// A part in which two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path of the part, such as `engines[1].limits`; empty for the whole value. An element
    /// that has the same `name` in both values is called by it: `engines[A].limits`.
    pub path: String,
    /// The part of the first value as text; `null` if it has none. Long values are shortened.
    pub left: String,
    /// The part of the second value.
    pub right: String,
}

impl fmt::Display for Difference {
    /// Writes `path: left versus right`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} versus {}", self.path, self.left, self.right)
    }
}

/// Returns the parts in which two values differ, the smallest that have the same path in both.
/// Objects are compared key by key, and lists of the same length element by element. A missing key
/// counts as null.
#[must_use]
pub fn differences(left: &Value, right: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(String::new(), left, right, &mut found);
    found
}

fn compare(path: String, left: &Value, right: &Value, found: &mut Vec<Difference>) {
    match (left, right) {
        (Value::Object(one), Value::Object(other)) => {
            for key in one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))) {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(path, &left[key], &right[key], found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (left, right)) in one.iter().zip(other).enumerate() {
                let name = left["name"].as_str().filter(|_| left["name"] == right["name"]);
                let element = name.map_or_else(|| index.to_string(), str::to_owned);
                compare(format!("{path}[{element}]"), left, right, found);
            }
        }
        _ if left != right => {
            found.push(Difference { path, left: short(left), right: short(right) });
        }
        _ => {}
    }
}

/// Returns a value as text for a message; of a long list, only the length.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= MAX_LENGTH {
        return text;
    }
    match value {
        Value::Array(values) => format!("a list of {}", values.len()),
        Value::String(_) => text.chars().take(MAX_LENGTH - 2).chain(['…', '"']).collect(),
        _ => text.chars().take(MAX_LENGTH - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::differences;

    fn check(left: &Value, right: &Value, expected: &[&str]) {
        let found = differences(left, right);
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{left} {right}");
    }

    #[test]
    fn parts_are_named_by_their_paths() {
        check(&json!({"a": [1, {"b": 2}]}), &json!({"a": [1, {"b": 2}]}), &[]);
        let (left, right) = (json!({"a": [1, {"b": 2}]}), json!({"a": [2, {"b": {"c": 3}}]}));
        check(&left, &right, &["a[0]: 1 versus 2", "a[1].b: 2 versus {\"c\":3}"]);
        check(&json!({"a": 1, "b": 2}), &json!({"a": 1}), &["b: 2 versus null"]);
        check(&json!({"a": 1}), &json!({"a": 1, "c": "x"}), &["c: null versus \"x\""]);
        check(&json!({"a": 1, "b": null}), &json!({"a": 1}), &[]);
    }

    #[test]
    fn long_values_are_shortened() {
        let long: Vec<_> = (0..60).collect();
        check(&json!({"a": long}), &json!({"a": [7]}), &["a: a list of 60 versus [7]"]);
        let text = "x".repeat(60);
        check(&json!(text), &json!(1), &[&format!(": \"{}…\" versus 1", "x".repeat(37))]);
    }
}
