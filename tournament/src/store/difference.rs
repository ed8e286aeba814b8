//! The differences between two configurations, for people.

use crate::plan::Canonical;

/// The maximum number of differences in a message.
const MAX_DIFFERENCES: usize = 3;

/// Returns the first few differences, each as `name: … versus …`; never empty.
pub(crate) fn differences(there: &Canonical, here: &Canonical) -> Vec<String> {
    let [there, here] = [there, here].map(|config| {
        serde_json::to_value(config).expect("a value without maps serializes to JSON")
    });
    let found = json_difference::differences(&there, &here);
    let mut words: Vec<_> = found.iter().take(MAX_DIFFERENCES).map(ToString::to_string).collect();
    match found.len() {
        0 => words.push("the ids differ".to_owned()),
        count if count > MAX_DIFFERENCES => {
            words.push(format!("and {} more", count - MAX_DIFFERENCES))
        }
        _ => {}
    }
    words
}
