//! Reading SGF.

use dolmen::board::{BoardSize, Color, Point};

use crate::formats::builder::{Builder, Spot};
use crate::formats::sgf::parse_rule;
use crate::formats::{FormatError, GameResult, Imported, MAX_DEPTH, Problem, ReadDefaults};
use crate::message::{FileFormat, OverReason, Side};
use crate::tree::{NodeId, ROOT};

/// Reads the first game of a text.
pub(in crate::formats) fn read(
    text: &str,
    defaults: &ReadDefaults,
) -> Result<Imported, FormatError> {
    let mut scanner = Scanner { rest: text, line: 1 };
    for symbol in ['(', ';'] {
        scanner.skip_space();
        if scanner.next() != Some(symbol) {
            return Err(Problem::Unknown.at_line(scanner.line));
        }
    }
    let properties = scanner.properties()?;
    let mut game = Game::new(&properties, defaults)?;
    // The nodes before the open parentheses.
    let mut open: Vec<Spot> = vec![game.builder.spot()];
    game.take_node(&properties)?;
    while !open.is_empty() {
        scanner.skip_space();
        let line = scanner.line;
        match scanner.next() {
            Some('(') if open.len() > MAX_DEPTH => return Err(Problem::TooDeep.at_line(line)),
            Some('(') => open.push(game.builder.spot()),
            Some(')') => open.pop().into_iter().for_each(|spot| game.builder.return_to(spot)),
            Some(';') => game.take_node(&scanner.properties()?)?,
            Some(other) => {
                let found = format!("{other}{}", scanner.rest);
                let found = found.lines().next().unwrap_or_default();
                return Err(Problem::unexpected("a property, ;, ( or )", found).at_line(line));
            }
            None => return Err(Problem::Ends("the last parenthesis is closed").at_line(line)),
        }
    }
    Ok(game.finish())
}

/// A property of a node.
struct Property {
    line: usize,
    /// The name, without small letters.
    name: String,
    values: Vec<String>,
}

impl Property {
    fn first(&self) -> &str {
        self.values.first().map_or("", |value| value.trim())
    }
}

/// A label on a point of a position.
struct Label {
    node: NodeId,
    point: Point,
    text: String,
}

/// A game, as far as it was read.
struct Game {
    builder: Builder,
    names: [String; 2],
    result: Option<GameResult>,
    labels: Vec<Label>,
}

impl Game {
    /// Returns the game that the properties of the first node describe.
    fn new(properties: &[Property], defaults: &ReadDefaults) -> Result<Self, FormatError> {
        let (mut rule, mut size) = (defaults.rule, defaults.size);
        let (mut names, mut result) = (<[String; 2]>::default(), None);
        for property in properties {
            let value = property.first();
            match property.name.as_str() {
                // Editors for Go write its number, 1, whatever the game is.
                "GM" if !["1", "4"].contains(&value) => {
                    let problem = Problem::OtherGame(value.chars().take(40).collect());
                    return Err(problem.at_line(property.line));
                }
                "SZ" => size = parse_size(value).map_err(|p| p.at_line(property.line))?,
                "RU" => rule = parse_rule(value).unwrap_or(rule),
                "PB" => value.clone_into(&mut names[0]),
                "PW" => value.clone_into(&mut names[1]),
                "RE" => result = parse_result(value),
                _ => {}
            }
        }
        Ok(Self { builder: Builder::new(rule, size), names, result, labels: Vec::new() })
    }

    fn take_node(&mut self, properties: &[Property]) -> Result<(), FormatError> {
        for property in properties {
            self.take_moves(property).map_err(|problem| problem.at_line(property.line))?;
        }
        let node = self.builder.spot().node;
        for property in properties {
            match property.name.as_str() {
                "C" => property.values.iter().for_each(|text| self.builder.comment(node, text)),
                "LB" => self.labels.extend(property.values.iter().filter_map(|value| {
                    let (name, text) = value.split_once(':')?;
                    let point = parse_point(&self.builder, name).ok()?;
                    Some(Label { node, point, text: text.to_owned() })
                })),
                _ => {}
            }
        }
        Ok(())
    }

