//! The numbers in commands.
//!
//! Blanks around commas are ignored. A field that is not a number invalidates the whole list.

use dolmen::rules::Rule;

/// Parses numbers separated by commas or blanks. Returns an empty list if a field is not a number.
pub(super) fn numbers(text: &str) -> Vec<i64> {
    let fields = text.split(|c: char| c == ',' || c.is_whitespace());
    let numbers: Result<Vec<i64>, _> =
        fields.filter(|field| !field.is_empty()).map(str::parse).collect();
    numbers.unwrap_or_default()
}

/// Parses a list of exactly two numbers.
pub(super) fn pair(text: &str) -> Option<(i64, i64)> {
    match numbers(text)[..] {
        [first, second] => Some((first, second)),
        _ => None,
    }
}

/// Returns the rule of a sum of bits: 1 exactly five, 4 renju, 8 caro, 16 omok.
pub(super) const fn rule(sum: i64) -> Rule {
    if sum & 4 != 0 {
        Rule::Renju
    } else if sum & 9 == 9 {
        Rule::Caro
    } else if sum & 8 != 0 {
        Rule::Caro6
    } else if sum & 16 != 0 {
        Rule::Omok
    } else if sum & 1 != 0 {
        Rule::Standard
    } else {
        Rule::Freestyle
    }
}
