//! The forms of values in TOML: strings, or numbers where they are some.

/// A value that may be missing; a string, a whole or a decimal number.
pub(crate) mod text {
    use std::fmt;
    use std::marker::PhantomData;
    use std::str::FromStr;

    use serde::de::{self, Deserializer, Visitor};
    use serde::ser::Serializer;

    pub(crate) fn serialize<T, S>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: fmt::Display,
        S: Serializer,
    {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: fmt::Display>,
        D: Deserializer<'de>,
    {
        deserializer.deserialize_any(Text(PhantomData)).map(Some)
    }

    struct Text<T>(PhantomData<T>);

    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string or a number")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }
    }
}

/// A command that may be missing: a line, or a list of words.
pub(crate) mod words {
    use std::fmt;

    use serde::de::{self, Deserializer, SeqAccess, Visitor};
    use serde::ser::{Serialize, Serializer};

    use crate::config::Words;

    pub(crate) fn serialize<S: Serializer>(
        words: &Option<Words>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        words.as_ref().map(|words| &words.0).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Words>, D::Error> {
        deserializer.deserialize_any(WordsVisitor).map(Some)
    }

    struct WordsVisitor;

    impl<'de> Visitor<'de> for WordsVisitor {
        type Value = Words;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a command: a string or a list of words")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Words, E> {
            text.parse().map_err(E::custom)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
            let mut words = Vec::new();
            while let Some(word) = list.next_element()? {
                words.push(word);
            }
            Ok(Words(words))
        }
    }
}

/// Keys and values in their order, each value a string, a number or a truth value.
pub(crate) mod options {
    use std::fmt;

    use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
    use serde::ser::Serializer;

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
        deserializer.deserialize_map(OptionsVisitor)
    }

    struct OptionsVisitor;

    impl<'de> Visitor<'de> for OptionsVisitor {
        type Value = Options;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a table of keys and values")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
            let mut options = Vec::new();
            while let Some((key, Scalar(value))) = map.next_entry()? {
                options.push((key, value));
            }
            Ok(options)
        }
    }

    /// A value as the text that the engine is sent.
    struct Scalar(String);

    impl<'de> Deserialize<'de> for Scalar {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(ScalarVisitor).map(Self)
        }
    }

    struct ScalarVisitor;

    impl Visitor<'_> for ScalarVisitor {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string, a number, true or false")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
            Ok(text.to_owned())
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_f64<E: de::Error>(self, number: f64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_bool<E: de::Error>(self, truth: bool) -> Result<String, E> {
            Ok(truth.to_string())
        }
    }
}
