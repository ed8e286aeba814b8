//! Records of positions, and positions of records.

use crate::board::{Color, PlacementError, Position};
use crate::notation::{Defaults, Problem, ROOT, Record};
use crate::rules::GameRule;

impl Record {
    /// Returns the record of the stones of a position as moves, in the order in which they were placed. Where a colour
    /// places two stones in a row, and where the side to move is not the next one, there is a pass.
    ///
    /// ```
    /// use dolmen::Game;
    /// use dolmen::notation::{PointNames, Record, moves};
    ///
    /// let game: Game = "renju 15x15 h8 i9 g7".parse()?;
    /// let record = Record::of_position(game.rule(), game.position())?;
    /// assert_eq!(moves::write(&record, record.shown, PointNames::Top), "h8i9g7\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Problem::DeadPoints`] if the position has dead points.
    pub fn of_position(rule: GameRule, position: &Position) -> Result<Self, Problem> {
        if !position.dead().is_empty() {
            return Err(Problem::DeadPoints);
        }
        let mut record =
            Self::new(&Defaults { rule, size: position.size(), ..Defaults::default() });
        let (mut node, mut turn) = (ROOT, Color::Black);
        for stone in position.history() {
            if stone.color != turn {
                node = record.add(node, None)?;
            }
            node = record.add(node, Some(stone.point))?;
            turn = !stone.color;
        }
        if position.side_to_move() != turn {
            node = record.add(node, None)?;
        }
        record.shown = node;
        Ok(record)
    }

    /// Returns the position at a node: [`Record::end`] for the end of the main line, [`Record::shown`] for the one that
    /// the file names. It is the empty board if the node does not exist.
    ///
    /// ```
    /// use dolmen::Game;
    /// use dolmen::notation::{Defaults, sgf};
    ///
    /// let record = sgf::read("(;GM[4]SZ[15];B[hh];W[ii];B[gg])", &Defaults::default())?;
    /// let game = Game::from_position(record.rule, record.position(record.end())?);
    /// assert_eq!(game.to_string(), "freestyle 15x15 h8 i9 g7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a stone is off the board or on another one, which no reader of a file lets pass.
    pub fn position(&self, id: usize) -> Result<Position, PlacementError> {
        let mut position = Position::new(self.size);
        for id in self.path(id).into_iter().skip(1) {
            match self.nodes()[id].point {
                Some(point) => position.play(point)?,
                None => position.set_side_to_move(!position.side_to_move()),
            }
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Color, Position, diagram};
    use crate::notation::{Problem, ROOT, Record};
    use crate::rules::GameRule;
    use crate::tests::{points, position};

    #[test]
    fn positions_survive_as_records() {
        let mut passed = position("15x15 h8 i9");
        passed.set_side_to_move(Color::White);
        let mut twice = passed.clone();
        twice.play(points("g7")[0]).expect("it is empty");
        for before in [Position::new(passed.size()), position("9x12 a1 i12"), passed, twice] {
            let record = Record::of_position(GameRule::default(), &before).expect("no dead points");
            assert_eq!(record.position(record.shown).as_ref(), Ok(&before));
            assert_eq!(record.position(ROOT), Ok(Position::new(before.size())));
        }
    }

    #[test]
    fn dead_points_are_no_moves() {
        let dead = diagram::parse("#....\n.....\n.....\n.....\n.....").expect("a drawn board");
        let record = Record::of_position(GameRule::default(), &dead);
        assert_eq!(record, Err(Problem::DeadPoints));
    }
}
