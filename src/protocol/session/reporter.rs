//! What is told about a running search, and when: messages to everybody, details to who
//! asked for them.

use std::time::Duration;

use crate::board::Point;
use crate::protocol::live::{self, Wanted};
use crate::protocol::reply::Reply;
use crate::protocol::summary::Summary;
use crate::search::{Detail, Progress};

/// Shortest time between two messages of one search.
const MESSAGE_INTERVAL: Duration = Duration::from_millis(200);

/// What was heard of a search, and told.
#[derive(Debug)]
pub(super) struct Watch {
    /// How many best lines the search looks for.
    count: usize,
    /// The lines of the last iteration, if there are to be several.
    lines: Vec<Progress>,
    shown: Option<Shown>,
}

/// The last message of a search.
#[derive(Debug)]
struct Shown {
    best: Point,
    elapsed: Duration,
    message: Reply,
}

impl Watch {
    /// Nothing was heard yet of a search for this many lines.
    pub(super) const fn new(count: usize) -> Self {
        Self { count, lines: Vec::new(), shown: None }
    }

    /// What to tell when the search gets on. New best moves are told to who may be watching.
    pub(super) fn progress(
        &mut self,
        progress: &Progress,
        is_watched: bool,
        wanted: Wanted,
    ) -> Vec<Reply> {
        let mut replies = Vec::new();
        if wanted.lines {
            replies.extend(live::info_lines(progress, self.count));
        }
        self.remember(progress);
        let Some(&best) = progress.principal_variation.first() else { return replies };
        if progress.rank > 0 {
            return replies;
        }
        if wanted.realtime {
            replies.extend(live::realtime_best(progress));
        }
        let elapsed = progress.elapsed;
        let is_due = self
            .shown
            .as_ref()
            .is_none_or(|shown| shown.best != best && elapsed >= shown.elapsed + MESSAGE_INTERVAL);
        if is_watched && is_due {
            let message = message(progress, self.count);
            self.shown = Some(Shown { best, elapsed, message: message.clone() });
            replies.push(message);
        }
        replies
    }

    /// What to tell about a step at the root.
    pub(super) fn detail(detail: Detail, wanted: Wanted) -> Option<Reply> {
        wanted.realtime.then(|| live::realtime_step(detail))
    }

    /// What to tell when the search has ended, unless the last message said it.
    pub(super) fn conclusion(self, summary: Option<&Progress>) -> Vec<Reply> {
        if self.lines.len() > 1 {
            return self.lines.iter().map(|line| message(line, self.count)).collect();
        }
        let told = summary.map(|summary| message(summary, 1));
        let shown = self.shown.map(|shown| shown.message);
        told.filter(|told| shown.as_ref() != Some(told)).into_iter().collect()
    }

    fn remember(&mut self, progress: &Progress) {
        if self.count > 1 {
            self.lines.truncate(progress.rank);
            self.lines.push(progress.clone());
        }
    }
}

/// The message about a state of a search for `count` lines.
fn message(progress: &Progress, count: usize) -> Reply {
    let summary = Summary {
        depth: progress.depth,
        selective_depth: progress.selective_depth,
        rank: (count > 1).then_some(progress.rank + 1),
        score: progress.score,
        nodes: progress.nodes,
        speed: live::speed(progress.nodes, progress.elapsed),
        elapsed: progress.elapsed,
        principal_variation: progress.principal_variation.clone(),
    };
    Reply::Message(summary.to_string())
}
