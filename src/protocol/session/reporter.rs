//! Decides which comments about a running search are sent, and when.

use std::time::Duration;

use crate::board::Point;
use crate::protocol::notation::Style;
use crate::protocol::reply::Reply;
use crate::protocol::summary::{Summary, nodes_per_second};
use crate::protocol::yixin::{self, ShowDetail};
use crate::search::{Detail, Progress};

/// The minimum time between two messages of one search, and before the first one: the first variations of
/// a search are seldom right.
const MIN_MESSAGE_INTERVAL: Duration = Duration::from_millis(200);

/// The reporter of one search.
#[derive(Debug)]
pub(super) struct SearchReporter {
    /// The number of variations that the search looks for.
    count: usize,
    style: Style,
    /// The variations of the last iteration in multi-PV mode, best first.
    variations: Vec<Progress>,
    last_message: Option<LastMessage>,
}

/// The last message of a search.
#[derive(Debug)]
struct LastMessage {
    best: Point,
    elapsed: Duration,
    reply: Reply,
}

impl SearchReporter {
    /// Returns the reporter of a search for `count` variations.
    pub(super) const fn new(count: usize, style: Style) -> Self {
        Self { count, style, variations: Vec::new(), last_message: None }
    }

    /// Returns the comments about the progress of the search.
    ///
    /// A message about a new best move is included only if a person may be watching.
    pub(super) fn progress(
        &mut self,
        progress: &Progress,
        is_watched: bool,
        show_detail: ShowDetail,
    ) -> Vec<Reply> {
        let mut replies = Vec::new();
        if show_detail.info {
            replies.extend(yixin::info_lines(progress, self.count));
        }
        self.remember(progress);
        let Some(&best) = progress.principal_variation.first() else { return replies };
        if progress.rank > 0 {
            return replies;
        }
        if show_detail.realtime {
            replies.extend(yixin::realtime_best(progress, self.style));
        }
        let elapsed = progress.elapsed;
        let last = self.last_message.as_ref();
        let is_new = last.is_none_or(|last| last.best != best);
        let last_elapsed = last.map_or(Duration::ZERO, |last| last.elapsed);
        if is_watched && is_new && elapsed >= last_elapsed + MIN_MESSAGE_INTERVAL {
            let reply = self.message(progress, self.count);
            self.last_message = Some(LastMessage { best, elapsed, reply: reply.clone() });
            replies.push(reply);
        }
        replies
    }

    /// Returns the comment about a step of the search at the root.
    pub(super) fn detail(detail: Detail, show_detail: ShowDetail) -> Option<Reply> {
        match detail {
            Detail::Solving(positions) => {
                Some(Reply::Message(format!("{positions} positions, by threats alone")))
            }
            Detail::Proving(progress) => Some(Reply::Message(progress.to_string())),
            detail if show_detail.realtime => yixin::realtime_step(detail),
            _ => None,
        }
    }

    /// Returns the messages at the end of the search, unless the last message was the same.
    pub(super) fn finish(self, summary: Option<&Progress>) -> Vec<Reply> {
        if self.variations.len() > 1 {
            return self.variations.iter().map(|line| self.message(line, self.count)).collect();
        }
        let final_message = summary.map(|summary| self.message(summary, 1));
        let last_message = self.last_message.map(|last| last.reply);
        final_message.filter(|reply| last_message.as_ref() != Some(reply)).into_iter().collect()
    }

    fn remember(&mut self, progress: &Progress) {
        if self.count > 1 {
            self.variations.truncate(progress.rank);
            self.variations.push(progress.clone());
        }
    }

    /// Returns the message about the progress of a search for `count` variations.
    fn message(&self, progress: &Progress, count: usize) -> Reply {
        let summary = Summary {
            depth: progress.depth,
            selective_depth: progress.selective_depth,
            rank: (count > 1).then_some(progress.rank + 1),
            score: progress.score,
            nodes: progress.nodes,
            speed: nodes_per_second(progress.nodes, progress.elapsed),
            elapsed: progress.elapsed,
            principal_variation: progress.principal_variation.clone(),
            origin: progress.origin,
        };
        Reply::Message(summary.text(self.style))
    }
}
