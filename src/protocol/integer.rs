//! Decimal integers, as managers write them.

/// Parses digits with an optional sign and blanks around them.
///
/// A number beyond 64 bits becomes the nearest that fits, so that it fails every range check
/// instead of wrapping into the range.
pub(crate) fn parse(text: &str) -> Option<i64> {
    let text = text.trim_matches(is_blank);
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let magnitude = digits.iter().fold(0_i64, |number, digit| {
        number.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    Some(if negative { -magnitude } else { magnitude })
}

/// Returns whether a character separates words: a blank, a tab, or a stray NUL, vertical tab,
/// form feed or byte order mark.
pub(crate) const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\0' | '\u{b}' | '\u{c}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn integers() {
        for (text, number) in [
            ("0", Some(0)),
            (" 15\t", Some(15)),
            ("+7", Some(7)),
            ("-2147483648", Some(-2_147_483_648)),
            ("007", Some(7)),
            ("99999999999999999999", Some(i64::MAX)),
            ("-99999999999999999999", Some(-i64::MAX)),
            ("", None),
            ("-", None),
            ("+-1", None),
            ("1e3", None),
            ("0x0f", None),
            ("12x", None),
            ("1 2", None),
        ] {
            assert_eq!(parse(text), number, "{text:?}");
        }
    }
}
