//! The memory that one search leaves to the next.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::{Key, Point, Position};
use crate::eval::{Accumulator, Evaluator, Score};
use crate::rules::Rule;
use crate::search::census::NodeCensus;
use crate::search::correction::Correction;
use crate::search::depth::{MAX_PLY, PLY, quarter_plies};
use crate::search::evaluation_cache::EvaluationCache;
use crate::search::history::History;
use crate::search::last_result::LastResult;
use crate::search::margins::MarginOverrides;
use crate::search::progress::Progress;
use crate::search::quick::{self, Situation};
use crate::search::sample::EvaluationSample;
use crate::search::table::{Bound, Entry, TranspositionTable};
use crate::solver::Vcf;
use crate::threats::ThreatBoard;

/// The bounds of the memory of positions without a VCF: 2 to this power, eight bytes each.
const MIN_VCF_MEMORY_BITS: u32 = 10;
const MAX_VCF_MEMORY_BITS: u32 = 17;
/// The largest table that is cleared in place; the system replaces a larger one page by page, when a search
/// first touches it.
const MAX_CLEARED_BYTES: usize = 16 << 20;

/// A result about a position that a search may take for granted.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The position.
    pub position: Position,
    /// Its score for the side to move.
    pub score: Score,
    /// The depth of the search behind the score, in plies.
    pub depth: u32,
    /// The best move, if it is known.
    pub best: Option<Point>,
}

/// The content of a lesson about its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Learned {
    /// The score for the side to move; wins and losses count from the position itself.
    pub(crate) score: Score,
    /// The depth of the search behind the score, in fractions of a ply.
    pub(crate) depth: i32,
    /// The best move, if it is known.
    pub(crate) best: Option<Point>,
}

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
/// let request = Request::new(Limits { depth: Some(8), ..Limits::unlimited() });
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
    /// The margins that differ from those of the rule.
    pub margins: MarginOverrides,
    /// The sample of evaluated positions that the main thread fills, if there is one.
    pub sample: Option<EvaluationSample>,
    /// The count of the nodes that the main thread visits, if one is wanted.
    pub census: Option<Box<NodeCensus>>,
    /// The lessons, by the keys of their positions.
    pub(crate) lessons: Arc<HashMap<Key, Learned>>,
    /// Indicates whether results may rest on lessons, even on those that were replaced.
    is_taught: bool,
    /// The result of the last search.
    pub(crate) last_result: Option<LastResult>,
    /// The best lines of an interrupted search, from which the next one continues; empty for a new search.
    pub(crate) resumed: Vec<Progress>,
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
            vcf: Vcf::new(vcf_memory_bits(table.bytes())),
            table,
            history: History::default(),
            evaluations: EvaluationCache::default(),
            correction: Correction::default(),
            margins: MarginOverrides::default(),
            sample: None,
            census: None,
            lessons: Arc::default(),
            is_taught: false,
            last_result: None,
            resumed: Vec::new(),
            helpers: Vec::new(),
        }
    }

    /// Returns the size in bytes with which the transposition table was created. The table is smaller if the
    /// system has refused the memory.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.requested_bytes()
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
        let lessons = &self.lessons;
        self.helpers.resize_with(helpers, || Self {
            history: history.sharing(),
            lessons: Arc::clone(lessons),
            ..Self::with_table(Arc::clone(evaluator), Arc::clone(table))
        });
        self.helpers.iter_mut().for_each(|helper| helper.margins = margins);
    }

    /// Learns results about positions of one rule, in place of what was learned before.
    ///
    /// A search takes the score of a lesson for granted where it would not look deeper itself.
    pub fn learn(&mut self, rule: Rule, lessons: &[Lesson]) {
        self.is_taught |= !lessons.is_empty();
        for Lesson { position, score, depth, best } in lessons {
            let mut board = ThreatBoard::new(position, rule);
            if matches!(quick::situation(&mut board, 0), Situation::Free) {
                let evaluator = self.evaluator.rule(rule);
                let eval = Accumulator::new(evaluator, &board).evaluate(&board);
                let depth = quarter_plies(plies(*depth));
                let entry = Entry {
                    best: *best,
                    score: *score,
                    bound: Bound::Exact,
                    eval,
                    depth,
                    was_open: true,
                };
                self.table.store(position.key(), entry);
            }
        }
        let learned = |lesson: &Lesson| {
            let Lesson { score, depth, best, .. } = *lesson;
            (lesson.position.key(), Learned { score, depth: plies(depth), best })
        };
        let lessons: Arc<HashMap<Key, Learned>> = Arc::new(lessons.iter().map(learned).collect());
        self.helpers.iter_mut().for_each(|helper| helper.lessons = Arc::clone(&lessons));
        self.lessons = lessons;
    }

    /// Returns whether results of searches may rest on lessons.
    #[must_use]
    pub const fn is_taught(&self) -> bool {
        self.is_taught
    }

    /// Forgets everything but the margins and the number of threads.
    pub fn clear(&mut self) {
        match Arc::get_mut(&mut self.table) {
            Some(table) if table.bytes() <= MAX_CLEARED_BYTES => table.clear(),
            _ => self.replace_table(),
        }
        self.clear_apart_from_the_table();
        for helper in &mut self.helpers {
            helper.clear_apart_from_the_table();
            helper.history = self.history.sharing();
        }
    }

    /// Replaces the table of all threads by a new one of the same size. The old one goes first, since the system may
    /// not have the memory for both.
    fn replace_table(&mut self) {
        let bytes = self.table.requested_bytes();
        self.share_table(&Arc::new(TranspositionTable::new(0)));
        self.share_table(&Arc::new(TranspositionTable::new(bytes)));
    }

    fn share_table(&mut self, table: &Arc<TranspositionTable>) {
        self.table = Arc::clone(table);
        self.helpers.iter_mut().for_each(|helper| helper.table = Arc::clone(table));
    }

    fn clear_apart_from_the_table(&mut self) {
        self.history = History::default();
        self.vcf.clear();
        self.evaluations.clear();
        self.correction.clear();
        self.lessons = Arc::default();
        self.is_taught = false;
        self.last_result = None;
        self.resumed.clear();
    }
}

/// Returns the binary logarithm of the size of the memory of positions without a VCF, beside a table of `table_bytes`
/// bytes. Searches with a small table are short, and need little of it.
fn vcf_memory_bits(table_bytes: usize) -> u32 {
    let bits = (table_bytes / size_of::<u64>()).max(1).ilog2();
    bits.clamp(MIN_VCF_MEMORY_BITS, MAX_VCF_MEMORY_BITS)
}

/// Returns a number of plies as a depth of the search.
fn plies(count: u32) -> i32 {
    i32::try_from(count).map_or(MAX_PLY as i32, |count| count.min(MAX_PLY as i32)) * PLY
}
