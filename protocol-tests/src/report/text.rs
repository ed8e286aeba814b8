//! Text for terminals: made harmless, wrapped, cut, coloured.
//!
//! All output of an engine goes through [`harmless`] before it reaches a terminal, so that no
//! engine can move the cursor, change colours or reverse the direction of writing.

use std::time::Duration;

use anstyle::{AnsiColor, Style};
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

use crate::outcome::Speaker;

/// The style of success.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// The style of failure.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// The style of warnings.
pub(super) const ODD: Style = AnsiColor::Yellow.on_default();
/// The style of secondary text.
pub(super) const FAINT: Style = Style::new().dimmed();
/// The style of headings and names.
pub(super) const STRONG: Style = Style::new().bold();

/// Returns the text with the characters escaped that could control a terminal or disguise text:
/// control characters, and those of zero width that join, break or change direction.
pub(super) fn harmless(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if is_harmful(character) {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    escaped
}

fn is_harmful(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Wraps a text to lines of at most `width` columns that begin with `indent`. Blank lines separate
/// paragraphs, whose own line breaks are dropped; lines that begin with a blank, a dash or an asterisk
/// stay separate.
pub(super) fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let mut lines = String::new();
    for paragraph in paragraphs(text) {
        let text = harmless(&paragraph);
        let more = if text.starts_with("- ") || text.starts_with("* ") { "  " } else { "" };
        let later = format!("{indent}{more}");
        let options = Options::new(width).initial_indent(indent).subsequent_indent(&later);
        for line in textwrap::wrap(&text, options.word_splitter(WordSplitter::NoHyphenation)) {
            lines += line.trim_end();
            lines.push('\n');
        }
    }
    lines
}

/// Returns the lines of a text, with the lines of each paragraph joined.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut runs_on = false;
    for line in text.trim().lines() {
        let starts_anew = line.starts_with([' ', '-', '*']) || line.trim().is_empty();
        match paragraphs.last_mut() {
            Some(last) if runs_on && !starts_anew => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => paragraphs.push(line.trim_end().to_owned()),
        }
        runs_on = !line.trim().is_empty();
    }
    paragraphs
}

/// Returns a line of at most `width` columns, without the middle of a longer one.
pub(super) fn squeezed(line: String, width: usize) -> String {
    if display_width(&line) <= width {
        return line;
    }
    let middle = " … ";
    let room = width.saturating_sub(display_width(middle));
    let head = fitting(line.chars(), room - room / 3);
    let tail: String = fitting(line.chars().rev(), room / 3).chars().rev().collect();
    format!("{head}{middle}{tail}")
}

/// Returns the first characters that fit into `width` columns.
fn fitting(characters: impl Iterator<Item = char>, width: usize) -> String {
    let mut used = 0;
    let fits = |character: &char| {
        used += display_width(character.encode_utf8(&mut [0; 4]));
        used <= width
    };
    characters.take_while(fits).collect()
}

/// Pads `text` with blanks on the right to `width` columns.
pub(super) fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(display_width(text));
    format!("{text}{:blanks$}", "")
}

/// Formats a duration: `61 ms`, `3.2 s`, `2 min 5 s`.
pub(super) fn span(time: Duration) -> String {
    let tenths = (time.as_millis() + 50) / 100;
    match tenths {
        0..10 => format!("{} ms", time.as_millis()),
        10..1000 => format!("{}.{} s", tenths / 10, tenths % 10),
        _ => {
            let seconds = time.as_millis().div_ceil(1000);
            format!("{} min {} s", seconds / 60, seconds % 60)
        }
    }
}

/// Formats a duration in milliseconds with one decimal, as in transcripts.
pub(super) fn milliseconds(time: Duration) -> String {
    let micros = time.as_micros();
    format!("{}.{}", micros / 1000, micros % 1000 / 100)
}

/// Returns the sign of a speaker in a transcript.
pub(super) fn sign(speaker: Speaker) -> char {
    match speaker {
        Speaker::Suite => '>',
        Speaker::Engine => '<',
        Speaker::Stderr => '!',
        Speaker::Note => '#',
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use number_text::counted;

    use crate::report::text::{harmless, milliseconds, padded, span, squeezed, wrapped};

    #[test]
    fn control_characters_are_escaped() {
        let check = |text: &str, expected: &str| assert_eq!(harmless(text), expected, "{text:?}");
        check("plain, ä, 石", "plain, ä, 石");
        check("\u{1b}[2Jgone", "\\u{1b}[2Jgone");
        check("bell\u{7}, back\u{8}, line\r\n", "bell\\u{7}, back\\u{8}, line\\r\\n");
        check("\u{9b}31m and \u{7f}", "\\u{9b}31m and \\u{7f}");
        check("a\u{202e}b\u{2066}c", "a\\u{202e}b\\u{2066}c");
        check("a\u{200b}b\u{feff}c", "a\\u{200b}b\\u{feff}c");
    }

    #[test]
    fn paragraphs_are_wrapped_and_lists_kept() {
        let text = "One paragraph\nover two lines.\n\nAnother\n- an item that is long\n- two";
        let expected = "  One paragraph over\n  two lines.\n\n  Another\n  - an item that is\n    \
                        long\n  - two\n";
        assert_eq!(wrapped(text, "  ", 20), expected);
    }

    #[test]
    fn long_lines_lose_their_middle() {
        let check = |line: &str, width: usize, expected: &str| {
            assert_eq!(squeezed(line.to_owned(), width), expected, "{line:?} in {width}");
        };
        check("short", 5, "short");
        check("0123456789abcdef", 12, "012345 … def");
        check("石石石石石石石石", 11, "石石石 … 石");
        check("anything", 0, " … ");
    }

    #[test]
    fn spans_are_written_for_people() {
        let check = |ms: u64, expected: &str| {
            assert_eq!(span(Duration::from_millis(ms)), expected, "{ms} ms");
        };
        check(0, "0 ms");
        check(949, "949 ms");
        check(950, "1.0 s");
        check(3_249, "3.2 s");
        check(99_949, "99.9 s");
        check(99_950, "1 min 40 s");
        check(125_000, "2 min 5 s");
        assert_eq!(milliseconds(Duration::from_micros(12_345)), "12.3");
    }

    #[test]
    fn columns_and_numbers() {
        assert_eq!(padded("石", 4), "石  ");
        assert_eq!(padded("longer", 4), "longer");
        assert_eq!(
            [counted(0, "run"), counted(1, "run"), counted(2, "run")],
            ["0 runs", "1 run", "2 runs"]
        );
    }
}
