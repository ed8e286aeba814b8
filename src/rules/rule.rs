//! The rules and how they differ.

use std::fmt;
use std::str::FromStr;

use crate::board::Color;

/// The rule of a game.
///
/// ```
/// use dolmen::Rule;
///
/// assert_eq!("Renju".parse(), Ok(Rule::Renju));
/// assert_eq!(Rule::Renju.to_string(), "renju");
/// assert_eq!(Rule::default(), Rule::Freestyle);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more stones in a row win.
    #[default]
    Freestyle,
    /// Exactly five stones win; six or more have no effect.
    Standard,
    /// Black wins with exactly five stones and may not make a double three, a double four or
    /// an overline unless the move makes five. White wins with five or more.
    Renju,
    /// Exactly five stones win unless both ends are closed by stones of the opponent.
    Caro,
    /// As in caro, but six or more stones win regardless of their ends ("gomoku+").
    Caro6,
    /// Exactly five stones win; neither colour may make a double three unless the move makes
    /// five.
    Omok,
}

/// The runs of five or more stones that win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Five {
    /// Five or more stones.
    OrMore,
    /// Exactly five stones.
    Exactly,
    /// Exactly five stones, unless both ends are closed by stones of the opponent.
    ExactlyUnlessClosed,
    /// Exactly five stones, unless both ends are closed by stones of the opponent, or six or more
    /// stones, regardless of their ends.
    OrMoreUnlessClosed,
}

impl Five {
    /// All kinds of five.
    pub const ALL: [Self; 4] =
        [Self::OrMore, Self::Exactly, Self::ExactlyUnlessClosed, Self::OrMoreUnlessClosed];

    /// Returns whether six or more stones in a row do not win.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Exactly | Self::ExactlyUnlessClosed)
    }

    /// Returns whether five stones with both ends closed do not win.
    #[must_use]
    pub const fn can_be_closed(self) -> bool {
        matches!(self, Self::ExactlyUnlessClosed | Self::OrMoreUnlessClosed)
    }

    /// Returns whether a run of `stones` stones wins. It is closed if the opponent has a stone at both of its ends.
    #[must_use]
    pub const fn wins(self, stones: usize, is_closed: bool) -> bool {
        match stones {
            0..5 => false,
            5 => !(self.can_be_closed() && is_closed),
            _ => !self.is_exact(),
        }
    }
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 6] =
        [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::Caro6, Self::Omok];

    /// Returns the position in [`Rule::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name of the rule in commands, files and messages.
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

    /// Returns the runs that win for a colour.
    ///
    /// ```
    /// use dolmen::rules::Five;
    /// use dolmen::{Color, Rule};
    ///
    /// assert_eq!(Rule::Renju.five(Color::Black), Five::Exactly);
    /// assert_eq!(Rule::Renju.five(Color::White), Five::OrMore);
    /// ```
    #[must_use]
    pub const fn five(self, color: Color) -> Five {
        match (self, color) {
            (Self::Freestyle, _) | (Self::Renju, Color::White) => Five::OrMore,
            (Self::Standard | Self::Omok, _) | (Self::Renju, Color::Black) => Five::Exactly,
            (Self::Caro, _) => Five::ExactlyUnlessClosed,
            (Self::Caro6, _) => Five::OrMoreUnlessClosed,
        }
    }

    /// Returns whether the rule can forbid points to a colour.
    ///
    /// ```
    /// use dolmen::{Color, Rule};
    ///
    /// assert!(Rule::Renju.restricts(Color::Black));
    /// assert!(!Rule::Renju.restricts(Color::White));
    /// assert!(Rule::Omok.restricts(Color::White));
    /// ```
    #[must_use]
    pub const fn restricts(self, color: Color) -> bool {
        match self {
            Self::Renju => matches!(color, Color::Black),
            Self::Omok => true,
            Self::Freestyle | Self::Standard | Self::Caro | Self::Caro6 => false,
        }
    }

    /// Returns whether the rule forbids six or more stones in a row to a colour.
    ///
    /// ```
    /// use dolmen::{Color, Rule};
    ///
    /// assert!(Rule::Renju.forbids_overline(Color::Black));
    /// assert!(!Rule::Standard.forbids_overline(Color::Black), "an overline has no effect");
    /// ```
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

/// The error for a text that does not name a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRuleError {
    /// The name that was parsed.
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
///
/// ```
/// use dolmen::Rule;
/// use dolmen::rules::GameRule;
///
/// let rule = GameRule { continuous: true, ..Rule::Standard.into() };
/// assert_eq!("standard continuous".parse(), Ok(rule));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameRule {
    /// The rule.
    pub rule: Rule,
    /// Indicates whether the game goes on after a five, whose stones become dead points.
    pub continuous: bool,
}

impl From<Rule> for GameRule {
    /// Returns the game rule under which a five ends the game.
    fn from(rule: Rule) -> Self {
        Self { rule, continuous: false }
    }
}

impl fmt::Display for GameRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addition = if self.continuous { " continuous" } else { "" };
        f.pad(&format!("{}{addition}", self.rule))
    }
}

impl FromStr for GameRule {
    type Err = ParseRuleError;

    /// Parses the format that [`GameRule`] displays.
    fn from_str(text: &str) -> Result<Self, ParseRuleError> {
        let name = text.strip_suffix(" continuous");
        let rule = name.unwrap_or(text).parse()?;
        Ok(Self { rule, continuous: name.is_some() })
    }
}
