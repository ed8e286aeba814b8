//! In which fields two configurations differ, for people.

use serde_json::Value;

use crate::plan::Canonical;

/// The number of differences that are told.
const TOLD: usize = 3;
/// Longest value that is told, in characters.
const LONGEST: usize = 40;

/// The first few differences, each as `name: … versus …`; never empty.
pub(crate) fn differences(there: &Canonical, here: &Canonical) -> Vec<String> {
    let value = |config: &Canonical| {
        serde_json::to_value(config).expect("a value without maps serializes to JSON")
    };
    let mut found = Vec::new();
    compare("", &value(there), &value(here), &mut found);
    let more = found.len().saturating_sub(TOLD);
    found.truncate(TOLD);
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    if found.is_empty() {
        found.push("the ids differ".to_owned());
    }
    found
}

fn compare(name: &str, there: &Value, here: &Value, found: &mut Vec<String>) {
    match (there, here) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
            for key in keys {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                let of = |map: &serde_json::Map<String, Value>| map.get(key).cloned();
                let [one, other] = [of(one), of(other)].map(Option::unwrap_or_default);
                compare(&name, &one, &other, found);
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (i, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&format!("{name}[{i}]"), one, other, found);
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            found.push(format!("{name}: {} versus {}", one.len(), other.len()));
        }
        (one, other) if one != other => {
            found.push(format!("{name}: {} versus {}", text(one), text(other)));
        }
        _ => {}
    }
}

fn text(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}
