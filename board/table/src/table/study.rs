//! The study of an engine: the best lines of a position, or the values of all moves of a line.

use std::collections::VecDeque;

use dolmen::board::Point;
use dolmen::eval::Score;

use crate::message::{EngineId, Limits, Thought, Work};
use crate::ranking::Ranking;
use crate::tree::{FoundLine, NodeId, Reading};

/// The maximum number of moves of a line that is kept.
const MAX_LINE: usize = 12;

/// The work of an engine beside a game.
#[derive(Debug)]
pub(super) struct Study {
    pub(super) engine: EngineId,
    pub(super) kind: Kind,
    /// The newest thoughts about the present node, by rank.
    pub(super) thoughts: Ranking,
}

/// The kind of the work.
#[derive(Debug)]
pub(super) enum Kind {
    Analysis {
        at: NodeId,
        lines: u8,
        limits: Limits,
    },
    Sweep {
        waiting: VecDeque<NodeId>,
        at: NodeId,
        line: Vec<NodeId>,
        nodes: u64,
        /// The forced replies after the present node: the engine searches the position after them.
        forced: Vec<Point>,
    },
}

impl Study {
    /// Returns a study that has not begun.
    pub(super) fn new(engine: EngineId, kind: Kind) -> Self {
        Self { engine, kind, thoughts: Ranking::default() }
    }

    /// Returns the work for the page.
    pub(super) fn work(&self) -> Work {
        match &self.kind {
            Kind::Analysis { at, lines, limits } => {
                Work::Analysis { at: *at, engine: self.engine, lines: *lines, limits: *limits }
            }
            Kind::Sweep { waiting, line, .. } => {
                let all = line.len();
                Work::Sweep { done: all.saturating_sub(waiting.len() + 1), all }
            }
        }
    }

    /// Returns whether the study is over once the engine has answered, because the person has limited it.
    pub(super) const fn is_limited(&self) -> bool {
        let Kind::Analysis { limits, .. } = &self.kind else { return false };
        limits.ms.is_some() || limits.nodes.is_some()
    }

    /// Returns the newest thoughts, by rank.
    pub(super) fn thoughts(&self) -> impl Iterator<Item = &Thought> {
        self.thoughts.values()
    }

    /// Converts a thought about the position after forced replies into one about the present node.
    pub(super) fn before_forced(&self, thought: Thought) -> Option<Thought> {
        let Kind::Sweep { forced, .. } = &self.kind else { return Some(thought) };
        if forced.is_empty() || thought.text.is_some() {
            return Some(thought);
        }
        let names = forced.iter().map(ToString::to_string);
        let value = thought.value.as_deref().and_then(|value| before(value, forced.len()));
        (thought.rank == 1).then(|| Thought {
            line: names.chain(thought.line).collect(),
            value,
            ..thought
        })
    }

    /// Notes a thought.
    pub(super) fn note(&mut self, thought: &Thought) {
        if thought.text.is_none() && thought.engine == self.engine {
            self.thoughts.note(thought.clone());
        }
    }

    /// Returns the result of a sweep for the present position; `None` without a value.
    pub(super) fn reading(&self) -> Option<Reading> {
        let Kind::Sweep { nodes, .. } = self.kind else { return None };
        let best = self.thoughts.get(1)?;
        let second = self.thoughts.get(2).and_then(|thought| thought.value.clone());
        Some(Reading { value: best.value.clone()?, second, line: points(best), nodes })
    }

    /// Returns the best lines of the present position, as its node keeps them.
    pub(super) fn lines(&self) -> Vec<FoundLine> {
        let lines = self.thoughts.values().map(|thought| FoundLine {
            value: thought.value.clone(),
            black_wins: thought.black_wins,
            depth: thought.depth,
            selective_depth: thought.selective_depth,
            nodes: thought.nodes,
            ms: thought.ms,
            line: points(thought),
        });
        lines.filter(|found| !found.line.is_empty()).collect()
    }

    /// Returns the present node.
    pub(super) const fn at(&self) -> NodeId {
        match self.kind {
            Kind::Analysis { at, .. } | Kind::Sweep { at, .. } => at,
        }
    }
}

/// Returns the first moves of a line.
fn points(thought: &Thought) -> Vec<Point> {
    thought.line.iter().take(MAX_LINE).map_while(|point| point.parse().ok()).collect()
}

/// Returns a value of a position for the side that moved some plies before: `+M5` one ply before is `-M6`.
fn before(value: &str, plies: usize) -> Option<String> {
    let score: Score = value.parse().ok()?;
    let plies = i32::try_from(plies).ok()?;
    let earlier = match score.plies_to_end() {
        Some(distance) if score.is_win() => Score::win_in(distance + plies),
        Some(distance) => Score::loss_in(distance + plies),
        None => score,
    };
    Some(if plies % 2 == 1 { -earlier } else { earlier }.to_string())
}

#[cfg(test)]
mod tests {
    use super::before;

    #[test]
    fn values_turn_with_the_side() {
        for (value, plies, expected) in [
            ("+M5", 1, "-M6"),
            ("-M4", 1, "+M5"),
            ("+M5", 2, "+M7"),
            ("120", 1, "-120"),
            ("-7", 2, "-7"),
        ] {
            assert_eq!(before(value, plies).as_deref(), Some(expected), "{value}");
        }
        assert_eq!(before("x", 1), None);
    }
}
