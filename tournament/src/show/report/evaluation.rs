//! The facts about a search in an engine's message. Their form is not standardised; this module
//! understands the words of common open-source engines, such as
//!
//! ```text
//! depth 11-26 ev -5 n 36110 n/s 839767 tm 43 pv l8 k8
//! Depth 12-20 | Eval 153 | Time 812ms | H8 I9
//! eval: +M5, nodes=1.2M
//! ```

use serde::Serialize;

/// The absolute evaluation of a win in 0 plies, larger than that of any undecided position.
pub(super) const WIN: f64 = 1e6;

/// The facts about a search, as far as the message states them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Reading {
    /// The evaluation from the view of the engine, in its own units; a win in n plies is [`WIN`] − n.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) eval: Option<f64>,
    /// The depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) depth: Option<u32>,
    /// The number of nodes searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<f64>,
}

/// Parses a message; the first figure of each kind counts.
pub(super) fn read(message: &str) -> Reading {
    let mut reading = Reading::default();
    let separators = [' ', '\t', '|', ',', ';', '(', ')', '[', ']', '='];
    let mut words = message.split(separators).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        // Both `eval:3` and `eval: 3` are common; `n/s` differs from `n`.
        let (key, rest) = word.split_once(':').unwrap_or((word, ""));
        let mut value = || if rest.is_empty() { words.peek().copied() } else { Some(rest) };
        match key.to_ascii_lowercase().as_str() {
            "ev" | "eval" | "evaluation" | "score" | "value" | "winrate" => {
                reading.eval = reading.eval.or_else(|| value().and_then(evaluation));
            }
            "depth" | "d" => {
                let depth = value().and_then(|word| number(word.split(['-', '/']).next()?));
                reading.depth = reading.depth.or(depth.map(|depth| depth as u32));
            }
            "n" | "node" | "nodes" => {
                reading.nodes = reading.nodes.or_else(|| value().and_then(number));
            }
            _ => {}
        }
    }
    // A reply without a search has no meaningful evaluation.
    reading.eval = reading.eval.filter(|_| reading.depth != Some(0));
    reading
}

/// Parses an evaluation, or a win or loss such as `+M5` or `-M4`.
fn evaluation(word: &str) -> Option<f64> {
    let sign = if word.starts_with('-') { -1.0 } else { 1.0 };
    let bare = word.trim_start_matches(['+', '-']);
    if let Some(distance) = bare.strip_prefix(['M', 'm', '#']) {
        let distance: f64 = distance.parse::<u16>().ok()?.into();
        return Some(sign * (WIN - distance));
    }
    // Larger values are wins in the engine's own units.
    number(bare).map(|value| sign * value.min(WIN))
}

/// Parses a number without a sign that may end in a unit.
fn number(word: &str) -> Option<f64> {
    let (digits, unit) = match word.as_bytes().last()? {
        b'K' | b'k' => (&word[..word.len() - 1], 1e3),
        b'M' => (&word[..word.len() - 1], 1e6),
        b'G' => (&word[..word.len() - 1], 1e9),
        b'%' => (&word[..word.len() - 1], 1.0),
        _ => (word, 1.0),
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = digits.parse().ok().filter(|_| is_number)?;
    value.is_finite().then_some(value * unit)
}

#[cfg(test)]
mod tests;
