//! Suggestions for misspelt words ("did you mean").

/// Returns the known word nearest to a misspelt one, if one is near enough. Capital letters make no difference.
///
/// ```
/// use dolmen::near::nearest;
///
/// assert_eq!(nearest("maxvisit", ["maxTime", "maxVisits"]), Some("maxVisits"));
/// assert_eq!(nearest("foo", ["maxTime", "maxVisits"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    // Up to a third of the letters may be wrong: "depht" is near "depth", "foo" is near nothing.
    let max = (word.chars().count() / 3).max(1);
    let ranked = known
        .into_iter()
        .filter_map(|name| Some((distance(&word, &name.to_lowercase(), max)?, name)));
    ranked.min().map(|(_, name)| name)
}

/// Returns the edit distance if it is at most `max`; a prefix counts as one edit.
fn distance(word: &str, name: &str, max: usize) -> Option<usize> {
    if word.len() >= 2 && (name.starts_with(word) || word.starts_with(name)) {
        return Some(1);
    }
    // The difference of the lengths is a lower bound, which leaves out most words.
    let lengths = [word, name].map(|text| text.chars().count());
    let is_possible = lengths[0].abs_diff(lengths[1]) <= max;
    is_possible.then(|| strsim::damerau_levenshtein(word, name)).filter(|&distance| distance <= max)
}

/// Returns the end of a message that suggests a word; empty if there is none.
#[must_use]
pub fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!("; did you mean {near}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names() {
        let known = ["concurrency", "drawafter", "games", "gauntlet", "depth", "maxVisits"];
        for (word, expected) in [
            ("concurency", Some("concurrency")),
            ("draw-after", Some("drawafter")),
            ("game", Some("games")),
            ("Gauntlet", Some("gauntlet")),
            ("depht", Some("depth")),
            ("max_visits", Some("maxVisits")),
            ("foo", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
    }
}
