//! Commands as rows of a table, from which their parser and their text follow.

use std::fmt;

/// The argument of a command.
pub(crate) trait Argument: Sized + fmt::Display {
    /// The expected form, for the error about another one.
    const EXPECTED: &'static str;

    /// Parses an argument; `None` if it is malformed.
    fn parse(text: &str) -> Option<Self>;
}

/// The error for a text line that is not a command.
///
/// ```
/// use dolmen::protocol::command::{Command, ParseCommandError};
///
/// assert_eq!(Command::parse("HELLO"), Err(ParseCommandError::Unknown));
/// let error = Command::parse("START big").unwrap_err();
/// assert_eq!(error.to_string(), "START expects one number from 5 to 22, such as 15");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCommandError {
    /// The text line is blank; it needs no reply.
    Blank,
    /// The first word is not the name of a command.
    Unknown,
    /// The argument of the command is invalid.
    Malformed {
        /// The name of the command.
        command: &'static str,
        /// The expected form of the argument.
        expected: &'static str,
    },
}

impl fmt::Display for ParseCommandError {
    /// Writes the error without quoting the text line, which may contain bytes that harm a
    /// terminal or a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => write!(f, "blank line"),
            Self::Unknown => f.write_str(
                "command not recognized: expected one such as START, BEGIN, TURN, BOARD, INFO or END",
            ),
            Self::Malformed { command, expected } => write!(f, "{command} expects {expected}"),
        }
    }
}

impl std::error::Error for ParseCommandError {}

/// Defines an enum of commands by rows with the name, further names, the variant and the type of its
/// argument.
///
/// The names of a variant are in upper case; the first one is written. The variants of the block `others`
/// are read and written by code of their own.
macro_rules! commands {
    (@parse $variant:ident, $name:literal, $text:ident) => {
        Ok(Self::$variant)
    };
    (@parse $variant:ident $argument:ty, $name:literal, $text:ident) => {
        <$argument as Argument>::parse($text).map(Self::$variant).ok_or(
            ParseCommandError::Malformed { command: $name, expected: <$argument as Argument>::EXPECTED },
        )
    };
    (
        $(#[$about:meta])*
        pub enum $type:ident;
        $(
            $(#[doc = $row_about:literal])+
            $name:literal $(| $alias:literal)* => $variant:ident $(($argument:ty))?;
        )*
        $(others { $($(#[$other_about:meta])* $other:ident $body:tt,)* })?
    ) => {
        $(#[$about])*
        pub enum $type {
            $(
                #[doc = concat!("`", $name, "`:", $($row_about),+)]
                $variant $(($argument))?,
            )*
            $($($(#[$other_about])* $other $body,)*)?
        }

        impl $type {
            /// The names of the rows.
            const NAMES: &[&str] = &[$($name $(, $alias)*),*];

            /// Parses a command by its name in upper case and its argument; `None` if no row has the
            /// name.
            fn parse_row(name: &str, argument: &str) -> Option<Result<Self, ParseCommandError>> {
                Some(match name {
                    $($name $(| $alias)* => {
                        commands!(@parse $variant $($argument)?, $name, argument)
                    })*
                    _ => return None,
                })
            }

            /// Returns the text line of a command that has a row, without its end.
            fn row_text(&self) -> String {
                let argument = match self {
                    $($(Self::$variant(argument) => <$argument>::to_string(argument),)?)*
                    _ => String::new(),
                };
                let name = match self {
                    $(Self::$variant { .. } => $name,)*
                    $($(Self::$other { .. } => "",)*)?
                };
                if argument.is_empty() { name.to_owned() } else { format!("{name} {argument}") }
            }
        }
    };
}

pub(crate) use commands;
