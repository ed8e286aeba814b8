//! The forms of values in TOML: strings, numbers or booleans.

use std::fmt;

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, Deserializer, SeqAccess, Visitor};

use crate::config::Words;

/// A value as the text that a command line has for it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "invalid value: expected a single one, such as a string or a number")]
pub(crate) enum Scalar {
    Text(String),
    Whole(i64),
    Decimal(f64),
    Truth(bool),
}

impl From<Scalar> for String {
    fn from(value: Scalar) -> Self {
        match value {
            Scalar::Text(text) => text,
            Scalar::Whole(number) => number.to_string(),
            Scalar::Decimal(number) => number.to_string(),
            Scalar::Truth(truth) => truth.to_string(),
        }
    }
}

/// Lets types be read from a [`Scalar`] by their `FromStr`, and written by their `Display`.
macro_rules! serde_as_text {
    ($($value:ty),*) => {$(
        impl serde::Serialize for $value {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $value {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::from(Scalar::deserialize(deserializer)?);
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

pub(crate) use serde_as_text;

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordsVisitor;

        impl<'de> Visitor<'de> for WordsVisitor {
            type Value = Words;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a command: a string or a list of words")
            }

            fn visit_str<E: de::Error>(self, line: &str) -> Result<Words, E> {
                line.parse().map_err(E::custom)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, words: A) -> Result<Words, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(words)).map(Words)
            }
        }

        deserializer.deserialize_any(WordsVisitor)
    }
}

/// Keys and values in their order.
pub(crate) mod options {
    use std::fmt;

    use serde::de::{Deserializer, MapAccess, Visitor};
    use serde::ser::Serializer;

    use super::Scalar;

    type Options = Vec<(String, String)>;

    pub(crate) fn serialize<S: Serializer>(
        options: &Options,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(options.iter().map(|(key, value)| (key, value)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Options, D::Error> {
        struct OptionsVisitor;

        impl<'de> Visitor<'de> for OptionsVisitor {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of keys and values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
                let mut options = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Scalar>()? {
                    options.push((key, value.into()));
                }
                Ok(options)
            }
        }

        deserializer.deserialize_map(OptionsVisitor)
    }
}
