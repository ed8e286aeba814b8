//! The request for openings, and their sources.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use serde::de::{self, Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Serialize};

use crate::config::near::{nearest, suggestion};
use crate::config::{Opening, OpeningForm, OpeningStyle, pairs};

/// In which order openings are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// In the order of the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// An opening within a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedOpening {
    /// Its name in tables.
    pub name: String,
    /// Its moves, such as `h8i9`.
    pub moves: String,
}

/// The request for openings. In TOML a table; or a string, which is the same as its
/// `file`: the name of a built-in set, `none`, or a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpeningsDraft {
    /// The built-in set; without it, and without a file or a list, the usual one.
    pub set: Option<OpeningStyle>,
    /// A file of them, as it was written.
    pub file: Option<PathBuf>,
    /// The folder that a relative file counts from; without, the current one.
    pub folder: Option<PathBuf>,
    /// The form of the file; without it, the file's name and content tell.
    pub form: Option<OpeningForm>,
    /// In which order they are played.
    pub order: Option<Order>,
    /// The openings themselves.
    pub list: Vec<ListedOpening>,
    /// Indicates whether all games begin on the empty board.
    pub none: bool,
}

/// A source of openings: files, and sets that are built in. Its openings are checked
/// under the rule.
pub trait OpeningsSource {
    /// The openings of a file, in its order.
    ///
    /// # Errors
    /// File, line and reason, in words.
    fn read(
        &self,
        path: &Path,
        form: Option<OpeningForm>,
        size: BoardSize,
        rule: Rule,
    ) -> Result<Vec<Opening>, String>;

    /// The openings of a style that are built in for a rule and a board.
    fn built_in(&self, style: OpeningStyle, rule: Rule, size: BoardSize) -> Vec<Opening>;

    /// Returns whether an opening may be played.
    ///
    /// # Errors
    /// Why it may not, in words.
    fn check(&self, opening: &Opening, size: BoardSize, rule: Rule) -> Result<(), String>;
}

/// The table of TOML.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    form: Option<OpeningForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    order: Option<Order>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    list: Vec<ListedOpening>,
}

impl OpeningsDraft {
    /// The empty board.
    #[must_use]
    pub fn empty_board() -> Self {
        Self { none: true, ..Self::default() }
    }

    /// The openings of a name: those of a set, none, or those of a file. `built-in` stands for
    /// the usual set, as it did when there was one style only.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "built-in" => Self::default(),
            "none" => Self::empty_board(),
            name => {
                let set = OpeningStyle::of_name(name);
                let file = set.is_none().then(|| PathBuf::from(name));
                Self { set, file, ..Self::default() }
            }
        }
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        let file = self.file.as_ref()?;
        Some(self.folder.as_ref().map_or_else(|| file.clone(), |folder| folder.join(file)))
    }

    /// The name of the file if it looks like the name of a set: without folder and extension.
    pub(crate) fn bare_name(&self) -> Option<&str> {
        let name = self.file.as_ref()?.to_str()?;
        (!name.contains(['/', '\\', '.'])).then_some(name)
    }

    /// Lets a relative path count from a folder.
    pub(crate) fn rebase(&mut self, base: &Path) {
        self.folder = Some(self.folder.as_ref().map_or(base.to_owned(), |old| base.join(old)));
    }

    /// The name that reads back as this set or this file.
    fn name(&self) -> Option<String> {
        if let Some(style) = self.set {
            return Some(style.name().to_owned());
        }
        let name = self.path()?.to_string_lossy().into_owned();
        let is_file = Self::named(&name).file.is_some();
        Some(if is_file { name } else { format!("./{name}") })
    }
}

/// A set, a file or `none`, and `,form=…,order=…` after it.
impl FromStr for OpeningsDraft {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut draft = Self::default();
        for (key, value) in pairs(text, "file").map_err(|error| error.to_string())? {
            match key.as_str() {
                "file" => {
                    draft = Self { form: draft.form, order: draft.order, ..Self::named(&value) }
                }
                "form" => draft.form = Some(OpeningForm::from_str(&value, false)?),
                "order" => draft.order = Some(Order::from_str(&value, false)?),
                _ => {
                    let near = suggestion(nearest(&key, ["file", "form", "order"]));
                    return Err(format!("unknown key {key:?} of openings{near}"));
                }
            }
        }
        Ok(draft)
    }
}

impl Serialize for OpeningsDraft {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.none {
            return serializer.serialize_str("none");
        }
        let Self { form, order, list, .. } = self.clone();
        Table { file: self.name(), form, order, list }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for OpeningsDraft {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OpeningsVisitor)
    }
}

struct OpeningsVisitor;

impl<'de> Visitor<'de> for OpeningsVisitor {
    type Value = OpeningsDraft;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "\"middle\", \"contest\", \"none\", a file, or a table with file, form, order, list",
        )
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<OpeningsDraft, E> {
        Ok(OpeningsDraft::named(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<OpeningsDraft, A::Error> {
        let Table { file, form, order, list } =
            Table::deserialize(MapAccessDeserializer::new(map))?;
        let named = file.as_deref().map(OpeningsDraft::named).unwrap_or_default();
        Ok(OpeningsDraft { form, order, list, ..named })
    }
}
