//! The rules by name, and what tells one from another.

use std::fmt;
use std::str::FromStr;

use crate::board::Color;

/// The rule of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    #[default]
    Freestyle,
    /// Exactly five win; six or more do nothing.
    Standard,
    /// Black wins by exactly five and may not make a double three, a double four or an
    /// overline, unless the move makes five; white wins by five or more.
    Renju,
    /// Exactly five win, unless an opponent's stone stands at both ends.
    Caro,
    /// As caro, and six or more win whatever stands at their ends ("gomoku+").
    Caro6,
    /// Exactly five win; a double three is forbidden to both, unless the move makes five.
    Omok,
}

/// Which rows of five or more win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Five {
    /// Five or more.
    OrMore,
    /// Exactly five.
    Exactly,
    /// Exactly five, unless an opponent's stone stands at both ends.
    ExactlyUnlessClosed,
    /// Five, unless an opponent's stone stands at both ends; or more, whatever the ends.
    OrMoreUnlessClosed,
}

impl Five {
    /// Every kind, for tables and tests.
    pub const ALL: [Self; 4] =
        [Self::OrMore, Self::Exactly, Self::ExactlyUnlessClosed, Self::OrMoreUnlessClosed];

    /// Whether a row of six or more is no five.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Exactly | Self::ExactlyUnlessClosed)
    }

    /// Whether a row of five with an opponent's stone at both ends is no five.
    #[must_use]
    pub const fn can_be_closed(self) -> bool {
        matches!(self, Self::ExactlyUnlessClosed | Self::OrMoreUnlessClosed)
    }
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 6] =
        [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::Caro6, Self::Omok];

    /// Position in [`Rule::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rule's name in commands, files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::Caro6 => "caro6",
            Self::Omok => "omok",
        }
    }

    /// Which rows win for a colour.
    #[must_use]
    pub const fn five(self, color: Color) -> Five {
        match (self, color) {
            (Self::Freestyle, _) | (Self::Renju, Color::White) => Five::OrMore,
            (Self::Standard | Self::Omok, _) | (Self::Renju, Color::Black) => Five::Exactly,
            (Self::Caro, _) => Five::ExactlyUnlessClosed,
            (Self::Caro6, _) => Five::OrMoreUnlessClosed,
        }
    }

    /// Whether a colour may not play everywhere.
    #[must_use]
    pub const fn restricts(self, color: Color) -> bool {
        match self {
            Self::Renju => matches!(color, Color::Black),
            Self::Omok => true,
            Self::Freestyle | Self::Standard | Self::Caro | Self::Caro6 => false,
        }
    }

    /// Whether six or more in a row are forbidden to a colour.
    #[must_use]
    pub const fn forbids_overline(self, color: Color) -> bool {
        matches!((self, color), (Self::Renju, Color::Black))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no rule has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRuleError {
    /// The name.
    pub name: String,
}

impl fmt::Display for ParseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Rule::ALL.map(Rule::name).join(", ");
        write!(f, "unknown rule {:?}: expected one of {names}", self.name)
    }
}

impl std::error::Error for ParseRuleError {}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(name: &str) -> Result<Self, ParseRuleError> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| ParseRuleError { name: name.to_owned() })
    }
}

/// A rule, and whether play goes on after a five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameRule {
    /// The rule.
    pub rule: Rule,
    /// Whether the game goes on after a five, whose stones are nobody's from then on.
    pub continuous: bool,
}

impl From<Rule> for GameRule {
    /// Returns the rule under which a five ends the game.
    fn from(rule: Rule) -> Self {
        Self { rule, continuous: false }
    }
}

impl fmt::Display for GameRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addition = if self.continuous { " continuous" } else { "" };
        write!(f, "{}{addition}", self.rule)
    }
}
