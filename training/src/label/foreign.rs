//! Games that Dolmen did not play, as text lines of JSON.
//!
//! Invariant: the moves of a game are legal, only its last move can end it, and its stones do not
//! contradict its result.

use std::fs;
use std::io;
use std::path::Path;

use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::rules::{Outcome, ParseRuleError, Rule, check_move, outcome};
use serde::Deserialize;

/// A game that Dolmen did not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignGame {
    /// The text line in the file, from 1.
    pub line: u32,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The moves, black's first.
    pub moves: Vec<Point>,
    /// Moves at the beginning that come from a prescribed opening.
    pub opening_plies: usize,
    /// The result, by the stones or by agreement.
    pub outcome: Outcome,
}

/// A file of games that Dolmen did not play.
#[derive(Clone, Debug)]
pub struct ForeignFile {
    /// The name of the file, without its folder.
    pub name: String,
    /// The checksum of its bytes (CRC-32).
    pub checksum: u32,
    /// The number of its lines.
    pub lines: u32,
    /// The sound games.
    pub games: Vec<ForeignGame>,
    /// The number of each text line without a sound game, with the reason.
    pub refusals: Vec<String>,
}

impl ForeignFile {
    /// Reads a file with one game per text line; empty text lines are skipped.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read. A text line without a sound game is no error but
    /// a refusal.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = fs::read(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let (games, refusals) = (Vec::new(), Vec::new());
        let mut file = Self { name, checksum: crc32fast::hash(&bytes), lines: 0, games, refusals };
        for text in bytes.split(|&byte| byte == b'\n') {
            file.lines += 1;
            if text.trim_ascii().is_empty() {
                continue;
            }
            match read_game(text, file.lines) {
                Ok(game) => file.games.push(game),
                Err(reason) => {
                    let (path, line) = (path.display(), file.lines);
                    file.refusals.push(format!("{path}, line {line}: {reason}"));
                }
            }
        }
        Ok(file)
    }
}

/// A game as a text line, which may have more fields.
#[derive(Debug, Deserialize)]
struct Line {
    rule: String,
    size: i64,
    moves: Vec<[i64; 2]>,
    result: String,
    opening_plies: usize,
}

/// Reads the game of a text line; the error says what is wrong with it.
fn read_game(text: &[u8], line: u32) -> Result<ForeignGame, String> {
    let parsed: Line = json_line::read(text).map_err(|error| {
        format!("{error}; expected a JSON object with rule, size, moves, result, opening_plies")
    })?;
    let rule = parsed.rule.parse().map_err(|error: ParseRuleError| error.to_string())?;
    let size = BoardSize::new(parsed.size, parsed.size).map_err(|error| error.to_string())?;
    let expected = read_result(&parsed.result)?;
    let moves = points(&parsed.moves, size)?;
    if parsed.opening_plies > moves.len() {
        let (opening, count) = (parsed.opening_plies, moves.len());
        return Err(format!(
            "opening_plies is {opening}; expected at most {count}, the number of moves"
        ));
    }
    match replay(&moves, size, rule)? {
        Some(found) if found != expected => {
            let result = &parsed.result;
            Err(format!("the result is {result:?}, but the position says: {found}"))
        }
        _ => {
            let opening_plies = parsed.opening_plies;
            Ok(ForeignGame { line, rule, size, moves, opening_plies, outcome: expected })
        }
    }
}

fn read_result(result: &str) -> Result<Outcome, String> {
    match result {
        "black" => Ok(Outcome::Win(Color::Black)),
        "white" => Ok(Outcome::Win(Color::White)),
        "draw" => Ok(Outcome::Draw),
        _ => Err(format!("the result is {result:?}; expected \"black\", \"white\" or \"draw\"")),
    }
}

/// The points of moves; an error counts the moves from 1.
fn points(moves: &[[i64; 2]], size: BoardSize) -> Result<Vec<Point>, String> {
    let point = |(index, &[column, row]): (usize, &[i64; 2])| {
        size.point(column, row).ok_or_else(|| {
            let (number, last) = (index + 1, size.width() - 1);
            format!(
                "move {number} is [{column}, {row}], off the board; expected a column and a row \
                 from 0 to {last}"
            )
        })
    };
    moves.iter().enumerate().map(point).collect()
}

/// Returns the outcome on the board, or `None` if the stones do not end the game; an error counts the
/// moves from 1.
fn replay(moves: &[Point], size: BoardSize, rule: Rule) -> Result<Option<Outcome>, String> {
    let mut position = Position::new(size);
    for (index, &point) in moves.iter().enumerate() {
        let number = index + 1;
        if let Some(end) = outcome(&position, rule) {
            return Err(format!("move {number} comes after the end of the game: {end}"));
        }
        check_move(&position, point, rule).map_err(|error| format!("move {number}: {error}"))?;
        position.play(point).map_err(|error| format!("move {number}: {error}"))?;
    }
    Ok(outcome(&position, rule))
}
