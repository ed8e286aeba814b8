//! The filters by which a user selects cases.
//!
//! A filter is written as an identifier (`A04`, also `a4`), a range (`A01-A05`, `A-C`), the
//! letter or the name of a group (`D`, `time`), or a part of the name of a case. Without a
//! filter, all cases are selected.

use std::fmt;

use thiserror::Error;

use crate::case::{Case, Group};

/// The minimum similarity, from 0 to 1, of a name to the text of a filter for a did-you-mean
/// suggestion.
const LIKENESS: f64 = 0.8;
/// The maximum number of did-you-mean suggestions.
const OFFERS: usize = 3;

/// The filters of a user; together they select the cases that any of them matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters(Vec<Filter>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Filter {
    /// A case, and those of other rules with its number: `Q11`, `Q11-standard`.
    Id(Id),
    /// The case of exactly this identifier.
    Exactly(String),
    /// The cases from one to another, both included.
    Range(Id, Id),
    /// The groups from one letter to another, both included.
    Letters(char, char),
    /// The group of this name.
    Group(String),
    /// The cases with this in their names.
    Name(String),
}

/// An identifier of a case, as a number so that `A4` is `A04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Id {
    letter: char,
    number: u32,
}

/// A filter that matches no case.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FilterError {
    /// Nothing has the name.
    #[error("no case matches '{filter}'; {}", hint(offers))]
    Unknown {
        /// The text of the filter.
        filter: String,
        /// Did-you-mean suggestions: names and identifiers, the most similar first.
        offers: Vec<String>,
    },
    /// A range ends before it begins.
    #[error("the range '{filter}' ends before it begins: expected {expected}")]
    Reversed {
        /// The text of the filter.
        filter: String,
        /// The same range in order.
        expected: String,
    },
}

fn hint(offers: &[String]) -> String {
    match offers.split_last() {
        None => "--list shows all cases".to_owned(),
        Some((only, [])) => format!("did you mean {only}?"),
        Some((last, others)) => format!("did you mean {} or {last}?", others.join(", ")),
    }
}

impl Filters {
    /// Parses the filters of a user, and checks that each matches a case.
    ///
    /// # Errors
    /// Returns an error for the first text that matches no case of `groups`.
    pub fn read(texts: &[String], groups: &[Group]) -> Result<Self, FilterError> {
        let mut filters = Vec::with_capacity(texts.len());
        for text in texts {
            let filter = Filter::read(text, groups);
            if let Some(expected) = filter.reversed() {
                return Err(FilterError::Reversed { filter: text.clone(), expected });
            }
            if !pairs(groups).any(|(group, case)| filter.matches(group, case)) {
                return Err(unknown(text, groups));
            }
            filters.push(filter);
        }
        Ok(Self(filters))
    }

    /// Returns the selected cases, in the order of the groups.
    pub fn select<'a>(&self, groups: &'a [Group]) -> impl Iterator<Item = (&'a Group, &'a Case)> {
        pairs(groups).filter(|(group, case)| {
            self.0.is_empty() || self.0.iter().any(|filter| filter.matches(group, case))
        })
    }
}

/// All cases with their groups.
fn pairs(groups: &[Group]) -> impl Iterator<Item = (&Group, &Case)> {
    groups.iter().flat_map(|group| group.cases.iter().map(move |case| (group, case)))
}

impl Filter {
    /// Parses a filter for these groups. The name of a run, such as `B03[k=5] lf`, selects its case.
    fn read(text: &str, groups: &[Group]) -> Self {
        let text = text.split(['[', ' ']).next().unwrap_or_default().to_lowercase();
        if let Some(id) = Id::read(&text) {
            return Self::Id(id);
        }
        // `Q01-caro` is an identifier, not a range.
        if pairs(groups).any(|(_, case)| case.id.eq_ignore_ascii_case(&text)) {
            return Self::Exactly(text);
        }
        if let Some(letter) = letter(&text) {
            return Self::Letters(letter, letter);
        }
        if let Some((from, to)) = text.split_once("..").or_else(|| text.split_once('-')) {
            if let (Some(from), Some(to)) = (Id::read(from), Id::read(to)) {
                return Self::Range(from, to);
            }
            if let (Some(from), Some(to)) = (letter(from), letter(to)) {
                return Self::Letters(from, to);
            }
        }
        match groups.iter().any(|group| group.name == text) {
            true => Self::Group(text),
            false => Self::Name(text),
        }
    }

    /// Returns the text of the same range in order, if this one ends before it begins.
    fn reversed(&self) -> Option<String> {
        match self {
            Self::Range(from, to) if from > to => Some(format!("{to}-{from}")),
            Self::Letters(from, to) if from > to => {
                Some(format!("{to}-{from}").to_ascii_uppercase())
            }
            _ => None,
        }
    }

    fn matches(&self, group: &Group, case: &Case) -> bool {
        let number = || case.id.split('-').next().unwrap_or_default().to_lowercase();
        let id = || Id::read(&number());
        match self {
            Self::Id(wanted) => id() == Some(*wanted),
            Self::Exactly(wanted) => case.id.eq_ignore_ascii_case(wanted),
            Self::Range(from, to) => id().is_some_and(|id| (*from..=*to).contains(&id)),
            Self::Letters(from, to) => (*from..=*to).contains(&group.letter.to_ascii_lowercase()),
            Self::Group(name) => group.name == *name,
            Self::Name(part) => !part.is_empty() && case.name.contains(part.as_str()),
        }
    }
}

impl Id {
    fn read(text: &str) -> Option<Self> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let digits = &text[1..];
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        Some(Self { letter, number: is_number.then(|| digits.parse().ok()).flatten()? })
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.letter.to_ascii_uppercase(), self.number)
    }
}

/// The letter that a text consists of.
fn letter(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let letter = characters.next().filter(char::is_ascii_lowercase)?;
    characters.next().is_none().then_some(letter)
}

/// Finds the case of an identifier or name.
///
/// # Errors
/// Returns an error with did-you-mean suggestions if there is no such case.
pub fn find<'a>(text: &str, groups: &'a [Group]) -> Result<(&'a Group, &'a Case), FilterError> {
    let wanted = Filter::read(text, groups);
    pairs(groups)
        .find(|(group, case)| match &wanted {
            Filter::Id(_) | Filter::Exactly(_) => wanted.matches(group, case),
            _ => case.name == text,
        })
        .ok_or_else(|| unknown(text, groups))
}

/// Returns the error for a text that matches nothing, with did-you-mean suggestions.
fn unknown(text: &str, groups: &[Group]) -> FilterError {
    FilterError::Unknown { filter: text.to_owned(), offers: offers(text, groups) }
}

/// Returns the did-you-mean suggestions for a text that matches nothing.
fn offers(text: &str, groups: &[Group]) -> Vec<String> {
    let text = text.to_lowercase();
    let names = groups.iter().map(|group| &group.name);
    let cases = pairs(groups).flat_map(|(_, case)| [&case.id, &case.name]);
    let mut offers: Vec<(f64, &String)> = names
        .chain(cases)
        .map(|name| (strsim::jaro_winkler(&text, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness >= LIKENESS)
        .collect();
    offers.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    offers.into_iter().take(OFFERS).map(|(_, name)| name.clone()).collect()
}

#[cfg(test)]
mod tests;
