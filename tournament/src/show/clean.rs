//! Text from engines, escaped for a terminal.
//!
//! Invariant: no control character from an engine reaches the terminal.

/// The maximum number of characters of a text from an engine.
const LONGEST: usize = 200;

/// Returns a text as one line of at most 200 printable characters, with escapes for all others.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut clean = clean_line(text);
    if let Some((end, _)) = clean.char_indices().nth(LONGEST) {
        clean.truncate(end);
        clean.push('…');
    }
    clean
}

/// Returns a line with escapes for all characters that are not printable.
pub(crate) fn clean_line(line: &str) -> String {
    let mut clean = String::new();
    for letter in line.chars() {
        match letter {
            '"' | '\'' | '\\' => clean.push(letter),
            // This also escapes characters that change the direction of text.
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
