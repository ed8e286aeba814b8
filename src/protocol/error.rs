//! The error for a text that is not a value of the protocol.

use std::fmt;

/// The error for a text that is not a value of the protocol, such as a reply.
///
/// ```
/// use dolmen::protocol::coordinate::Coordinate;
/// use dolmen::protocol::notation::Notation;
/// use dolmen::protocol::reply::Reply;
///
/// let error = "7;7".parse::<Coordinate>().unwrap_err();
/// assert_eq!(error.to_string(), r#"invalid coordinates "7;7": expected x,y"#);
/// let error = "words".parse::<Notation>().unwrap_err();
/// let expected = r#"invalid notation "words": expected letters, numbers or yixin"#;
/// assert_eq!(error.to_string(), expected);
/// let error = "7;7".parse::<Reply>().unwrap_err();
/// assert_eq!(error.to_string(), r#"invalid reply "7;7""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: &'static str,
    text: String,
    expected: &'static str,
}

impl ParseError {
    /// Returns the error for a text that is not a value of a kind; `expected` may be empty.
    pub(crate) fn new(kind: &'static str, text: &str, expected: &'static str) -> Self {
        Self { kind, text: text.to_owned(), expected }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, text, expected } = self;
        let separator = if expected.is_empty() { "" } else { ": expected " };
        write!(f, "invalid {kind} {text:?}{separator}{expected}")
    }
}

impl std::error::Error for ParseError {}
