//! The text of an SGF file as properties.

use super::beginning;
use crate::notation::{NotationError, Problem, Property};

/// A property with the text line where it begins.
pub(super) struct LinedProperty {
    pub(super) line: usize,
    pub(super) property: Property,
}

/// The text that has not been read yet.
pub(super) struct Scanner<'a> {
    rest: &'a str,
    /// The number of its first text line.
    pub(super) line: usize,
}

impl<'a> Scanner<'a> {
    /// Returns a scanner at the first game of a text.
    pub(super) fn new(text: &'a str) -> Self {
        let (before, rest) = text.split_at(beginning(text).unwrap_or(0));
        Self { rest, line: 1 + before.matches('\n').count() }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        self.line += usize::from(next == '\n');
        Some(next)
    }

    pub(super) fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Returns whether another game follows.
    pub(super) fn has_more(&self) -> bool {
        self.rest.split('(').skip(1).any(|inner| inner.trim_start().starts_with(';'))
    }

    pub(super) fn rest_of_line(&self) -> &'a str {
        self.rest.lines().next().unwrap_or_default()
    }

    /// Reads the properties of a node.
    pub(super) fn properties(&mut self) -> Result<Vec<LinedProperty>, NotationError> {
        let mut properties = Vec::new();
        self.skip_space();
        while self.peek().is_some_and(|next| next.is_ascii_alphabetic()) {
            let (line, mut name, mut values) = (self.line, String::new(), Vec::new());
            while let Some(letter) = self.peek().filter(char::is_ascii_alphanumeric) {
                self.next();
                // Old files write names such as `Black`: only the capitals count.
                name.extend(Some(letter).filter(|letter| !letter.is_ascii_lowercase()));
            }
            self.skip_space();
            while self.peek() == Some('[') {
                self.next();
                values.push(self.value()?);
                self.skip_space();
            }
            if values.is_empty() {
                let problem = Problem::unexpected("[ after a property", self.rest_of_line());
                return Err(problem.at_line(self.line));
            }
            properties.push(LinedProperty { line, property: Property { name, values } });
        }
        Ok(properties)
    }

    /// Reads the value whose bracket is open. All ends of lines become `\n`.
    fn value(&mut self) -> Result<String, NotationError> {
        let start = self.line;
        let mut value = String::new();
        loop {
            let next = self.next().ok_or(Problem::Ends("a value is closed by ]").at_line(start))?;
            match next {
                ']' => return Ok(value),
                '\\' => match self.next() {
                    Some('\n') => {}
                    Some('\r') => self.skip_if('\n'),
                    escaped => value.extend(escaped),
                },
                '\r' => {
                    self.skip_if('\n');
                    value.push('\n');
                }
                other => value.push(other),
            }
        }
    }

    fn skip_if(&mut self, wanted: char) {
        if self.peek() == Some(wanted) {
            self.next();
        }
    }
}
