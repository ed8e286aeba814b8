//! Files of RIF, the Renju International Federation: many games in one file of XML.
//!
//! ```text
//! <players><player id="1" name="Ada" surname="Black"/>…</players>
//! <game id="7" black="1" white="2" bresult="1"><move>h8 h9 i9</move></game>
//! ```
//!
//! A game has its moves as points whose rows count from the bottom, the numbers of its players, and the points of
//! Black: 1, 0.5 or 0. The rest, such as tournaments and openings, is not kept. The format has no published schema;
//! unknown parts are skipped. Each game is read by itself, so that a faulty one does not hide the others.

use std::collections::HashMap;

use crate::notation::{
    Defaults, NotationError, Place, PointNames, Problem, Record, moves, printable,
};

/// The tags that are read.
const GAME: &str = "game";
const MOVE: &str = "move";
const PLAYER: &str = "player";

/// Returns whether a text is a file of RIF.
#[must_use]
pub fn is_rif(text: &str) -> bool {
    text.trim_start().starts_with('<') && Tags { text, at: 0 }.any(|tag| tag.name == GAME)
}

/// The games of a file, in its order.
///
/// ```
/// use dolmen::notation::rif::Games;
/// use dolmen::notation::{Defaults, PointNames, moves};
///
/// let file = r#"<database><players><player id="1" name="Ada" surname="B."/></players>
///     <game id="7" black="1" white="2" bresult="1"><move>h8 h9 i9</move></game></database>"#;
/// let games = Games::new(file, &Defaults::default()).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!((games[0].names[0].as_str(), games[0].result.as_str()), ("Ada B.", "B+"));
/// assert_eq!(moves::write(&games[0], games[0].shown, PointNames::Bottom), "h8h9i9\n");
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Games<'a> {
    tags: Tags<'a>,
    players: HashMap<&'a str, String>,
    defaults: Defaults,
    /// The place up to which lines were counted, and their number.
    counted: (usize, usize),
}

impl<'a> Games<'a> {
    /// Returns the games of a text. The rule and the board are those of the defaults.
    #[must_use]
    pub fn new(text: &'a str, defaults: &Defaults) -> Self {
        let players = Tags { text, at: 0 }.filter(|tag| tag.name == PLAYER);
        let players = players.filter_map(|tag| Some((tag.value("id")?, name(&tag)))).collect();
        let defaults = Defaults { points: PointNames::Bottom, ..*defaults };
        Self { tags: Tags { text, at: 0 }, players, defaults, counted: (0, 1) }
    }

    /// Returns the number of the text line at a place. No call may name an earlier place than the one before.
    fn line(&mut self, at: usize) -> usize {
        let (from, line) = self.counted;
        let line = line + self.tags.text[from..at].matches('\n').count();
        self.counted = (at, line);
        line
    }

    /// Returns the name of a player, or the number if the file does not name him.
    fn player(&self, game: &Tag<'_>, color: &str) -> String {
        let id = game.value(color).unwrap_or_default();
        self.players.get(id).cloned().unwrap_or_else(|| unescaped(id))
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Record, NotationError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.tags.find(|tag| tag.name == GAME)?;
        let line = self.line(game.begin);
        let text = self.tags.text;
        let mut inner = self.tags.clone();
        let body = inner.find(|tag| tag.name == MOVE || tag.name == GAME);
        let body = body.filter(|tag| tag.name == MOVE).map_or("", |tag| {
            let rest = &text[tag.end..];
            &rest[..rest.find('<').unwrap_or(rest.len())]
        });
        let at_line = |error: NotationError| NotationError { place: Place::Line(line), ..error };
        let record = if body.trim().is_empty() {
            Ok(Record::new(&self.defaults))
        } else {
            moves::read(body, &self.defaults).map_err(|error| match error.problem {
                Problem::Unknown => {
                    at_line(Problem::unexpected("moves such as h8 h9", body).into())
                }
                _ => at_line(error),
            })
        };
        Some(record.map(|mut record| {
            record.names = ["black", "white"].map(|color| self.player(&game, color));
            result(game.value("bresult")).clone_into(&mut record.result);
            record.line = line;
            record
        }))
    }
}

/// Returns a result as SGF writes it.
fn result(points_of_black: Option<&str>) -> &'static str {
    match points_of_black.map(str::trim) {
        Some("1") => "B+",
        Some("0") => "W+",
        Some("0.5" | "0,5" | ".5") => "0",
        _ => "",
    }
}

