//! Positions of stored games as the learner sees them.

use std::cmp::Reverse;
use std::sync::Arc;

use dolmen::board::{Color, Key, Point, Position};
use dolmen::eval::urgency;
use dolmen::eval::{Accumulator, Evaluator, RuleEvaluator};
use dolmen::rules::{Outcome, Rule};
use dolmen::threats::{Threat, ThreatBoard};

use crate::generate::tally::Kind;
use crate::learn::groups::group_of_code;
use crate::learn::stones::{Lists, PlacedStones, StoneStore};
use crate::store::{Beginning, Game, Label, Shard, Source};

/// The maximum number of candidates of a position, the best move included.
const MAX_CANDIDATES: usize = 80;

/// A position that the threats alone do not decide: neither side has a five, and the side to
/// move has no open four and no double three that wins.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The key of the stones and the side to move.
    pub key: Key,
    /// The number of its game among those that were added.
    pub game: u32,
    /// The side to move.
    pub mover: Color,
    /// The source of the position.
    pub kind: Kind,
    /// Indicates whether its game is held out.
    pub is_held_out: bool,
    /// Score of the search, in evaluation units; the scores of proved wins are not reduced.
    pub score: i32,
    /// 1 if the side to move won the game, 0 if it lost, else a half.
    pub result: f32,
    /// Indicates whether the result says little about the position, because a random move follows it or
    /// because it lies inside a search.
    pub is_disturbed: bool,
    /// The source of the score, in [`Samples::sources`].
    source: u16,
    /// Static evaluation with the weights in use.
    pub eval: i32,
    /// The result of [`urgency`].
    pub urgency: u16,
    /// The move of the search.
    pub best: Point,
}

/// The number of times that a group of codes occurs in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeCount {
    /// The group.
    pub group: u16,
    /// The side: 0 for the side to move, 1 for the other.
    pub side: u8,
    /// The number of times.
    pub count: u8,
}

/// The number of times that a pair of classes occurs in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairCount {
    /// Class of the mover's code times [`Threat::COUNT`], and class of the other side's.
    pub pair: u16,
    /// The number of times.
    pub count: u8,
}

/// The groups of a point for both sides, and its score in the order of moves with the weights in
/// use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Group of the point for the side to move.
    pub own: u16,
    /// Group of the point for the other side.
    pub other: u16,
    /// Score in the order of moves with the weights in use.
    pub score: i16,
}

impl Sample {
    /// Returns the source of the score, as an index into [`Samples::sources`].
    #[must_use]
    pub fn source(&self) -> usize {
        usize::from(self.source)
    }
}

/// The features that are stored for each position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Features {
    /// All that weights are fitted to.
    #[default]
    All,
    /// Scores, results and the evaluation in use: enough to measure it.
    Scores,
    /// The same and the stones, for the rows of windows.
    Stones,
}

/// An engine and the nodes of its searches: scores of different sources have different units.
/// Held-out positions count as another source, so that their targets do not depend on the training
/// set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleSource {
    /// The engine and the nodes.
    pub source: Source,
    /// Indicates whether its positions are held out.
    pub is_held_out: bool,
}

/// Positions of one rule.
#[derive(Debug)]
pub struct Samples {
    /// The positions.
    pub positions: Vec<Sample>,
    /// The sources of their scores.
    pub sources: Vec<SampleSource>,
    /// The number of games that were added.
    games: u32,
    features: Features,
    /// The evaluator of [`Sample::eval`].
    evaluator: Arc<Evaluator>,
    /// `[code]`; empty until a position is added.
    group_of_code: Vec<u16>,
    codes: Lists<CodeCount>,
    pairs: Lists<PairCount>,
    moves: Lists<Candidate>,
    stones: StoneStore,
}

/// The source of a position.
#[derive(Clone, Copy)]
struct Place {
    game: u32,
    source: u16,
    outcome: Outcome,
    is_held_out: bool,
    is_disturbed: bool,
    kind: Kind,
}

impl Samples {
    /// Returns an empty collection, which stores these features of the positions that are added.
    #[must_use]
    pub fn new(features: Features, evaluator: Arc<Evaluator>) -> Self {
        Self {
            positions: Vec::new(),
            sources: Vec::new(),
            games: 0,
            features,
            evaluator,
            group_of_code: Vec::new(),
            codes: Lists::default(),
            pairs: Lists::default(),
            moves: Lists::default(),
            stones: StoneStore::default(),
        }
    }

