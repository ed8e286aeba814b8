//! The record of one position.

use std::collections::BTreeMap;

use crate::board::{BoardSize, Point, Symmetry};
use crate::eval::Score;

/// A label of a position: one visible ASCII character.
///
/// As in Yixin-Board's databases, a label is about the move that leads to the position: with `w`, the side that has
/// just moved wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(char);

impl Label {
    /// The side that has just moved wins.
    pub const WIN: Self = Self('w');
    /// The side that has just moved loses.
    pub const LOSS: Self = Self('l');
    /// The game is a draw.
    pub const DRAW: Self = Self('d');
    /// The engine must not make the move that leads here.
    pub const BLOCKED: Self = Self('x');
    /// The engine must make the move that leads here.
    pub const FORCED: Self = Self('!');

    /// Returns the label that a character stands for, in lower case, or `None` if the character is not a visible
    /// ASCII character.
    #[must_use]
    pub const fn new(character: char) -> Option<Self> {
        match character {
            '!'..='~' => Some(Self(character.to_ascii_lowercase())),
            _ => None,
        }
    }

    /// Returns the character as text.
    #[cfg(feature = "protocol")]
    pub(crate) fn text(self) -> String {
        self.0.to_string()
    }

    /// Returns the character.
    #[must_use]
    pub const fn character(self) -> char {
        self.0
    }
}

/// A variation with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move.
    pub score: Score,
    /// The moves, the first one by the side to move; empty if only the score is known.
    pub moves: Vec<Point>,
}

/// The knowledge about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The label that a person has given, if any.
    pub label: Option<Label>,
    /// The depth of the search behind the lines, in plies.
    pub depth: u32,
    /// The best lines, the best one first; each begins with a different move.
    pub lines: Vec<Line>,
    /// The comment of a person; empty if there is none.
    pub comment: String,
    /// The short texts that a person has put on points.
    pub marks: BTreeMap<Point, String>,
}

impl Record {
    /// Returns the score for the side to move, if a search or a person has given one.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Returns the best move, if it is known.
    #[must_use]
    pub fn best(&self) -> Option<Point> {
        self.lines.first()?.moves.first().copied()
    }

    /// Returns whether the score is a proved win or loss.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.score().is_some_and(Score::is_proved)
    }

    /// Takes the lines of a search if they are better than the known ones: a proof is better than a score,
    /// a shorter proof than a longer one, and otherwise a deeper search.
    ///
    /// Returns whether anything changed.
    pub fn improve(&mut self, depth: u32, lines: Vec<Line>) -> bool {
        let plies_to_end = |lines: &[Line]| lines.first()?.score.plies_to_end();
        let is_better = match (plies_to_end(&self.lines), plies_to_end(&lines)) {
            (Some(_), None) => false,
            (None, Some(_)) => true,
            (Some(known), Some(new)) => new < known,
            (None, None) => depth >= self.depth,
        };
        let is_taken = is_better && (self.depth, &self.lines) != (depth, &lines);
        if is_taken {
            (self.depth, self.lines) = (depth, lines);
        }
        is_taken
    }

    /// Adds the better or missing parts of another record to this one.
    pub(crate) fn merge(&mut self, other: Self) {
        self.improve(other.depth, other.lines);
        self.label = self.label.or(other.label);
        if self.comment.is_empty() {
            self.comment = other.comment;
        }
        for (point, text) in other.marks {
            self.marks.entry(point).or_insert(text);
        }
    }

    /// Returns the image of the record under a symmetry of the board.
    pub(crate) fn image(&self, symmetry: Symmetry, size: BoardSize) -> Self {
        let mut image = self.clone();
        for point in image.lines.iter_mut().flat_map(|line| &mut line.moves) {
            *point = symmetry.apply(*point, size);
        }
        let marks = image.marks.into_iter();
        image.marks = marks.map(|(point, text)| (symmetry.apply(point, size), text)).collect();
        image
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Point;
    use crate::eval::Score;
    use crate::positions::{Line, Record};

    fn line(score: Score) -> Vec<Line> {
        vec![Line { score, moves: vec![Point::new(7, 7)] }]
    }

    #[test]
    fn deeper_lines_and_proofs_are_improvements() {
        let mut record = Record::default();
        assert!(record.improve(10, line(Score::new(40))));
        assert!(!record.improve(9, line(Score::new(50))), "it is less deep");
        assert!(!record.improve(10, line(Score::new(40))), "nothing changes");
        assert!(record.improve(10, line(Score::new(60))), "the newer one counts");
        assert!(record.improve(4, line(Score::win_in(9))), "a proof needs no depth");
        assert!(!record.improve(30, line(Score::new(70))), "the proof stays");
        assert!(!record.improve(30, line(Score::win_in(11))));
        assert!(record.improve(2, line(Score::win_in(7))), "the proof is shorter");
        assert_eq!(record.score(), Some(Score::win_in(7)));
    }
}
