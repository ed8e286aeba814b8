//! Points and players in queries and replies.

use serde_json::{Value, json};

use crate::analyse::fault::{Code, Fault};
use crate::board::{BoardSize, Color, Point};

/// The word for a move that places no stone.
pub(super) const PASS: &str = "pass";
/// The letters of columns in GTP, without I.
const GTP_LETTERS: &[u8; 22] = b"ABCDEFGHJKLMNOPQRSTUVW";

/// A way to write points. All notations are read as `(7,7)` or `[7,7]`, too: column and row from 0 at the top
/// left.
///
/// ```
/// use dolmen::analyse::Notation;
/// use dolmen::{BoardSize, Point};
///
/// let (point, size) = (Point::new(8, 2), BoardSize::square(15));
/// let written = Notation::ALL.map(|notation| notation.write(point, size).to_string());
/// assert_eq!(written, [r#""i3""#, "[8,2]", r#""J13""#]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// A letter, with `i`, and the row from 1 at the top: `h8`.
    #[default]
    Letters,
    /// The column and the row from 0 at the top left: `[7,7]`.
    Xy,
    /// A letter without I, and the row from 1 at the bottom, as the Go Text Protocol has it: `H8`.
    Gtp,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 3] = [Self::Letters, Self::Xy, Self::Gtp];
    /// The words for the notations, in the same order.
    pub const WORDS: [&str; 3] = ["letters", "xy", "gtp"];

    /// Returns a point of a board as JSON.
    #[must_use]
    pub fn write(self, point: Point, size: BoardSize) -> Value {
        match self {
            Self::Letters => Value::String(point.to_string()),
            Self::Xy => json!([point.column(), point.row()]),
            Self::Gtp => {
                let letter = char::from(GTP_LETTERS[point.column()]);
                Value::String(format!("{letter}{}", size.height() - point.row()))
            }
        }
    }

    /// Returns a point of a board in a message.
    pub(super) fn name(self, point: Point, size: BoardSize) -> String {
        match self.write(point, size) {
            Value::String(name) => name,
            value => value.to_string(),
        }
    }

    /// Returns points as JSON.
    pub(super) fn write_all(
        self,
        points: impl IntoIterator<Item = Point>,
        size: BoardSize,
    ) -> Vec<Value> {
        points.into_iter().map(|point| self.write(point, size)).collect()
    }

    /// Reads a point of a board; `None` for a pass.
    pub(super) fn read(
        self,
        field: &str,
        value: &Value,
        size: BoardSize,
    ) -> Result<Option<Point>, Fault> {
        if value.as_str().is_some_and(|text| text.eq_ignore_ascii_case(PASS)) {
            return Ok(None);
        }
        let expected = match self {
            Self::Letters => "a point such as \"h8\"",
            Self::Xy => "a point such as [7,7]",
            Self::Gtp => "a point such as \"H8\"",
        };
        let [column, row] = self.place(value, size).ok_or_else(|| {
            let words = format!("invalid point {value}: expected {expected}");
            Fault::new(Code::Invalid, field, super::fault::shortened(&words))
        })?;
        let off_board = || {
            let words = format!("point {value} is off the {size} board");
            Fault::new(Code::IllegalMove, field, words)
        };
        size.point(column, row).map(Some).ok_or_else(off_board)
    }

    /// Returns the column and the row of a point, which may lie off the board.
    fn place(self, value: &Value, size: BoardSize) -> Option<[i64; 2]> {
        if let Value::Array(pair) = value {
            let [column, row] = pair.as_slice() else { return None };
            return Some([column.as_i64()?, row.as_i64()?]);
        }
        let text = value.as_str()?.trim();
        if let Some(pair) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            let (column, row) = pair.split_once(',')?;
            return Some([column.trim().parse().ok()?, row.trim().parse().ok()?]);
        }
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let digits =
            text.get(1..).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        let number: i64 = digits.parse().ok()?;
        if self == Self::Gtp {
            let column =
                GTP_LETTERS.iter().position(|&known| known == letter.to_ascii_uppercase())?;
            return Some([column as i64, (size.height() as i64).saturating_sub(number)]);
        }
        Some([i64::from(letter.to_ascii_lowercase() - b'a'), number - 1])
    }
}

/// Reads a player: `B`, `W`, `black` or `white`.
pub(super) fn player(field: &str, value: &Value) -> Result<Color, Fault> {
    let text = value.as_str().unwrap_or_default().to_ascii_lowercase();
    match text.as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => {
            let words = format!("invalid player {value}: expected \"B\" or \"W\"");
            Err(Fault::new(Code::Invalid, field, super::fault::shortened(&words)))
        }
    }
}

/// Returns the letter of a player.
pub(super) const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::analyse::points::Notation;
    use crate::board::BoardSize;

    #[test]
    fn all_points_survive_each_notation() {
        for (width, height) in [(5, 5), (22, 22), (12, 17), (20, 7)] {
            let size = BoardSize::new(width, height).expect("a size");
            for notation in Notation::ALL {
                for point in size.points() {
                    let written = notation.write(point, size);
                    let read = notation.read("moves", &written, size).expect("a point");
                    assert_eq!(read, Some(point), "{notation:?} {written}");
                    let pair = format!("({}, {})", point.column(), point.row());
                    let read = notation.read("moves", &json!(pair), size).expect("a point");
                    assert_eq!(read, Some(point));
                }
            }
        }
    }

    #[test]
    fn other_values_have_precise_errors() {
        let size = BoardSize::square(15);
        let message = |notation: Notation, value: Value| {
            notation.read("moves", &value, size).expect_err("no point").message
        };
        let (letters, gtp) = (Notation::Letters, Notation::Gtp);
        assert_eq!(message(letters, json!("p8")), r#"point "p8" is off the 15x15 board"#);
        assert_eq!(message(letters, json!("h16")), r#"point "h16" is off the 15x15 board"#);
        assert_eq!(message(gtp, json!("A0")), r#"point "A0" is off the 15x15 board"#);
        assert_eq!(message(letters, json!([7, -1])), "point [7,-1] is off the 15x15 board");
        let expected = r#"invalid point "I8": expected a point such as "H8""#;
        assert_eq!(message(gtp, json!("I8")), expected);
        for value in
            [json!("h"), json!("8"), json!(""), json!(7), json!([7]), json!("h8x"), json!("(7;7)")]
        {
            assert!(message(letters, value.clone()).starts_with("invalid point"), "{value}");
        }
        assert!(message(letters, json!("x".repeat(1000))).len() < 200);
        assert_eq!(letters.read("moves", &json!("PASS"), size), Ok(None));
    }
}
