//! The facts about its search in an engine's message. There is no standard; read are the words that
//! open engines use, such as
//!
//! ```text
//! depth 11-26 ev -5 n 36110 n/s 839767 tm 43 pv l8 k8
//! Depth 12-20 | Eval 153 | Time 812ms | H8 I9
//! eval: +M5, nodes=1.2M
//! ```

/// Wins and losses are farther from zero than any evaluation; their distance is taken off.
pub(super) const WIN: f64 = 1e6;

/// The known facts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Reading {
    /// From the view of the engine, in its own units; a win in n plies is [`WIN`] − n.
    pub(super) eval: Option<f64>,
    /// In plies.
    pub(super) depth: Option<u32>,
    /// Positions visited.
    pub(super) nodes: Option<f64>,
}

/// Reads a message; the first figure of each kind counts.
pub(super) fn read(message: &str) -> Reading {
    let mut reading = Reading::default();
    let separators = [' ', '\t', '|', ',', ';', '(', ')', '[', ']', '='];
    let mut words = message.split(separators).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        // `eval:3` and `eval: 3` alike; `n/s` is no `n`.
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
    // A reply that needed no search judges nothing.
    reading.eval = reading.eval.filter(|_| reading.depth != Some(0));
    reading
}

/// An evaluation, or a win or loss such as `+M5` or `-M4`.
fn evaluation(word: &str) -> Option<f64> {
    let sign = if word.starts_with('-') { -1.0 } else { 1.0 };
    let bare = word.trim_start_matches(['+', '-']);
    if let Some(distance) = bare.strip_prefix(['M', 'm', '#']) {
        let distance: f64 = distance.parse::<u16>().ok()?.into();
        return Some(sign * (WIN - distance));
    }
    // Farther than that is a win in somebody's own units.
    number(bare).map(|value| sign * value.min(WIN))
}

/// A number that is not negative, perhaps with a unit.
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
