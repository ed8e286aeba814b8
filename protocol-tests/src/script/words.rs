//! Words, numbers, quoted bytes and variables in a line of a script.

use std::time::Duration;

use crate::referee::Point;

/// Names that have a value only while a script runs.
pub(super) const RUN_TIME: [&str; 4] = ["free", "far", "last", "theirs"];

/// Takes the first word off a line.
pub(super) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// Parses a number of any kind.
pub(super) fn number<N: std::str::FromStr>(word: &str) -> Result<N, String> {
    word.parse().map_err(|_| format!("invalid number `{word}`"))
}

/// Parses a number of milliseconds.
pub(super) fn milliseconds(word: &str) -> Result<Duration, String> {
    number(word).map(Duration::from_millis)
}

/// Parses a point `x,y`.
pub(super) fn point(word: &str) -> Result<Point, String> {
    word.parse().map_err(|_| format!("invalid point `{word}`: expected x,y"))
}

/// Parses points `x,y x,y`.
pub(super) fn points<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Vec<Point>, String> {
    words.into_iter().map(point).collect()
}

/// Checks that the rest of a line is empty.
pub(super) fn nothing(rest: &str) -> Result<(), String> {
    if rest.is_empty() { Ok(()) } else { Err(format!("unexpected `{rest}`")) }
}

/// Takes a quoted string with escapes off a line.
pub(super) fn quoted(line: &str) -> Result<(Vec<u8>, &str), String> {
    let inner = line.strip_prefix('"').ok_or("missing text in quotes")?;
    let mut bytes = Vec::new();
    let mut rest = inner.char_indices();
    while let Some((index, c)) = rest.next() {
        match c {
            '"' => return Ok((bytes, inner[index + 1..].trim())),
            '\\' => {
                let (_, escape) = rest.next().ok_or("the text ends in a backslash")?;
                let byte = match escape {
                    'r' => b'\r',
                    'n' => b'\n',
                    't' => b'\t',
                    '0' => 0,
                    '\\' | '"' => escape as u8,
                    'x' => {
                        let digits: String =
                            rest.by_ref().take(2).map(|(_, digit)| digit).collect();
                        u8::from_str_radix(&digits, 16)
                            .map_err(|_| format!("invalid byte `\\x{digits}`"))?
                    }
                    _ => return Err(format!("unknown escape `\\{escape}`")),
                };
                bytes.push(byte);
            }
            _ => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    Err("missing closing quote".to_owned())
}

/// Replaces each `$name` or `${name}` by the result of `value`; `None` leaves it unchanged.
pub(crate) fn substitute(
    text: &str,
    mut value: impl FnMut(&str) -> Result<Option<String>, String>,
) -> Result<String, String> {
    let mut done = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        let (before, variable) = rest.split_at(at);
        done.push_str(before);
        let (name, length) = variable_name(variable);
        let replaced = if name.is_empty() { None } else { value(name)? };
        let (whole, after) = variable.split_at(length);
        done.push_str(replaced.as_deref().unwrap_or(whole));
        rest = after;
    }
    done.push_str(rest);
    Ok(done)
}

/// Returns the name after a `$`, empty if there is none, and the length of the whole reference.
fn variable_name(text: &str) -> (&str, usize) {
    let braced = text.strip_prefix("${").and_then(|rest| rest.split_once('}'));
    if let Some((name, _)) = braced {
        return (name, name.len() + "${}".len());
    }
    let rest = &text[1..];
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let name = &rest[..end];
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { (name, 1 + end) } else { ("", 1) }
}

/// Splits at a separator that stands outside quotes and regular expressions.
pub(super) fn split_outside(line: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut inside, mut escaped) = (0, None, false);
    for (index, c) in line.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' && inside.is_some() {
            escaped = true;
        } else if inside == Some(c) {
            inside = None;
        } else if inside.is_none() && (c == '"' || c == '/' && line[start..index].trim().is_empty())
        {
            inside = Some(c);
        } else if inside.is_none() && c == separator {
            parts.push(line[start..index].trim());
            start = index + c.len_utf8();
        }
    }
    parts.push(line[start..].trim());
    parts
}
