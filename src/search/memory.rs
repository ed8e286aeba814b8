//! The memory that one search leaves to the next.

use std::sync::Arc;

use crate::eval::Evaluator;
use crate::search::correction::Correction;
use crate::search::evaluation_cache::EvaluationCache;
use crate::search::history::History;
use crate::search::last_result::LastResult;
use crate::search::margins::Margins;
use crate::search::sample::EvaluationSample;
use crate::search::table::TranspositionTable;
use crate::solver::Vcf;

/// The size of the memory of positions without a VCF: 2 to this power, eight bytes each.
const VCF_MEMORY_BITS: u32 = 17;

/// The memory of searches from move to move of a game.
///
/// The content is valid for one rule and one board size; [`Memory::clear`] makes it ready for
/// another one.
///
/// ```
/// use dolmen::search::{self, Control, Limits, Memory, Request, Silent};
/// use dolmen::{BoardSize, Point, Position, Rule};
///
/// let mut position = Position::new(BoardSize::square(15));
/// position.play(Point::new(7, 7)).expect("the point is empty");
/// let mut memory = Memory::new(1 << 20);
/// let request = Request::new(Limits { depth: Some(4), ..Limits::unlimited() });
/// let control = Control::without_clock();
/// let [first, second] = [(); 2].map(|()| {
///     search::search(&position, Rule::Renju, &mut memory, &request, &control, &mut Silent)
///         .expect("there is a move")
/// });
/// assert!(second.summary.nodes < first.summary.nodes);
/// ```
#[derive(Debug)]
pub struct Memory {
    /// The static worth of positions and moves.
    pub(crate) evaluator: Arc<Evaluator>,
    /// The results of earlier visits to positions.
    pub(crate) table: Arc<TranspositionTable>,
    /// The statistics of good moves.
    pub(crate) history: History,
    /// The solver with the positions that have no VCF.
    pub(crate) vcf: Vcf,
    /// The static evaluations of positions visited lately.
    pub(crate) evaluations: EvaluationCache,
    /// The errors of earlier static evaluations.
    pub(crate) correction: Correction,
    /// The tuning parameters of the search.
    pub margins: Margins,
    /// The sample of evaluated positions that the main thread fills, if there is one.
    pub sample: Option<EvaluationSample>,
    /// The result of the last search.
    pub(crate) last_result: Option<LastResult>,
    /// The memories of the other threads, which share the table and most of the history.
    pub(crate) helpers: Vec<Self>,
}

impl Memory {
    /// Returns an empty memory for one thread, with a transposition table of at most this many
    /// bytes and the built-in evaluator.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self::with_evaluator(Evaluator::built_in(), table_bytes)
    }

    /// Returns an empty memory like [`Memory::new`], with another evaluator.
    #[must_use]
    pub fn with_evaluator(evaluator: Arc<Evaluator>, table_bytes: usize) -> Self {
        Self::with_table(evaluator, Arc::new(TranspositionTable::new(table_bytes)))
    }

    fn with_table(evaluator: Arc<Evaluator>, table: Arc<TranspositionTable>) -> Self {
        Self {
            evaluator,
            table,
            history: History::default(),
            vcf: Vcf::new(VCF_MEMORY_BITS),
            evaluations: EvaluationCache::default(),
            correction: Correction::default(),
            margins: Margins::default(),
            sample: None,
            last_result: None,
            helpers: Vec::new(),
        }
    }

    /// Returns the size of the transposition table in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Returns how many of a thousand entries of the transposition table are in use.
    #[must_use]
    pub fn table_usage(&self) -> usize {
        self.table.usage()
    }

    /// Sets the number of threads of the following searches; 0 counts as 1.
    pub fn set_threads(&mut self, count: usize) {
        let (evaluator, table) = (&self.evaluator, &self.table);
        let helpers = count.saturating_sub(1);
        let (history, margins) = (&self.history, self.margins);
        self.helpers.resize_with(helpers, || Self {
            history: history.sharing(),
            ..Self::with_table(Arc::clone(evaluator), Arc::clone(table))
        });
        self.helpers.iter_mut().for_each(|helper| helper.margins = margins);
    }

    /// Forgets everything but the margins and the number of threads.
    pub fn clear(&mut self) {
        self.clear_with(&Arc::new(TranspositionTable::new(self.table.bytes())));
    }

    /// Forgets everything and goes on with another table.
    fn clear_with(&mut self, table: &Arc<TranspositionTable>) {
        self.table = Arc::clone(table);
        self.history = History::default();
        self.vcf.clear();
        self.evaluations = EvaluationCache::default();
        self.correction = Correction::default();
        self.last_result = None;
        for helper in &mut self.helpers {
            helper.clear_with(table);
            helper.history = self.history.sharing();
        }
    }
}