    /// Returns the indices of the positions to learn from.
    #[must_use]
    pub fn trained(&self) -> Vec<usize> {
        let positions = self.positions.iter().enumerate();
        positions.filter(|(_, sample)| !sample.is_held_out).map(|(index, _)| index).collect()
    }

    /// Returns the number of held-out positions.
    #[must_use]
    pub fn held_out(&self) -> usize {
        self.positions.iter().filter(|sample| sample.is_held_out).count()
    }

    /// Returns the bytes that the positions take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let lists = self.codes.bytes() + self.pairs.bytes() + self.moves.bytes();
        size_of_val(&self.positions[..]) + lists + self.stones.bytes()
    }

    /// Drops all positions but the first `length`.
    pub fn truncate(&mut self, length: usize) {
        self.positions.truncate(length);
        self.codes.truncate(length);
        self.pairs.truncate(length);
        self.moves.truncate(length);
        self.stones.truncate(length);
    }

    /// Returns the stones of a position.
    ///
    /// # Panics
    /// Panics if the features are not [`Features::Stones`].
    #[must_use]
    pub fn stones(&self, index: usize) -> PlacedStones<'_> {
        self.stones.of(index)
    }

    /// Returns the codes of a position: all but four times nothing.
    ///
    /// # Panics
    /// Panics if the features are not [`Features::All`], as do `pairs` and `moves`.
    #[must_use]
    pub fn codes(&self, index: usize) -> &[CodeCount] {
        self.codes.of(index)
    }

    /// Returns the pairs of classes of a position: all but the pair without any threat.
    #[must_use]
    pub fn pairs(&self, index: usize) -> &[PairCount] {
        self.pairs.of(index)
    }

    /// Returns the moves of a position, the best first; empty if the best one is unknown.
    #[must_use]
    pub fn moves(&self, index: usize) -> &[Candidate] {
        self.moves.of(index)
    }

    /// Adds the open positions of a game of a file.
    pub fn add(&mut self, shard: &Shard, game: &Game, is_held_out: bool) {
        if self.group_of_code.is_empty() {
            self.group_of_code = group_of_code();
        }
        let is_foreign = game.beginning == Beginning::Foreign;
        let last_random = game.plies.iter().rposition(|ply| {
            let choice = ply.before.as_ref().map(|before| before.label.searched.best);
            !is_foreign && choice.is_some_and(|choice| choice != ply.point)
        });
        let mut at = Place {
            game: self.games,
            source: self.source(&shard.source, is_held_out),
            outcome: game.outcome,
            is_held_out,
            is_disturbed: false,
            kind: Kind::Game,
        };
        self.games += 1;
        let empty = Position::new(game.size);
        let mut board = ThreatBoard::new(&empty, shard.rule);
        let mut accumulator = Accumulator::new(self.evaluator.rule(shard.rule), &board);
        let mut stones = game.plies.iter();
        for (ply, position) in game.positions() {
            while board.position().ply() < ply {
                board.play(
                    stones.next().expect("a game has a stone before every later position").point,
                );
            }
            at.kind = Kind::in_game(game, ply, 0);
            at.is_disturbed = last_random.is_some_and(|last| ply <= last);
            accumulator.keep(&board);
            self.add_position(&mut board, &mut accumulator, &position.label, at);
            for interior in &position.interior {
                interior.path.iter().for_each(|&point| board.play(point));
                at.kind = Kind::in_game(game, ply + interior.path.len(), interior.path.len());
                at.is_disturbed = true;
                self.add_position(&mut board, &mut accumulator, &interior.label, at);
                interior.path.iter().for_each(|_| board.undo());
                accumulator.follow_undo(&board);
            }
        }
    }

    /// Returns the index of a source, which is added if it is new.
    fn source(&mut self, source: &Source, is_held_out: bool) -> u16 {
        let is_same =
            |known: &SampleSource| known.source == *source && known.is_held_out == is_held_out;
        let place = self.sources.iter().position(is_same).unwrap_or_else(|| {
            self.sources.push(SampleSource { source: source.clone(), is_held_out });
            self.sources.len() - 1
        });
        place as u16
    }

    /// Adds a position, if it is open and its search completed an iteration.
    fn add_position(
        &mut self,
        board: &mut ThreatBoard,
        accumulator: &mut Accumulator,
        label: &Label,
        at: Place,
    ) {
        if label.searched.depth == 0 || !is_open(board) {
            return;
        }
        let mover = board.side_to_move();
        let result = match at.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f32::from(u8::from(winner == mover)),
        };
        if self.features == Features::All {
            self.add_codes(board);
            self.add_pairs(board);
            self.add_moves(
                board,
                accumulator.evaluator(),
                label.deep.unwrap_or(label.searched).best,
            );
        }
        if self.features == Features::Stones {
            self.stones.add(board.position(), mover);
        }
        self.positions.push(Sample {
            key: board.position().key(),
            game: at.game,
            mover,
            kind: at.kind,
            is_held_out: at.is_held_out,
            score: label.score().value(),
            result,
            is_disturbed: at.is_disturbed,
            source: at.source,
            eval: accumulator.evaluate(board).value(),
            urgency: urgency(board) as u16,
            best: label.deep.unwrap_or(label.searched).best,
        });
    }

    fn add_codes(&mut self, board: &ThreatBoard) {
        let mover = board.side_to_move();
        let mut found = Vec::with_capacity(512);
        for point in board.position().empty() {
            for (side, color) in [(0, mover), (1, !mover)] {
                let group = self.group_of_code[usize::from(board.code(color, point).0)];
                if group != 0 {
                    found.push((side, group));
                }
            }
        }
        found.sort_unstable();
        self.codes.push(found.chunk_by(|a, b| a == b).map(|same| {
            let (side, group) = same[0];
            CodeCount { group, side, count: same.len().min(usize::from(u8::MAX)) as u8 }
        }));
    }

    fn add_pairs(&mut self, board: &ThreatBoard) {
        let mover = board.side_to_move();
        let mut counts = [0_u8; Threat::COUNT * Threat::COUNT];
        for point in board.position().empty() {
            let [own, other] = [mover, !mover].map(|color| board.threat(color, point) as usize);
            let count = &mut counts[own * Threat::COUNT + other];
            *count = count.saturating_add(1);
        }
        let counts = (0_u16..).zip(counts).skip(1).filter(|&(_, count)| count > 0);
        self.pairs.push(counts.map(|(pair, count)| PairCount { pair, count }));
    }

    fn add_moves(&mut self, board: &mut ThreatBoard, evaluator: &RuleEvaluator, best: Point) {
        let mover = board.side_to_move();
        let moves = board.legal(mover, board.near());
        if !moves.contains(best) || moves.len() < 2 {
            self.moves.push([]);
            return;
        }
        let candidate = |point: Point| {
            let group = |color| self.group_of_code[usize::from(board.code(color, point).0)];
            let value = |color| evaluator.weights_at(board, color, point);
            let score = value(mover).attack.saturating_add(value(!mover).defence);
            Candidate { own: group(mover), other: group(!mover), score }
        };
        let first = candidate(best);
        let others = moves.iter().filter(|&point| point != best);
        let mut others: Vec<Candidate> = others.map(candidate).collect();
        if others.len() >= MAX_CANDIDATES {
            // Sort by the strongest shapes and not by the weights in use, on which learned weights
            // must not depend.
            others.sort_by_key(|candidate| Reverse(candidate.own.max(candidate.other)));
            others.truncate(MAX_CANDIDATES - 1);
        }
        self.moves.push([first].into_iter().chain(others));
    }
}

/// Returns whether the position is open: threats alone do not decide it, see [`Sample`].
pub(crate) fn is_open(board: &ThreatBoard) -> bool {
    let mover = board.side_to_move();
    let wins_by_threes = board.count(mover, Threat::DoubleThree) > 0
        && !board.has_any(!mover, &Threat::FOURS)
        && board.count(!mover, Threat::Forbidden) == 0;
    board.count(!mover, Threat::Five) == 0
        && !board.has_any(mover, &[Threat::Five, Threat::OpenFour])
        && !wins_by_threes
}

/// Returns the colours that have weights of their own: both in renju, else one for both.
#[must_use]
pub fn colors_of(rule: Rule) -> &'static [Color] {
    if rule == Rule::Renju { &Color::ALL } else { &Color::ALL[..1] }
}

/// Returns the index of a colour's weights among those of one or two sides.
#[must_use]
pub fn side_of(color: Color, sides: usize) -> usize {
    color.index().min(sides - 1)
}
