//! The request for openings, and their sources.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use merge::Merge;
use merge::option::overwrite_none;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::config::pairs::{pairs, set};
use crate::openings::{self, Opening, OpeningForm, OpeningStyle, ReadOpeningsError};

/// The order in which openings are played.
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

/// The place of openings: `middle`, `contest`, `none`, or a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum OpeningsPlace {
    /// A built-in set. `built-in` is an old name of the default one.
    Set(OpeningStyle),
    /// No openings: all games begin on the empty board.
    None,
    /// A file.
    File {
        /// The path as given.
        name: PathBuf,
        /// The folder against which a relative path is resolved; if empty, the current one.
        folder: PathBuf,
    },
}

/// The request for openings. In TOML a table; or a string, which is the same as its `file`.
#[derive(Clone, Debug, Default, Deserialize, Merge, PartialEq, Serialize)]
#[serde(deny_unknown_fields, default)]
#[merge(strategy = overwrite_none)]
pub struct OpeningsDraft {
    /// The place of the openings; without a place and a list, the default set is used.
    pub file: Option<OpeningsPlace>,
    /// The form of the file; if `None`, it is guessed from the file's name and content.
    pub form: Option<OpeningForm>,
    /// The order in which they are played.
    pub order: Option<Order>,
    /// The openings themselves.
    #[merge(strategy = merge::vec::overwrite_empty)]
    pub list: Vec<ListedOpening>,
}

impl From<String> for OpeningsPlace {
    fn from(name: String) -> Self {
        match (name.as_str(), OpeningStyle::of_name(&name)) {
            (_, Some(style)) => Self::Set(style),
            ("built-in", _) => Self::Set(OpeningStyle::default()),
            ("none", _) => Self::None,
            _ => Self::File { name: name.into(), folder: PathBuf::new() },
        }
    }
}

impl OpeningsPlace {
    /// Returns the openings of the place, for `none` the empty board.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or holds an invalid opening.
    pub(crate) fn openings(
        &self,
        form: Option<OpeningForm>,
        size: BoardSize,
        rule: Rule,
    ) -> Result<Vec<Opening>, ReadOpeningsError> {
        match self {
            Self::None => Ok(vec![Opening { name: "empty board".to_owned(), moves: Vec::new() }]),
            Self::Set(style) => Ok(openings::built_in(*style, rule, size)),
            Self::File { name, folder } => openings::read(&folder.join(name), form, size, rule),
        }
    }
}

/// Returns the name that reads back as this place.
impl From<OpeningsPlace> for String {
    fn from(place: OpeningsPlace) -> Self {
        match place {
            OpeningsPlace::Set(style) => style.to_string(),
            OpeningsPlace::None => "none".to_owned(),
            OpeningsPlace::File { name, folder } => {
                let path = folder.join(name).to_string_lossy().into_owned();
                match OpeningsPlace::from(path.clone()) {
                    OpeningsPlace::File { .. } => path,
                    _ => format!("./{path}"),
                }
            }
        }
    }
}

impl OpeningsDraft {
    /// Returns the request for the openings of a place.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self { file: Some(name.to_owned().into()), ..Self::default() }
    }

    /// Resolves a relative path against a folder.
    pub(crate) fn rebase(&mut self, base: &Path) {
        if let Some(OpeningsPlace::File { folder, .. }) = &mut self.file {
            *folder = base.join(&*folder);
        }
    }
}

/// Reads a set, a file or `none`, optionally followed by `,form=…,order=…`.
impl FromStr for OpeningsDraft {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut draft = Self::default();
        for (key, value) in pairs(text, "file")? {
            set(&mut draft, &key, &value).map_err(|error| error.about("openings", &key))?;
        }
        Ok(draft)
    }
}

/// Reads a request for openings that is a name or a table.
pub(crate) fn name_or_table<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<OpeningsDraft>, D::Error> {
    struct NameOrTable;

    impl<'de> Visitor<'de> for NameOrTable {
        type Value = OpeningsDraft;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(
                "\"middle\", \"contest\", \"none\", a file, or a table with file, form, order, \
                 list",
            )
        }

        fn visit_str<E: de::Error>(self, name: &str) -> Result<OpeningsDraft, E> {
            Ok(OpeningsDraft::named(name))
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<OpeningsDraft, A::Error> {
            OpeningsDraft::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_any(NameOrTable).map(Some)
}

#[cfg(test)]
mod tests {
    use crate::config::{Draft, OpeningsDraft};

    #[test]
    fn written_openings_are_read_again() {
        for text in ["middle", "contest", "built-in", "none", "o.txt", "./contest", "./none"] {
            let openings = Some(OpeningsDraft::named(text));
            let draft = Draft { openings, ..Draft::default() };
            let written = toml::to_string(&draft).expect("every draft serializes to TOML");
            assert_eq!(toml::from_str(&written).as_ref(), Ok(&draft), "{written}");
        }
    }
}
