//! The facts about a search in the message of an engine. Their form is not standardised; this module
//! understands the words of common open-source engines, such as
//!
//! ```text
//! depth 11-26 ev -5 n 36110 n/s 839767 tm 43 pv l8 k8
//! Depth 12-20 | Eval 153 | Time 812ms | H8 I9
//! eval: +M5, nodes=1.2M
//! ```

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A value in units of the engine, which is finite.
    Units(f64),
    /// A win in this number of plies.
    Win(u16),
    /// A loss in this number of plies.
    Loss(u16),
}

/// The facts about a search, as far as a message states them.
///
/// ```
/// use dolmen::protocol::reading::{Reading, Value};
///
/// let reading = Reading::of("Depth 12-20 | Eval -M8 | Node 7.5K");
/// assert_eq!(reading.value, Some(Value::Loss(8)));
/// assert_eq!((reading.depth, reading.nodes), (Some(12), Some(7_500)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// The value for the engine.
    pub value: Option<Value>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
}

impl Reading {
    /// Reads a message; the first figure of each kind counts.
    #[must_use]
    pub fn of(message: &str) -> Self {
        let mut reading = Self::default();
        let separators = [' ', '\t', '|', ',', ';', '(', ')', '[', ']', '='];
        let mut words = message.split(separators).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            // Both `eval:3` and `eval: 3` are common; `n/s` differs from `n`.
            let (key, rest) = word.split_once(':').unwrap_or((word, ""));
            let mut figure = || if rest.is_empty() { words.peek().copied() } else { Some(rest) };
            match key.to_ascii_lowercase().as_str() {
                "ev" | "eval" | "evaluation" | "score" | "value" => {
                    reading.value = reading.value.or_else(|| figure().and_then(value));
                }
                "depth" | "d" => {
                    let depth = figure().and_then(|word| number(word.split(['-', '/']).next()?));
                    reading.depth = reading.depth.or(depth.map(|depth| depth as u32));
                }
                "n" | "node" | "nodes" => {
                    let nodes = figure().and_then(number);
                    reading.nodes = reading.nodes.or(nodes.map(|nodes| nodes as u64));
                }
                _ => {}
            }
        }
        reading
    }

    /// Returns whether the engine moved without a search, such as in reply to a four: its depth is 0, and its
    /// value has no meaning.
    ///
    /// ```
    /// use dolmen::protocol::reading::Reading;
    ///
    /// assert!(Reading::of("depth 0-0 ev 0 n 0").is_unsearched());
    /// assert!(!Reading::of("depth 9-9 ev 0 n 4711").is_unsearched());
    /// assert!(!Reading::of("ev 0").is_unsearched(), "a message without a depth");
    /// ```
    #[must_use]
    pub fn is_unsearched(&self) -> bool {
        self.depth == Some(0)
    }
}

/// Parses a value, or a win or loss such as `+M5` or `-M4`.
fn value(word: &str) -> Option<Value> {
    let is_negative = word.starts_with('-');
    let bare = word.trim_start_matches(['+', '-']);
    if let Some(plies) = bare.strip_prefix(['M', 'm', '#']) {
        let plies = plies.parse().ok()?;
        return Some(if is_negative { Value::Loss(plies) } else { Value::Win(plies) });
    }
    number(bare).map(|units| Value::Units(if is_negative { -units } else { units }))
}

/// Parses a number without a sign that may end in a unit.
fn number(word: &str) -> Option<f64> {
    let (digits, unit) = match word.as_bytes().last()? {
        b'K' | b'k' => (&word[..word.len() - 1], 1e3),
        b'M' => (&word[..word.len() - 1], 1e6),
        b'G' => (&word[..word.len() - 1], 1e9),
        _ => (word, 1.0),
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let value: f64 = digits.parse().ok().filter(|_| is_number)?;
    value.is_finite().then_some(value * unit)
}

#[cfg(test)]
mod tests {
    use super::{Reading, Value};

    #[track_caller]
    fn check(message: &str, value: Option<Value>, depth: Option<u32>, nodes: Option<u64>) {
        assert_eq!(Reading::of(message), Reading { value, depth, nodes }, "{message}");
    }

    #[test]
    fn messages_of_open_engines() {
        let units = |units| Some(Value::Units(units));
        let own = "depth 11-26 ev -5 n 36110 n/s 839767 tm 43 pv l8 k8";
        check(own, units(-5.0), Some(11), Some(36110));
        check("Depth 12-20 | Eval 153 | Time 812ms | H8 I9", units(153.0), Some(12), None);
        let loss = Some(Value::Loss(8));
        check("Speed 20K | Depth 3 | Eval -M8 | Node 7.5K", loss, Some(3), Some(7500));
        check("depth 1-4 ev 0.53 n 120 n/s 40", units(0.53), Some(1), Some(120));
        check("eval: +M5, nodes=1.2M", Some(Value::Win(5)), None, Some(1_200_000));
        check("depth 0-0 ev 0 n 0", units(0.0), Some(0), Some(0));
        check("score:-12 d:4", units(-12.0), Some(4), None);
        check("Depth 9 | EV +33 | pv", units(33.0), Some(9), None);
    }

    #[test]
    fn messages_without_facts() {
        let messages = [
            "",
            "hello",
            "eval",
            "eval é",
            "ev --",
            "depth x n y",
            "ev nan",
            "ev inf",
            "n M",
            "ev 49%",
        ];
        for message in messages {
            check(message, None, None, None);
        }
        check("eval 1e999 eval 4", Some(Value::Units(4.0)), None, None);
    }
}
