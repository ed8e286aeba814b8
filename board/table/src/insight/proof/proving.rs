//! A search for a win, from its beginning to its result.

use dolmen::Game;
use dolmen::board::{Color, Position};
use dolmen::rules::GameRule;

use crate::insight::proof::quiet::QuietProof;
use crate::insight::proof::{Found, ProofLimits, prove_by_threats};
use crate::message::{ProofKind, ProofResult, Verdict};
use crate::tree::{NodeId, Tree, TreeError};

/// Searches for a win by force of a side, which moves first. The positions that refute all defences are
/// visited in addition to the limit.
///
/// ```
/// use board_table::insight::{ProofLimits, prove};
/// use board_table::message::{ProofKind, Verdict};
/// use dolmen::Color;
/// use board_table::tree::{ROOT, Tree};
/// use dolmen::{BoardSize, Rule};
///
/// let mut tree = Tree::new(Rule::Freestyle, BoardSize::square(15));
/// let mut at = ROOT;
/// for point in ["h8", "a1", "i9", "a3", "j10", "a5"] {
///     at = tree.add(at, Some(point.parse()?))?;
/// }
/// let limits = ProofLimits { nodes: 1_000, ..ProofLimits::default() };
/// let result = prove(&tree, at, ProofKind::Vcf, Color::Black, &limits)?;
/// assert_eq!(result.verdict, Verdict::Win);
/// let four = result.root.expect("a win has a first move");
/// assert_eq!(four.defences.len(), 2, "an open four can be blocked on either side, in vain");
/// assert_eq!(prove(&tree, at, ProofKind::Vct, Color::White, &limits)?.verdict, Verdict::NoWin);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the node does not exist or a stone on its path cannot be placed.
pub fn prove(
    tree: &Tree,
    at: NodeId,
    kind: ProofKind,
    side: Color,
    limits: &ProofLimits,
) -> Result<ProofResult, TreeError> {
    let mut proving = Proving::new(tree, at, kind, side, limits)?;
    loop {
        if let Some(result) = proving.step(&|| 0) {
            return Ok(result);
        }
    }
}

/// A search for a win that runs step by step.
#[derive(Debug)]
pub struct Proving {
    /// The result that the search fills in; it has no win at first.
    result: ProofResult,
    search: Search,
}

/// The kind of a search, with its state.
#[derive(Debug)]
enum Search {
    /// No search: the game is over.
    Nothing,
    /// Threats alone, in one step.
    Threats { position: Box<Position>, rule: GameRule, limits: ProofLimits },
    /// Any moves.
    Quiet(Box<QuietProof>),
}

impl Proving {
    /// Begins a search like [`prove`].
    ///
    /// # Errors
    /// Returns an error if the node does not exist or a stone on its path cannot be placed.
    pub fn new(
        tree: &Tree,
        at: NodeId,
        kind: ProofKind,
        side: Color,
        limits: &ProofLimits,
    ) -> Result<Self, TreeError> {
        let mut position = tree.position(at)?;
        let result = ProofResult { at, kind, side, verdict: Verdict::NoWin, nodes: 0, root: None };
        let rule = tree.rule();
        let search = if has_ended(rule, &position) {
            Search::Nothing
        } else {
            position.set_side_to_move(side);
            match kind {
                ProofKind::Win => {
                    Search::Quiet(Box::new(QuietProof::new(position, rule.rule, limits.clone())))
                }
                ProofKind::Vcf | ProofKind::Vct => {
                    let position = Box::new(position);
                    Search::Threats { position, rule, limits: limits.clone() }
                }
            }
        };
        Ok(Self { result, search })
    }

    /// Continues the search for a fraction of a second, and returns the result once it is known. `clock`
    /// returns the milliseconds since the beginning. A win by fours and threes that needs only fours is
    /// reported as one by fours.
    pub fn step(&mut self, clock: &dyn Fn() -> u64) -> Option<ProofResult> {
        let (found, kind) = match &mut self.search {
            Search::Nothing => return Some(self.result.clone()),
            Search::Threats { position, rule, limits } => {
                let fours = prove_by_threats(position, rule.rule, ProofKind::Vcf, limits);
                if fours.verdict == Verdict::Win || self.result.kind == ProofKind::Vcf {
                    (fours, ProofKind::Vcf)
                } else {
                    let kind = ProofKind::Vct;
                    (prove_by_threats(position, rule.rule, kind, limits), kind)
                }
            }
            Search::Quiet(proof) => (proof.step(clock)?, ProofKind::Win),
        };
        let Found { verdict, nodes, root } = found;
        Some(ProofResult { verdict, nodes, root, kind, ..self.result.clone() })
    }

    /// Returns the node whose position is searched.
    #[must_use]
    pub const fn at(&self) -> NodeId {
        self.result.at
    }

    /// Returns the number of positions visited so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        match &self.search {
            Search::Nothing | Search::Threats { .. } => 0,
            Search::Quiet(proof) => proof.positions(),
        }
    }
}

fn has_ended(rule: GameRule, position: &Position) -> bool {
    Game::from_position(rule, position.clone()).outcome().is_some()
}
