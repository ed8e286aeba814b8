//! Lists of keys and values in one word of a command line: `name=new,cmd=./brain,tc=0/1`.

use std::fmt;

/// A list of keys and values that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePairsError {
    /// The part that has no key.
    pub part: String,
}

impl fmt::Display for ParsePairsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = &self.part;
        write!(f, "invalid value {part:?}: expected key=value; write a comma in a value as \\,")
    }
}

impl std::error::Error for ParsePairsError {}

/// Splits at commas, and each part at its first `=`. A first part without a key gets `first`
/// as its key, so that `./brain` alone is `cmd=./brain`.
///
/// # Errors
/// Another part has no key.
pub fn pairs(text: &str, first: &str) -> Result<Vec<(String, String)>, ParsePairsError> {
    let mut pairs = Vec::new();
    for (index, part) in parts(text).into_iter().enumerate() {
        match part.split_once('=') {
            Some((key, value)) if is_key(key) => pairs.push((key.to_owned(), value.to_owned())),
            _ if index == 0 => pairs.push((first.to_owned(), part)),
            _ => return Err(ParsePairsError { part }),
        }
    }
    Ok(pairs)
}

/// The text between commas; `\,` is a comma that does not separate.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let part = parts.last_mut().expect("the list of parts is never empty");
        match letter {
            '\\' if letters.next_if_eq(&',').is_some() => part.push(','),
            ',' => parts.push(String::new()),
            _ => part.push(letter),
        }
    }
    parts
}

fn is_key(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::pairs;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let pairs = pairs(text, "cmd").expect(text);
        let pairs: Vec<_> = pairs.iter().map(|(key, value)| (&key[..], &value[..])).collect();
        assert_eq!(pairs, expected, "{text}");
    }

    #[test]
    fn lists() {
        check("name=a,cmd=./b", &[("name", "a"), ("cmd", "./b")]);
        check("./brain", &[("cmd", "./brain")]);
        check("./brain --x=1,tc=0/1", &[("cmd", "./brain --x=1"), ("tc", "0/1")]);
        check("cmd=./b -a=1\\,b=2", &[("cmd", "./b -a=1,b=2")]);
        check("option.a=b=c", &[("option.a", "b=c")]);
        check("cmd=C:\\b.exe", &[("cmd", "C:\\b.exe")]);
        check("name=", &[("name", "")]);
    }

    #[test]
    fn parts_without_a_key() {
        for text in ["name=a,b", "a,", "a,=b", "a,./b=c"] {
            let error = pairs(text, "cmd").expect_err(text).to_string();
            assert!(error.contains("expected key=value"), "{error}");
        }
    }
}
