//! The solver of games: forced wins by continuous fours and by continuous threats.

use crate::board::BoardSize;
use crate::game::Game;
use crate::rules::Rule;
use crate::solver::proof::Proof;
use crate::solver::vcf::Vcf;
use crate::solver::vct::Vct;
use crate::threats::ThreatBoard;

/// A solver of forced wins, with its memory.
///
/// Calls for the same game build on each other: the second one remembers the results of the first.
/// A game under another rule, or on a board of another size, clears the memory.
///
/// The solver returns the line of a win. [`Engine::prove`](crate::Engine::prove) also returns a certificate, which
/// has an answer to each reply, and so does a [`Solving`](crate::scheduler::Solving) with `wants_certificate`, which
/// can be restricted to continuous fours or threats.
#[derive(Clone, Debug)]
pub struct Solver {
    vcf: Vcf,
    vct: Vct,
    conditions: Option<Conditions>,
}

/// The rule and the board size for which the memory is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Conditions {
    rule: Rule,
    size: BoardSize,
}

/// The size of the VCF solver's memory: 2 to this power positions, eight bytes each.
const VCF_MEMORY_BITS: u32 = 17;

impl Solver {
    /// Returns a solver whose table of proof numbers takes at most this many bytes, and whose
    /// other memory takes about two megabytes.
    ///
    /// ```
    /// use dolmen::solver::Proof;
    /// use dolmen::{Game, Solver};
    ///
    /// let game: Game = "freestyle 15x15 g8 a1 i8 a15 h7 o1 h9 o15".parse()?;
    /// let mut solver = Solver::new(1 << 20);
    /// assert_eq!(solver.vct(&game, 1), Proof::Unknown);
    /// let proof = solver.vct(&game, 10_000);
    /// assert!(matches!(proof, Proof::Win(_)));
    /// assert_eq!(solver.vct(&game, 1), proof, "the solver remembers");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        let (vcf, vct) = (Vcf::new(VCF_MEMORY_BITS), Vct::new(table_bytes));
        Self { vcf, vct, conditions: None }
    }

    /// Returns whether the side to move wins by continuous fours, after a search of at most
    /// `nodes` positions.
    ///
    /// [`Proof::NoWin`] means that fours alone do not win, [`Proof::Unknown`] that the search ran
    /// out of nodes.
    ///
    /// ```
    /// use dolmen::solver::Proof;
    /// use dolmen::{Game, Solver};
    ///
    /// let game: Game = "freestyle 15x15 h8 a1 i9 a3 j10 a5".parse()?;
    /// let mut solver = Solver::new(1 << 20);
    /// // An open three becomes an open four, and that becomes a five.
    /// let Proof::Win(variation) = solver.vcf(&game, 10_000) else { panic!("an open three wins") };
    /// assert_eq!(variation.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vcf(&mut self, game: &Game, nodes: u64) -> Proof {
        let mut board = self.board(game);
        self.vcf.solve(&mut board, nodes)
    }

    /// Returns whether the side to move wins by continuous threats, fours and threats of fours,
    /// after a search of at most `nodes` positions.
    ///
    /// [`Proof::NoWin`] means that such threats do not win, [`Proof::Unknown`] that the search ran
    /// out of nodes.
    ///
    /// ```
    /// use dolmen::solver::Proof;
    /// use dolmen::{Game, Solver};
    ///
    /// let mut solver = Solver::new(1 << 20);
    /// // The threes of a double three are no fours.
    /// let game: Game = "freestyle 15x15 g8 a1 i8 a15 h7 o1 h9 o15".parse()?;
    /// assert_eq!(solver.vcf(&game, 10_000), Proof::NoWin);
    /// assert!(matches!(solver.vct(&game, 10_000), Proof::Win(_)));
    /// // White has four stones far apart.
    /// let game: Game = "freestyle 15x15 g8 a1 i8 a15 h7 o1 h9 o15 o8".parse()?;
    /// assert_eq!(solver.vct(&game, 10_000), Proof::NoWin);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vct(&mut self, game: &Game, nodes: u64) -> Proof {
        let mut board = self.board(game);
        self.vct.solve(&mut board, nodes)
    }

    /// Returns the threat board of a game, after clearing a memory that is not valid for it.
    fn board(&mut self, game: &Game) -> ThreatBoard {
        let conditions = Conditions { rule: game.rule().rule, size: game.size() };
        if self.conditions.is_some_and(|known| known != conditions) {
            self.vcf.clear();
            self.vct.clear();
        }
        self.conditions = Some(conditions);
        ThreatBoard::new(game.position(), conditions.rule)
    }
}
