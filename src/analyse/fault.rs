//! The faults of a query, for its sender: the words, the field, the index in a list, and a code for programs.

use std::fmt;

/// The kind of a fault, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// The text line is not a JSON object.
    Json,
    /// The text line is too long.
    TooLong,
    /// A field is missing.
    Missing,
    /// A field has an invalid value.
    Invalid,
    /// A stone or a move is not possible.
    IllegalMove,
    /// Two fields contradict each other.
    Conflict,
    /// The `id` belongs to an open query.
    DuplicateId,
    /// Too many queries are open.
    Busy,
    /// The program is shutting down.
    Closing,
    /// A warning: there is no field of this name.
    UnknownField,
    /// A warning: the field has no effect.
    NoEffect,
    /// The program has a defect.
    Failed,
}

impl Code {
    /// Returns the word for the code.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::TooLong => "too-long",
            Self::Missing => "missing",
            Self::Invalid => "invalid",
            Self::IllegalMove => "illegal-move",
            Self::Conflict => "conflict",
            Self::DuplicateId => "duplicate-id",
            Self::Busy => "busy",
            Self::Closing => "closing",
            Self::UnknownField => "unknown-field",
            Self::NoEffect => "no-effect",
            Self::Failed => "failed",
        }
    }
}

/// An error or a warning about a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) code: Code,
    pub(super) message: String,
    /// The field; empty if the fault is that of the whole text line.
    pub(super) field: String,
    /// The index in the list of the field, from 0.
    pub(super) index: Option<usize>,
}

impl Fault {
    /// Returns a fault of a field.
    pub(super) fn new(code: Code, field: &str, message: impl fmt::Display) -> Self {
        Self { code, message: message.to_string(), field: field.to_owned(), index: None }
    }

    /// Returns the fault of a field with an invalid value.
    pub(super) fn invalid(field: &str, value: &serde_json::Value, expected: &str) -> Self {
        let shown = shortened(&value.to_string());
        Self::new(
            Code::Invalid,
            field,
            format_args!("invalid {field} {shown}: expected {expected}"),
        )
    }

    /// Returns the fault with the index of an element in the field's list.
    pub(super) fn at(self, index: usize) -> Self {
        Self { index: Some(index), ..self }
    }
}

/// Returns the beginning of a text that is too long for a message.
pub(super) fn shortened(text: &str) -> String {
    const MAX_CHARACTERS: usize = 80;
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