/// Returns the whole name of a player.
fn name(player: &Tag<'_>) -> String {
    let parts = ["name", "surname"].map(|part| unescaped(player.value(part).unwrap_or_default()));
    parts.join(" ").trim().to_owned()
}

/// An opening tag.
#[derive(Clone, Copy, Debug)]
struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
    /// The places where the tag begins and ends.
    begin: usize,
    end: usize,
}

impl<'a> Tag<'a> {
    /// Returns the value of an attribute, as the file writes it.
    fn value(&self, name: &str) -> Option<&'a str> {
        let mut rest = self.attributes;
        loop {
            let (key, after) = rest.split_once('=')?;
            let after = after.trim_start();
            let quote = after.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
            let (value, after) = after[1..].split_once(quote)?;
            if key.trim() == name {
                return Some(value);
            }
            rest = after;
        }
    }
}

/// The opening tags of a text, in its order; comments are skipped.
#[derive(Clone, Debug)]
struct Tags<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Tags<'a> {
    type Item = Tag<'a>;

    fn next(&mut self) -> Option<Tag<'a>> {
        loop {
            let begin = self.at + self.text[self.at..].find('<')?;
            let rest = &self.text[begin..];
            let (close, skipped) = if rest.starts_with("<!--") { ("-->", 4) } else { (">", 1) };
            let Some(length) = rest[skipped..].find(close) else {
                self.at = self.text.len();
                return None;
            };
            self.at = begin + skipped + length + close.len();
            let inside = rest[skipped..skipped + length].trim_end_matches('/');
            if inside.starts_with(|first: char| first.is_ascii_alphabetic()) && close == ">" {
                let end = inside.find(char::is_whitespace).unwrap_or(inside.len());
                let (name, attributes) = inside.split_at(end);
                return Some(Tag { name, attributes, begin, end: self.at });
            }
        }
    }
}

/// Returns a text without the entities of XML, on one line.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain += before;
        let entity = after.split_once(';').and_then(|(name, after)| Some((entity(name)?, after)));
        rest = match entity {
            Some((letter, after)) => {
                plain.push(letter);
                after
            }
            None => {
                plain.push('&');
                after
            }
        };
    }
    printable(&(plain + rest))
}

/// Returns the character of an entity.
fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let hexadecimal = number.strip_prefix(['x', 'X']);
            let parsed =
                hexadecimal.map_or_else(|| number.parse(), |hex| u32::from_str_radix(hex, 16));
            char::from_u32(parsed.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::rif::{Games, is_rif};
    use crate::notation::{Defaults, NotationError, Record};

    fn games(text: &str) -> Vec<Result<Record, NotationError>> {
        Games::new(text, &Defaults::default()).collect()
    }

    #[test]
    fn a_fault_hides_no_other_game() {
        let text = "<database>\n<game id='1'><move>h8 h9</move></game>\n<game><move>h8 h8</move></game>\n\
                    <game bresult='0.5'><move>a1</move></game>\n<game/><game><move>x1</move></game>";
        let read = games(text);
        assert_eq!(read.len(), 5);
        let texts: Vec<String> =
            read.iter().filter_map(|game| Some(game.as_ref().err()?.to_string())).collect();
        let expected =
            ["line 3: point h8 is occupied", "line 5: point x1 is off the board of 15x15"];
        assert_eq!(texts, expected);
        let third = read[2].as_ref().expect("a game");
        assert_eq!((third.result.as_str(), third.line), ("0", 4));
        assert_eq!(third.nodes()[1].point, "a15".parse().ok(), "row 1 is at the bottom");
        assert_eq!(read[3].as_ref().map(|game| game.nodes().len()), Ok(1), "a game without moves");
    }

    #[test]
    fn names_are_plain_text() {
        let text = "<!-- <game> --><player surname=\"B &amp; &#x43;\" id='a&lt;'/>\
                    <game black='a&lt;' white=\"2\"><info>x</info><move>h8</move></game>";
        let read = games(text);
        let names = read[0].as_ref().map(|game| game.names.clone());
        assert_eq!(names, Ok(["B & C".to_owned(), "2".to_owned()]));
        assert_eq!(read.len(), 1);
    }

    #[test]
    fn recognises_its_files() {
        assert!(is_rif("<?xml version=\"1.0\"?><database><game></game></database>"));
        assert!(!is_rif("<svg></svg>") && !is_rif("game") && !is_rif("<"));
        assert!(games("<").is_empty() && games("<game").is_empty());
    }
}
