//! The forms of values in TOML: strings, or numbers where they are some.

use serde::Deserialize;

/// A value as the text that a command line has for it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "invalid value: expected a string, a number, true or false")]
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

/// A command: a line, or a list of words.
#[derive(Deserialize)]
#[serde(untagged, expecting = "invalid command: expected a string or a list of words")]
pub(crate) enum Command {
    Line(String),
    Words(Vec<String>),
}

/// Keys and values in their order.
pub(crate) mod options {
    use indexmap::IndexMap;
    use serde::{Deserialize, Deserializer, Serializer};

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
        let options = IndexMap::<String, Scalar>::deserialize(deserializer)?;
        Ok(options.into_iter().map(|(key, value)| (key, value.into())).collect())
    }
}
