//! The header of a file of weights: JSON in one canonical form.
//!
//! The form has no blanks, and its keys are always in the same order, as a JSON library writes
//! these two structs. So a short reader suffices, and the crate needs no JSON library. Headers
//! cannot be edited by hand, because the checksum of the file covers them.

use std::fmt::Write;

/// The header of a file of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsHeader {
    /// The command that made the file.
    pub command: String,
    /// The data from which the weights were made, in words.
    pub notes: String,
    /// The sets that follow the header, in the same order.
    pub sets: Vec<SetNote>,
    /// The names of the rules whose line networks follow the sets, in the same order.
    pub lines: Vec<String>,
}

/// The description of one set of weights in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetNote {
    /// The name of the rule.
    pub rule: String,
    /// The name of the colour; `None` if the set is for both colours.
    pub color: Option<String>,
    /// Indicates whether the set has a network.
    pub network: bool,
}

impl WeightsHeader {
    /// Writes the header as JSON.
    pub(super) fn to_json(&self) -> String {
        let sets: Vec<String> = self.sets.iter().map(SetNote::to_json).collect();
        let [command, notes] = [&self.command, &self.notes].map(|text| quote(text));
        let lines: Vec<String> = self.lines.iter().map(|rule| quote(rule)).collect();
        let [sets, lines] = [sets, lines].map(|list| list.join(","));
        format!(r#"{{"command":{command},"notes":{notes},"sets":[{sets}],"lines":[{lines}]}}"#)
    }

    /// Reads a header that [`WeightsHeader::to_json`] wrote.
    ///
    /// # Errors
    /// Returns an error if the text has another form; it names the expected text and its place.
    pub(super) fn from_json(text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, rest: text };
        reader.expect(r#"{"command":"#)?;
        let command = reader.string()?;
        reader.expect(r#","notes":"#)?;
        let notes = reader.string()?;
        reader.expect(r#","sets":["#)?;
        let mut sets = Vec::new();
        if !reader.accept("]") {
            sets.push(reader.set_note()?);
            while !reader.accept("]") {
                reader.expect(",")?;
                sets.push(reader.set_note()?);
            }
        }
        let mut lines = Vec::new();
        // Files of version 3 have no list.
        if reader.accept(r#","lines":["#) && !reader.accept("]") {
            lines.push(reader.string()?);
            while !reader.accept("]") {
                reader.expect(",")?;
                lines.push(reader.string()?);
            }
        }
        reader.expect("}")?;
        if reader.rest.is_empty() {
            Ok(Self { command, notes, sets, lines })
        } else {
            Err(reader.expected("the end"))
        }
    }
}

impl SetNote {
    fn to_json(&self) -> String {
        let rule = quote(&self.rule);
        let color = self.color.as_deref().map_or("null".to_owned(), quote);
        format!(r#"{{"rule":{rule},"color":{color},"network":{}}}"#, self.network)
    }
}

/// Writes a JSON string, quotation marks included.
fn quote(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match ESCAPES.iter().find(|escape| escape.character == c) {
            Some(escape) => quoted.extend(['\\', escape.letter]),
            None if c < ' ' => {
                write!(quoted, "\\u{:04x}", u32::from(c)).expect("a string takes everything");
            }
            None => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A character that JSON writes as a backslash and a letter.
struct Escape {
    character: char,
    letter: char,
}

const ESCAPES: [Escape; 7] = [
    Escape { character: '"', letter: '"' },
    Escape { character: '\\', letter: '\\' },
    Escape { character: '\u{8}', letter: 'b' },
    Escape { character: '\u{c}', letter: 'f' },
    Escape { character: '\n', letter: 'n' },
    Escape { character: '\r', letter: 'r' },
    Escape { character: '\t', letter: 't' },
];

/// A text and the part of it that has not been read.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl Reader<'_> {
    /// Describes a failure to find something at the current place.
    fn expected(&self, what: &str) -> String {
        format!("expected {what} at byte {}", self.text.len() - self.rest.len())
    }

    /// Skips a token if it comes next; returns whether it did.
    fn accept(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.accept(token) { Ok(()) } else { Err(self.expected(token)) }
    }

    fn set_note(&mut self) -> Result<SetNote, String> {
        self.expect(r#"{"rule":"#)?;
        let rule = self.string()?;
        self.expect(r#","color":"#)?;
        let color = if self.accept("null") { None } else { Some(self.string()?) };
        self.expect(r#","network":"#)?;
        let network = self.accept("true");
        if !network {
            self.expect("false")?;
        }
        self.expect("}")?;
        Ok(SetNote { rule, color, network })
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect("\"")?;
        let mut string = String::new();
        loop {
            match self.character()? {
                '"' => return Ok(string),
                '\\' => string.push(self.escaped()?),
                c => string.push(c),
            }
        }
    }

    /// Reads the rest of an escape sequence after its backslash.
    fn escaped(&mut self) -> Result<char, String> {
        let letter = self.character()?;
        if letter == 'u' {
            let code = self.rest.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            let character = code.and_then(char::from_u32);
            let character = character.ok_or_else(|| self.expected("four hexadecimal digits"))?;
            self.rest = &self.rest[4..];
            return Ok(character);
        }
        let escape = ESCAPES.iter().find(|escape| escape.letter == letter);
        escape.map(|escape| escape.character).ok_or_else(|| self.expected("an escape sequence"))
    }

    fn character(&mut self) -> Result<char, String> {
        let mut characters = self.rest.chars();
        let character = characters.next().ok_or_else(|| self.expected("a quotation mark"))?;
        self.rest = characters.as_str();
        Ok(character)
    }
}

#[cfg(test)]
mod tests;
