//! Guesses of the meaning of a word that is not known.

/// The known word that is most like this one, if any is like it enough to be meant.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let ranked = known.into_iter().map(|name| (distance(&word, name), name));
    // A third of the letters may be wrong: "depht" is depth, "foo" is nothing.
    let enough = (word.chars().count() / 3).max(1);
    ranked.filter(|&(distance, _)| distance <= enough).min().map(|(_, name)| name)
}

/// Letters to change; a beginning is one letter away whatever it lacks.
fn distance(word: &str, name: &str) -> usize {
    if word.len() >= 2 && (name.starts_with(word) || word.starts_with(name)) {
        return 1;
    }
    strsim::damerau_levenshtein(word, name)
}

/// The end of an error message: which word was meant, if one is near.
pub(crate) fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!("; did you mean {near}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names() {
        let known = ["concurrency", "drawafter", "games", "gauntlet", "depth"];
        for (word, expected) in [
            ("concurency", Some("concurrency")),
            ("draw-after", Some("drawafter")),
            ("game", Some("games")),
            ("Gauntlet", Some("gauntlet")),
            ("depht", Some("depth")),
            ("foo", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
    }
}
