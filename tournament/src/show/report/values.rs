//! The forms that values have in the data of the page.

use serde::Serialize;

use crate::record::Reason;
use crate::show::clean::clean_line;
use crate::statistics::Estimate;

/// The digits of a coordinate.
const DIGITS: &[u8; 22] = b"0123456789abcdefghijkl";

/// The ends of games, and the words of the page for them.
pub(super) const REASONS: [(Reason, &str); 14] = [
    (Reason::Five, "five in a row"),
    (Reason::BoardFull, "board full"),
    (Reason::MoveLimit, "move limit"),
    (Reason::Illegal, "illegal move"),
    (Reason::Foul, "forbidden move"),
    (Reason::TimeoutTurn, "move time"),
    (Reason::TimeoutGame, "game time"),
    (Reason::TimeoutStart, "no start"),
    (Reason::Crash, "crash"),
    (Reason::Protocol, "protocol"),
    (Reason::Memory, "memory"),
    (Reason::Aborted, "aborted"),
    (Reason::Infrastructure, "not started"),
    (Reason::Machine, "machine too busy"),
];

/// A figure with its 95 % interval; JSON has null for what is infinite.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Interval {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl From<Estimate> for Interval {
    fn from(estimate: Estimate) -> Self {
        let Estimate { value, low, high } = estimate;
        Self { value, low, high }
    }
}

/// The number of a reason in the list that the page gets.
pub(super) fn reason_number(reason: Reason) -> usize {
    REASONS.iter().position(|&(known, _)| known == reason).expect("every reason is in the list")
}

/// Two or three digits are enough for a picture.
pub(super) fn round(ms: f64) -> f64 {
    let unit = match ms {
        100.0.. => 1.0,
        1.0..100.0 => 10.0,
        _ => 100.0,
    };
    (ms * unit).round() / unit
}

/// Points as two digits each.
pub(super) fn text_of(points: impl Iterator<Item = (u8, u8)>) -> String {
    let digit = |number: u8| char::from(*DIGITS.get(usize::from(number)).unwrap_or(&b'?'));
    points.flat_map(|(column, row)| [digit(column), digit(row)]).collect()
}

/// Strangers' words: lines of printable characters, the end of them if they are too many.
pub(super) fn cut(text: &str, most: usize) -> String {
    let count = text.chars().count();
    let rest: String = text.chars().skip(count.saturating_sub(most)).collect();
    let lines: Vec<String> = rest.lines().map(clean_line).collect();
    let mark = if count > most { "…" } else { "" };
    format!("{mark}{}", lines.join("\n"))
}
