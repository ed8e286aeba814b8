//! Counts of the legal move sequences of a game.

use crate::game::Game;

impl Game {
    /// Counts the sequences of `depth` legal moves, by both sides in turn.
    ///
    /// The same moves in another order are another sequence. No sequence has a move to a forbidden
    /// point, and none goes on after a move that makes five or fills the board: such a move is the
    /// last of its sequence, which counts at its own depth alone. A side whose empty points are all
    /// forbidden has no move. In a continuous game only the full board ends a sequence. There is one
    /// sequence of no moves.
    ///
    /// Another implementation of the rules can compare its counts with these. Black is to move in each
    /// position; rows count from 1 at the top.
    ///
    /// | position | size and moves |
    /// |---|---|
    /// | threes | `7x7 b2 e2 c3 d3 f3 b4 e4 d5 c5 g5 b6 e6` |
    /// | fours | `8x8 b2 b3 c2 c3 d2 d3 e2 e3 g2 f5 a3 h7 g3 b7` |
    /// | full | `5x5 b1 a1 d1 c1 a2 e1 c2 b2 e2 d2 b3 a3 d3 c3 a5 e3 b5 b4 d5 d4 e5 e4` |
    ///
    /// | position | depth | freestyle | standard | renju | caro | caro6 | omok |
    /// |---|---:|---:|---:|---:|---:|---:|---:|
    /// | threes | 1 | 37 | 37 | 36 | 37 | 37 | 36 |
    /// | threes | 2 | 1332 | 1332 | 1296 | 1332 | 1332 | 1267 |
    /// | threes | 3 | 46620 | 46620 | 44548 | 46620 | 46620 | 43554 |
    /// | threes | 4 | 1585080 | 1585080 | 1514632 | 1585080 | 1585080 | 1457750 |
    /// | fours | 1 | 50 | 50 | 49 | 50 | 50 | 50 |
    /// | fours | 2 | 2352 | 2401 | 2352 | 2401 | 2352 | 2401 |
    /// | fours | 3 | 110640 | 112944 | 108383 | 115248 | 112896 | 112944 |
    /// | fours | 4 | 4987922 | 5202289 | 4987922 | 5308368 | 5089536 | 5202289 |
    /// | full | 1 | 3 | 3 | 3 | 3 | 3 | 3 |
    /// | full | 2 | 4 | 4 | 4 | 4 | 4 | 4 |
    /// | full | 3 | 4 | 4 | 4 | 4 | 4 | 4 |
    /// | full | 4 | 0 | 0 | 0 | 0 | 0 | 0 |
    ///
    /// ```
    /// use dolmen::Game;
    ///
    /// let game: Game = "renju 8x8 b2 b3 c2 c3 d2 d3 e2 e3 g2 f5 a3 h7 g3 b7".parse()?;
    /// assert_eq!(game.perft(1), 49, "f2 would make six stones in a row");
    /// # Ok::<(), dolmen::game::ParseGameError>(())
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        let mut game = self.clone();
        game.count(depth)
    }

    /// Counts sequences; leaves the game unchanged.
    fn count(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self
                .legal_moves()
                .into_iter()
                .map(|point| {
                    self.play(point).expect("the move is legal");
                    let count = self.count(depth - 1);
                    self.undo();
                    count
                })
                .sum(),
        }
    }
}
