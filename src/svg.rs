//! Positions as pictures: SVG without a style sheet, scripts or names, so that a page can hold many.
//!
//! A unit of the picture is the distance of two lines. A picture brings its own board, and looks the same on
//! light and dark pages.

mod canvas;
mod colors;
mod parts;
mod shapes;

use crate::board::{Bitboard, Color, Point, Position};
use crate::notation::PointNames;
use crate::svg::canvas::Canvas;

pub use parts::{Arrow, Disc, Fill, Form, GREEN, Ghost, Look, Mark, Outline, Palette, Row, Stroke};

/// The options of a picture. Points off the board are left out. Colours are texts of CSS.
///
/// ```
/// use dolmen::Position;
/// use dolmen::svg::Picture;
///
/// let position = Position::from_moves("15x15 h8 i9")?;
/// let text = Picture::default().draw(&position);
/// assert!(text.starts_with("<svg") && text.contains(">2</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Indicates whether stones have the numbers of their moves.
    pub numbers: bool,
    /// Indicates whether the last stone is marked, unless it has a ring of its own.
    pub last: bool,
    /// The names of columns and rows at the left and the bottom; `None` for a board without them.
    pub names: Option<PointNames>,
    /// The texts on points.
    pub marks: Vec<Mark>,
    /// The coloured squares.
    pub fills: Vec<Fill>,
    /// The lines through points, below the stones.
    pub rows: Vec<Row>,
    /// The figures around points.
    pub outlines: Vec<Outline>,
    /// The arrows.
    pub arrows: Vec<Arrow>,
    /// The faint stones of moves that may follow.
    pub ghosts: Vec<Ghost>,
    /// The stones with a ring, such as those of a five.
    pub rings: Bitboard,
    /// The points with a cross, such as the forbidden ones.
    pub crosses: Bitboard,
    /// The points with a circle struck out, such as those that a search leaves out.
    pub excluded: Bitboard,
    /// The points between four corners, such as the only ones that are searched.
    pub cornered: Bitboard,
    /// Two opposite points of a rectangle with a dashed edge, such as the one for the next stone.
    pub within: Option<[Point; 2]>,
    /// The colours of the board and the stones.
    pub palette: Palette,
    /// The width in pixels.
    pub width: u32,
}

impl Default for Picture {
    /// Returns the options of a picture with numbers, the last stone and names of points, 400 pixels wide.
    fn default() -> Self {
        Self {
            numbers: true,
            last: true,
            names: Some(PointNames::Top),
            marks: Vec::new(),
            fills: Vec::new(),
            rows: Vec::new(),
            outlines: Vec::new(),
            arrows: Vec::new(),
            ghosts: Vec::new(),
            rings: Bitboard::EMPTY,
            crosses: Bitboard::EMPTY,
            excluded: Bitboard::EMPTY,
            cornered: Bitboard::EMPTY,
            within: None,
            palette: Palette::Wood,
            width: 400,
        }
    }
}

impl Picture {
    /// Returns the picture of a position as an SVG element.
    #[must_use]
    pub fn draw(&self, position: &Position) -> String {
        let on_board = position.geometry().on_board();
        let mut canvas = Canvas::new(position.size(), self.names, self.palette);
        canvas.frame(self.width);
        canvas.fills(&self.fills);
        canvas.grid();
        canvas.within(self.within);
        canvas.excluded(self.excluded & on_board);
        canvas.cornered(self.cornered & on_board);
        canvas.rows(&self.rows);
        canvas.shadows(position.stones(Color::Black) | position.stones(Color::White));
        for color in Color::ALL {
            canvas.stones(position.stones(color), color);
        }
        canvas.dead(position.dead());
        let rings = self.rings & position.occupied();
        canvas.rings(rings);
        canvas.outlines(&self.outlines);
        canvas.arrows(&self.arrows);
        if self.last {
            let last = position.last_move().map(|stone| stone.point);
            let has_text = self.numbers || last.is_some_and(|last| self.is_marked(last));
            canvas.last(last.filter(|&last| !rings.contains(last)), has_text);
        }
        canvas.texts(self.numbered(position), &self.marks, &self.fills, position);
        canvas.crosses(self.crosses & on_board);
        canvas.discs(&self.marks);
        canvas.ghosts(&self.ghosts);
        canvas.finish()
    }

    /// Returns the stones that show their numbers, and the numbers.
    fn numbered(&self, position: &Position) -> impl Iterator<Item = (Point, String)> {
        let numbered = position.history().iter().zip(1..).filter(|_| self.numbers);
        let numbered = numbered.filter(|(stone, _)| !self.is_marked(stone.point));
        numbered.map(|(stone, number)| (stone.point, number.to_string()))
    }

    /// Returns whether a point has a text of its own, in place of the number of its stone.
    fn is_marked(&self, point: Point) -> bool {
        let is_here = |mark: &Mark| mark.point == point && !matches!(mark.look, Look::Badge(_));
        self.marks.iter().any(is_here)
    }
}

#[cfg(test)]
mod tests;
