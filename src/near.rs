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
    let ranked = known.into_iter().map(|name| (distance(&word, &name.to_lowercase()), name));
    // Up to a third of the letters may be wrong: "depht" is near "depth", "foo" is near nothing.
    let enough = (word.chars().count() / 3).max(1);
    ranked.filter(|&(distance, _)| distance <= enough).min().map(|(_, name)| name)
}

/// Returns the edit distance; a prefix counts as one edit.
fn distance(word: &str, name: &str) -> usize {
    if word.len() >= 2 && (name.starts_with(word) || word.starts_with(name)) {
        return 1;
    }
    strsim::damerau_levenshtein(word, name)
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
