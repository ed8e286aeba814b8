//! Reading SGF.

use crate::board::{BoardSize, Color, Point};
use crate::notation::builder::{Builder, Spot};
use crate::notation::error::shortened;
use crate::notation::sgf::scanner::{LinedProperty, Scanner};
use crate::notation::{
    Annotation, Arrow, Defaults, MAX_DEPTH, Mark, NotationError, Problem, Property, ROOT, Record,
    Remark, Sign, parse_rule,
};

/// The properties of the first node that are fields of a record, or that a writer sets for itself.
const HEAD: [&str; 11] = ["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "GN", "DT", "RE"];

/// Reads the first game of a text.
///
/// # Errors
/// Returns an error if there is no game, or a fault in it.
pub fn read(text: &str, defaults: &Defaults) -> Result<Record, NotationError> {
    let mut scanner = Scanner::new(text);
    let mut game = scanner.game(defaults)?.ok_or(Problem::Unknown)?;
    game.remarks.extend(scanner.has_more().then_some(Remark::MoreGames));
    Ok(game)
}

/// Reads all games of a text, and skips the text between them.
///
/// ```
/// use dolmen::notation::{Defaults, sgf};
///
/// let games = sgf::read_all("two games (;SZ[15];B[hh]) (;SZ[19];B[jj])", &Defaults::default())?;
/// assert_eq!(games.iter().map(|game| game.size.width()).collect::<Vec<_>>(), [15, 19]);
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
///
/// # Errors
/// Returns an error if there is a fault in a game.
pub fn read_all(text: &str, defaults: &Defaults) -> Result<Vec<Record>, NotationError> {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(|| scanner.game(defaults).transpose()).collect()
}

/// A label on a point of a position.
struct Label {
    node: usize,
    point: Point,
    text: String,
}

/// A game, as far as it was read.
struct Game {
    builder: Builder,
    labels: Vec<Label>,
}

impl Game {
    /// Returns the game that the properties of the first node describe.
    fn new(properties: &[LinedProperty], defaults: &Defaults) -> Result<Self, NotationError> {
        let mut record = Record::new(defaults);
        let (mut names_rule, mut rule_text) = (false, None);
        for LinedProperty { line, property } in properties {
            let value = property.first();
            match property.name.as_str() {
                // Editors for Go write its number, 1, whatever the game is.
                "GM" if value == "1" => record.remarks.push(Remark::Go),
                "GM" if value != "4" => {
                    return Err(Problem::OtherGame(shortened(value)).at_line(*line));
                }
                "SZ" => record.size = parse_size(value).map_err(|p| p.at_line(*line))?,
                "RU" => {
                    names_rule = true;
                    match parse_rule(value) {
                        Some(rule) => record.rule = rule,
                        None => {
                            record.remarks.push(Remark::UnknownRule(shortened(value)));
                            rule_text = Some(property.clone());
                        }
                    }
                }
                "PB" => value.clone_into(&mut record.names[0]),
                "PW" => value.clone_into(&mut record.names[1]),
                "GN" => value.clone_into(&mut record.title),
                "DT" => value.clone_into(&mut record.date),
                "RE" => value.clone_into(&mut record.result),
                _ => {}
            }
        }
        record.remarks.extend((!names_rule).then_some(Remark::NoRule));
        if let Some(root) = record.node_mut(ROOT) {
            root.others.extend(rule_text);
        }
        Ok(Self { builder: Builder::of(record), labels: Vec::new() })
    }

    /// Takes the first node, which also describes the game.
    fn take_root(&mut self, properties: Vec<LinedProperty>) -> Result<(), NotationError> {
        self.take(properties, Some(ROOT))
    }

    fn take_node(&mut self, properties: Vec<LinedProperty>) -> Result<(), NotationError> {
        self.take(properties, None)
    }

    /// Takes a node. Properties without a field belong to `owner`, if there is one.
    fn take(
        &mut self,
        properties: Vec<LinedProperty>,
        owner: Option<usize>,
    ) -> Result<(), NotationError> {
        self.set_up(&properties)?;
        for LinedProperty { line, property } in &properties {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            self.builder.line = *line;
            let played = property.values.iter().try_for_each(|value| self.play(color, value));
            played.map_err(|problem| problem.at_line(*line))?;
        }
        let node = self.builder.spot().node;
        for LinedProperty { property, .. } in properties {
            // Only capitals of names are kept, so a name in small letters alone is empty.
            let is_of_head = HEAD.contains(&property.name.as_str());
            let is_kept = !property.name.is_empty() && !is_of_head;
            if is_kept
                && !self.note(node, &property)
                && let Some(owner) = self.builder.record.node_mut(owner.unwrap_or(node))
                && !owner.others.contains(&property)
            {
                owner.others.push(property);
            }
        }
        Ok(())
    }

    /// Sets the fields of a node that hold a property; returns whether there are some.
    fn note(&mut self, node: usize, property: &Property) -> bool {
        if let Some(annotation) = annotation(property) {
            return self.builder.annotate(node, annotation);
        }
        let values = &property.values;
        match property.name.as_str() {
            "B" | "W" | "AB" | "AW" | "PL" => {}
            "V" => return self.builder.value(node, property.first()),
            "C" => values.iter().for_each(|text| self.builder.comment(node, text)),
            "CR" => self.mark(node, values, &Sign::Circle),
            "TR" => self.mark(node, values, &Sign::Triangle),
            "SQ" => self.mark(node, values, &Sign::Square),
            "MA" => self.mark(node, values, &Sign::Cross),
            "AR" => self.arrow(node, values),
            "LB" => self.labels.extend(values.iter().filter_map(|value| {
                let (name, text) = value.split_once(':')?;
                let point = parse_point(&self.builder, name).ok()?;
                Some(Label { node, point, text: text.to_owned() })
            })),
            _ => return false,
        }
        true
    }

    /// Sets up the stones of a node.
    fn set_up(&mut self, properties: &[LinedProperty]) -> Result<(), NotationError> {
        let mut stones = <[Vec<Point>; 2]>::default();
        let mut to_move = None;
        for LinedProperty { line, property } in properties {
            let color = match property.name.as_str() {
                "AB" => 0,
                "AW" => 1,
                "AE" => return Err(Problem::Removal("AE").at_line(*line)),
                "PL" => {
                    to_move = parse_color(property.first());
                    continue;
                }
                _ => continue,
            };
            self.builder.line = *line;
            for value in &property.values {
                let points = parse_points(&self.builder, value);
                stones[color].extend(points.map_err(|problem| problem.at_line(*line))?);
            }
        }
        let line = self.builder.line;
        self.builder.set_up(stones, to_move).map_err(|problem| problem.at_line(line))
    }

    /// Adds a move: a pass if it is empty, or `tt` on a board without such a point.
    fn play(&mut self, color: Color, value: &str) -> Result<(), Problem> {
        let point = match value.trim() {
            "" => None,
            "tt" => parse_point(&self.builder, "tt").ok(),
            value => Some(parse_point(&self.builder, value)?),
        };
        self.builder.play_as(color, point)
    }

    /// Marks points of a node. Values that are not points of the board are left out, as in labels.
    fn mark(&mut self, node: usize, values: &[String], sign: &Sign) {
        let points = values.iter().filter_map(|value| parse_points(&self.builder, value).ok());
        for point in points.flatten().collect::<Vec<_>>() {
            self.builder.mark(node, Mark { point, sign: sign.clone() });
        }
    }

    /// Adds arrows to a node.
    fn arrow(&mut self, node: usize, values: &[String]) {
        for value in values {
            let Some((from, to)) = value.split_once(':') else { continue };
            let ends = [from, to].map(|end| parse_point(&self.builder, end));
            if let [Ok(from), Ok(to)] = ends
                && from != to
            {
                self.builder.arrow(node, Arrow { from, to });
            }
        }
    }

    /// Gives the labels to the stones on their points; others become marks.
    fn finish(self) -> Record {
        let Self { mut builder, labels } = self;
        for Label { node, point, text } in labels {
            let record = &builder.record;
            let is_own = record.nodes()[node].point == Some(point);
            let owner = if is_own { Some(node) } else { record.child(node, Some(point)) };
            match owner {
                Some(owner) => builder.label(owner, &text),
                None => builder.mark(node, Mark { point, sign: Sign::Text(text) }),
            }
        }
        builder.finish()
    }
}

/// Returns the annotation that a property stands for.
fn annotation(property: &Property) -> Option<Annotation> {
    let is_double = property.first().trim() == "2";
    Some(match property.name.as_str() {
        "TE" if is_double => Annotation::VeryGood,
        "TE" => Annotation::Good,
        "IT" => Annotation::Interesting,
        "DO" => Annotation::Doubtful,
        "BM" if is_double => Annotation::VeryBad,
        "BM" => Annotation::Bad,
        _ => return None,
    })
}

/// Returns the colour of `PL`, which old files write as a word or a number.
fn parse_color(value: &str) -> Option<Color> {
    match value.chars().next()? {
        'B' | 'b' | '1' => Some(Color::Black),
        'W' | 'w' | '2' => Some(Color::White),
        _ => None,
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

/// Returns the points of a value: one, or all of a rectangle such as `aa:bb`.
fn parse_points(builder: &Builder, value: &str) -> Result<Vec<Point>, Problem> {
    let (from, to) = value.split_once(':').unwrap_or((value, value));
    let (from, to) = (parse_point(builder, from)?, parse_point(builder, to)?);
    let row = |row| (from.column()..=to.column()).map(move |column| Point::new(column, row));
    Ok((from.row()..=to.row()).flat_map(row).collect())
}

impl Scanner<'_> {
    /// Reads the next game; `None` if there is none.
    fn game(&mut self, defaults: &Defaults) -> Result<Option<Record>, NotationError> {
        while self.peek().is_some_and(|next| next != '(') {
            self.next();
        }
        let start = self.line;
        if self.next().is_none() {
            return Ok(None);
        }
        self.skip_space();
        if self.next() != Some(';') {
            let problem = Problem::unexpected("; after the first parenthesis", self.rest_of_line());
            return Err(problem.at_line(start));
        }
        let properties = self.properties()?;
        let mut game = Game::new(&properties, defaults)?;
        game.builder.record.line = start;
        // The nodes before the open parentheses.
        let mut open: Vec<Spot> = vec![game.builder.spot()];
        game.take_root(properties)?;
        while !open.is_empty() {
            self.skip_space();
            let line = self.line;
            let rest = self.rest_of_line();
            match self.next() {
                Some('(') if open.len() > MAX_DEPTH => return Err(Problem::TooDeep.at_line(line)),
                Some('(') => open.push(game.builder.spot()),
                Some(')') => open.pop().into_iter().for_each(|spot| game.builder.return_to(spot)),
                Some(';') => game.take_node(self.properties()?)?,
                Some(_) => {
                    return Err(Problem::unexpected("a property, ;, ( or )", rest).at_line(line));
                }
                None => return Err(Problem::Ends("the last parenthesis is closed").at_line(line)),
            }
        }
        Ok(Some(game.finish()))
    }
}
