//! The names of opening protocols.

use std::fmt;
use std::str::FromStr;

/// An opening protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum Protocol {
    /// Three stones, and a choice of colours.
    Swap,
    /// Three stones, and a choice of colours or two more stones and a choice.
    Swap2,
    /// The rule of the Renju International Federation from 1996 to 2008.
    Rif,
    /// Yamaguchi's rule.
    Yamaguchi,
    /// Soosõrv's rule with up to eight fifth stones.
    Soosorv8,
    /// Tarannikov's rule: five stones with a swap after each.
    Tarannikov,
    /// Taraguchi's rule with ten fifth stones.
    Taraguchi10,
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 7] = [
        Self::Swap,
        Self::Swap2,
        Self::Rif,
        Self::Yamaguchi,
        Self::Soosorv8,
        Self::Tarannikov,
        Self::Taraguchi10,
    ];

    /// Returns whether the protocol is one of renju, whose first stone is on the centre.
    #[must_use]
    pub const fn is_of_renju(self) -> bool {
        !matches!(self, Self::Swap | Self::Swap2)
    }

    /// Returns whether the players may swap after each of the first stones.
    pub(super) const fn swaps_after_each(self) -> bool {
        matches!(self, Self::Tarannikov | Self::Taraguchi10)
    }
}

impl fmt::Display for Protocol {
    /// Writes the name in small letters: `swap2`, `taraguchi-10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Rif => "rif",
            Self::Yamaguchi => "yamaguchi",
            Self::Soosorv8 => "soosorv-8",
            Self::Tarannikov => "tarannikov",
            Self::Taraguchi10 => "taraguchi-10",
        })
    }
}

/// The error for a text that names no opening protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseProtocolError {
    /// The text.
    pub text: String,
}

impl fmt::Display for ParseProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Protocol::ALL.map(|protocol| protocol.to_string()).join(", ");
        write!(f, "unknown opening protocol {:?}: expected one of {names}", self.text)
    }
}

impl std::error::Error for ParseProtocolError {}

impl FromStr for Protocol {
    type Err = ParseProtocolError;

    fn from_str(text: &str) -> Result<Self, ParseProtocolError> {
        let is_name = |protocol: &Self| protocol.to_string().eq_ignore_ascii_case(text);
        let found = Self::ALL.into_iter().find(is_name);
        found.ok_or_else(|| ParseProtocolError { text: text.to_owned() })
    }
}
