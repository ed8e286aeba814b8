//! Lists of keys and values in one word of a command line: `name=new,cmd=./brain,tc=0/1`. The keys
//! are those of the same struct in TOML.

use std::fmt::Display;
use std::iter;
use std::mem;
use std::str::FromStr;

use dolmen::near::{nearest, suggestion};
use merge::Merge;
use serde::de::value::MapDeserializer;
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use thiserror::Error;

/// The description of a valid count, for errors.
const WHOLE: &str = "a whole number of 0 or more";

/// An unknown key, or an invalid value.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PairError {
    /// An unknown key, with a suggestion.
    #[error("unknown key{}", suggestion(*.0))]
    Key(Option<&'static str>),
    /// An invalid value: the message without the key.
    #[error("{0}")]
    Value(String),
    /// An invalid value: a message that names the key.
    #[error("{0}")]
    Pair(String),
}

impl PairError {
    /// Returns the message for a key of a thing such as "an engine".
    #[must_use]
    pub fn about(&self, thing: &str, key: &str) -> String {
        match self {
            Self::Key(near) => format!("unknown key {key:?} of {thing}{}", suggestion(*near)),
            Self::Value(reason) => format!("{key}: {reason}"),
            Self::Pair(reason) => reason.clone(),
        }
    }

    /// Returns the message for a key of an engine. An option that only the engine knows has a prefix.
    #[must_use]
    pub fn about_engine(&self, key: &str) -> String {
        let near = match self {
            Self::Key(near) if !near.is_some_and(|near| near.starts_with("option.")) => near,
            _ => return self.about("an engine", key),
        };
        let near = near.map(|near| format!("{near}, or ")).unwrap_or_default();
        let meant = format!("{near}option.{key} for an option of the engine itself");
        format!("unknown key {key:?} of an engine; did you mean {meant}?")
    }
}

impl de::Error for PairError {
    fn custom<T: Display>(reason: T) -> Self {
        Self::Value(reason.to_string())
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Self::Key(nearest(key, known.iter().copied()))
    }
}

/// Sets the field that a key names.
///
/// # Errors
/// Returns an error if there is no such key, or the value is invalid.
pub fn set<T: DeserializeOwned + Default + Merge>(
    draft: &mut T,
    key: &str,
    value: &str,
) -> Result<(), PairError> {
    let mut said = from_pair::<T>(key, value)?;
    said.merge(mem::take(draft));
    *draft = said;
    Ok(())
}

/// Returns a struct in which only the field that a key names is set.
pub(crate) fn from_pair<T: DeserializeOwned>(key: &str, value: &str) -> Result<T, PairError> {
    T::deserialize(MapDeserializer::new(iter::once((key, Word { key, text: value }))))
}

/// The value of a pair; the type of the field decides how it is read.
struct Word<'a> {
    key: &'a str,
    text: &'a str,
}

impl Word<'_> {
    fn parsed<T: FromStr>(&self, expected: &str) -> Result<T, PairError> {
        let Self { text, .. } = self;
        let wrong = |_| PairError::Value(format!("invalid value {text:?}: expected {expected}"));
        text.parse().map_err(wrong)
    }
}

impl IntoDeserializer<'_, PairError> for Word<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Word<'_> {
    type Error = PairError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_str(self.text)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_some(self)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_bool(self.parsed("true or false")?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_u32(self.parsed(WHOLE)?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        visitor.visit_u64(self.parsed(WHOLE)?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, PairError> {
        let Self { key, text } = self;
        let wrong = |_| PairError::Pair(format!("invalid {key} {text:?}: expected a number"));
        visitor.visit_f64(text.trim().parse().map_err(wrong)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, PairError> {
        let Self { key, text } = self;
        if variants.contains(&text) {
            return visitor.visit_enum(text.into_deserializer());
        }
        let (last, others) = variants.split_last().expect("an enumeration has variants");
        let others = others.join(", ");
        Err(PairError::Pair(format!("unknown {key} {text:?}: expected {others} or {last}")))
    }

    // Lists and tables cannot be written as one word.
    fn deserialize_seq<V: Visitor<'de>>(self, _: V) -> Result<V::Value, PairError> {
        Err(PairError::Key(None))
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value, PairError> {
        Err(PairError::Key(None))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u128 f32 char str string bytes byte_buf unit unit_struct
        newtype_struct tuple tuple_struct struct identifier ignored_any
    }
}

/// Splits at commas, and each part at its first `=`; see [`game_engine_process::pairs`].
///
/// # Errors
/// Returns an error if a part other than the first has no key.
pub(crate) fn pairs(text: &str, first: &str) -> Result<Vec<(String, String)>, String> {
    game_engine_process::pairs(text, first).map_err(|error| error.to_string())
}