    fn take_moves(&mut self, property: &Property) -> Result<(), Problem> {
        let color = match property.name.as_str() {
            "B" | "AB" => Color::Black,
            "W" | "AW" => Color::White,
            "AE" => return Err(Problem::Removal("AE")),
            _ => return Ok(()),
        };
        let is_move = property.name.len() == 1;
        for value in &property.values {
            match value.trim().split_once(':') {
                Some((from, to)) if !is_move => {
                    let (from, to) =
                        (parse_point(&self.builder, from)?, parse_point(&self.builder, to)?);
                    for row in from.row()..=to.row() {
                        for column in from.column()..=to.column() {
                            self.builder.play_as(color, Some(Point::new(column, row)))?;
                        }
                    }
                }
                _ if is_move && self.is_pass(value.trim()) => self.builder.play_as(color, None)?,
                _ => {
                    let point = parse_point(&self.builder, value)?;
                    self.builder.play_as(color, Some(point))?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether a move is a pass: empty, or `tt` on a board without such a point.
    fn is_pass(&self, value: &str) -> bool {
        value.is_empty() || value == "tt" && parse_point(&self.builder, value).is_err()
    }

    /// Gives the labels to the stones on their points.
    fn finish(mut self) -> Imported {
        for Label { node, point, text } in &self.labels {
            let tree = &self.builder.tree;
            let is_own = tree.get(*node).is_some_and(|node| node.point == Some(*point));
            let owner = if is_own { Some(*node) } else { tree.child(*node, Some(*point)) };
            owner.into_iter().for_each(|owner| self.builder.label(owner, text));
        }
        let Self { builder: Builder { tree, .. }, names, result, .. } = self;
        let end = tree.end_of_line(ROOT);
        Imported { format: FileFormat::Sgf, tree, names, end, result }
    }
}

fn parse_size(value: &str) -> Result<BoardSize, Problem> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let side = |text: &str| {
        let wrong = || Problem::unexpected("a size such as SZ[15] or SZ[15:20]", value);
        text.trim().parse().map_err(|_| wrong())
    };
    BoardSize::new(side(width)?, side(height)?).map_err(Problem::Size)
}

fn parse_point(builder: &Builder, value: &str) -> Result<Point, Problem> {
    match value.trim().as_bytes() {
        &[column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            builder.point(i64::from(column - b'a'), i64::from(row - b'a'), value)
        }
        _ => Err(Problem::unexpected("two small letters such as hh", value)),
    }
}

/// Returns the result that a text such as `B+R` tells.
fn parse_result(value: &str) -> Option<GameResult> {
    let (winner, rest) = match value.split_once('+') {
        Some(("B" | "b", rest)) => (Side::Black, rest),
        Some(("W" | "w", rest)) => (Side::White, rest),
        _ => {
            let is_draw = value == "0" || value.eq_ignore_ascii_case("draw");
            return is_draw.then_some(GameResult { winner: None, reason: OverReason::Full });
        }
    };
    let reason = match rest.chars().next() {
        Some('R' | 'r') => OverReason::Resigned,
        Some('T' | 't') => OverReason::Time,
        Some('F' | 'f') => OverReason::Foul,
        _ => OverReason::Five,
    };
    Some(GameResult { winner: Some(winner), reason })
}

/// The text that is not read yet.
struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        self.line += usize::from(next == '\n');
        Some(next)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Reads the properties of a node.
    fn properties(&mut self) -> Result<Vec<Property>, FormatError> {
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
                let found = self.rest.lines().next().unwrap_or_default();
                return Err(Problem::unexpected("[ after a property", found).at_line(self.line));
            }
            properties.push(Property { line, name, values });
        }
        Ok(properties)
    }

    /// Reads the value whose bracket is open. All ends of lines become `\n`.
    fn value(&mut self) -> Result<String, FormatError> {
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
