//! The kinds of lines that an engine sends.

/// The kinds of lines that engines send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `MESSAGE …` or `DEBUG …`, which is no reply.
    Message,
    /// `OK`, exactly.
    Ok,
    /// Digits, a comma, digits, and nothing else.
    Coordinate(u32, u32),
    /// `ERROR …`.
    Error,
    /// `UNKNOWN …`.
    Unknown,
    /// `SWAP`, exactly.
    Swap,
    /// Anything else.
    Other,
}

/// Classifies a line without its end.
pub(crate) fn classify(line: &[u8]) -> Kind {
    let word: Vec<u8> = line
        .iter()
        .take_while(|byte| !byte.is_ascii_whitespace())
        .map(u8::to_ascii_uppercase)
        .collect();
    match word.as_slice() {
        // A keyword without a blank is taken for a move by Piskvork, so it is no message.
        b"MESSAGE" | b"DEBUG" if line.get(word.len()) == Some(&b' ') => Kind::Message,
        b"ERROR" => Kind::Error,
        b"UNKNOWN" => Kind::Unknown,
        _ if line == b"OK" => Kind::Ok,
        _ if line == b"SWAP" => Kind::Swap,
        _ => coordinate(line).map_or(Kind::Other, |(x, y)| Kind::Coordinate(x, y)),
    }
}

/// Reads `x,y` in the one form that every manager understands.
pub(crate) fn coordinate(text: &[u8]) -> Option<(u32, u32)> {
    let text = std::str::from_utf8(text).ok()?;
    let (x, y) = text.split_once(',')?;
    let number = |digits: &str| {
        let plain = !digits.is_empty()
            && digits.len() <= 3
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        if plain { digits.parse().ok() } else { None }
    };
    Some((number(x)?, number(y)?))
}

/// Bytes for people: printable ASCII as it is, the rest escaped, cut after `most` characters.
pub(crate) fn printable(bytes: &[u8], most: usize) -> String {
    let mut text: String = bytes.iter().take(most).map(|&byte| escaped(byte)).collect();
    if bytes.len() > most {
        text.push_str(&format!("… ({} bytes)", bytes.len()));
    }
    text
}

fn escaped(byte: u8) -> String {
    match byte {
        b'\r' => "\\r".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}
