//! Strangers' texts, made harmless.
//!
//! Invariant: nothing that an engine said reaches a terminal as it is; characters that would control
//! it are written as escapes.

/// Most characters of a text that is not ours.
const LONGEST: usize = 200;

/// A text of unknown origin, harmless for a terminal: one line of printable characters, cut
/// after 200.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut clean = clean_line(text);
    if let Some((end, _)) = clean.char_indices().nth(LONGEST) {
        clean.truncate(end);
        clean.push('…');
    }
    clean
}

/// A line of any length, harmless for a terminal.
pub(crate) fn clean_line(line: &str) -> String {
    let mut clean = String::new();
    for letter in line.chars() {
        match letter {
            '"' | '\'' | '\\' => clean.push(letter),
            // Escapes whatever is not printable, among it what changes the direction of text.
            _ => clean.extend(letter.escape_debug()),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn texts_of_engines_are_harmless() {
        let check = |text: &str, expected: &str| assert_eq!(clean(text), expected);
        check("pbrain-größe 五", "pbrain-größe 五");
        check("say \"hi\" in C:\\x", "say \"hi\" in C:\\x");
        check("a\u{1b}[2Jb\r\nc\u{7}", "a\\u{1b}[2Jb\\r\\nc\\u{7}");
        check("\u{202e}abc", "\\u{202e}abc");
        check("\u{9b}31m", "\\u{9b}31m");
        assert_eq!(clean(&"x".repeat(500)).chars().count(), 201);
    }
}
