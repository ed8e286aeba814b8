//! Sets of margins for searches that are compared.

use clap::Args;
use dolmen::near::{nearest, suggestion};
use dolmen::rules::Rule;
use dolmen::search::{MarginOverrides, Margins};

use crate::common::Failure;

/// The margins of a search, by default and with changes.
#[derive(Debug, Args)]
pub(super) struct Sets {
    /// Margins to change for another search of every position, beside that with the default margins,
    /// such as futility_slope=80,aspiration=20; may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE,…", value_parser = changed)]
    changed: Vec<NamedMargins>,
}

/// Margins that differ from the default ones, and their name.
#[derive(Clone, Debug)]
pub(super) struct NamedMargins {
    pub(super) name: String,
    pub(super) margins: MarginOverrides,
}

impl Sets {
    /// Returns the default margins, followed by the changed ones, which must differ.
    pub(super) fn all(&self) -> Result<Vec<NamedMargins>, Failure> {
        for (index, set) in self.changed.iter().enumerate() {
            if let Some(first) = self.changed[..index].iter().find(|first| first.is_same(set)) {
                let (first, again) = (&first.name, &set.name);
                let same = if first == again { String::new() } else { format!(" as {first}") };
                return Err(format!(
                    "--set {again} is given twice{same}: expected other margins for every search"
                )
                .into());
            }
        }
        let default =
            NamedMargins { name: "default".to_owned(), margins: MarginOverrides::default() };
        Ok(std::iter::once(default).chain(self.changed.iter().cloned()).collect())
    }
}

impl NamedMargins {
    /// Returns whether both give the same margins under every rule.
    fn is_same(&self, other: &Self) -> bool {
        Rule::ALL.iter().all(|&rule| self.margins.of(rule) == other.margins.of(rule))
    }
}

/// Returns the message for a name that no margin has: with the nearest name, or with all names if none is near.
fn unknown(name: &str) -> String {
    let names: Vec<&str> = Margins::ALL.iter().map(|margin| margin.name).collect();
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("unknown margin \"{name}\"{}", suggestion(Some(near))),
        None => format!("unknown margin \"{name}\": expected one of {}", names.join(", ")),
    }
}

/// Parses changes of margins.
fn changed(text: &str) -> Result<NamedMargins, String> {
    let mut margins = MarginOverrides::default();
    let mut names = Vec::new();
    for change in text.split(',') {
        let (name, value) = change.split_once('=').ok_or("expected NAME=VALUE")?;
        let margin = Margins::by_name(name);
        let margin = margin.ok_or_else(|| unknown(name))?;
        if names.contains(&name) {
            return Err(format!("{name} is set twice"));
        }
        names.push(name);
        let range = margin.min..=margin.max;
        let value = value.parse().ok().filter(|value| range.contains(value));
        let value = value.ok_or_else(|| {
            format!("expected a number from {} to {} for {name}", margin.min, margin.max)
        })?;
        margins.set(margin, value);
    }
    if Rule::ALL.iter().all(|&rule| margins.of(rule) == Margins::of(rule)) {
        return Err("these are the default margins: expected another value".to_owned());
    }
    Ok(NamedMargins { name: text.to_owned(), margins })
}
