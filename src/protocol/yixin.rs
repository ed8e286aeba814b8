//! Messages in the format of Yixin-Board.
//!
//! During a search, Yixin-Board reads messages that begin with `REALTIME` and text lines that
//! begin with `INFO`. They are sent only if the manager asks for them by `INFO show_detail`,
//! because other managers take an `INFO` line for a move.

use crate::engine::swap2::Answer;
use crate::protocol::coordinate::Coordinate;
use crate::protocol::notation::Style;
use crate::protocol::reply::Reply;
use crate::protocol::summary::{Summary, nodes_per_second};
use crate::protocol::variation::Variation;
use crate::search::{Detail, Progress};

/// The comments about a running search that the manager asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShowDetail {
    /// Indicates whether to send `MESSAGE REALTIME` lines: the moves tried at the root, and the
    /// best move with its score and variation.
    pub(crate) realtime: bool,
    /// Indicates whether to send a group of `INFO` lines about each variation.
    pub(crate) info: bool,
}

impl ShowDetail {
    /// Returns what a value of `INFO show_detail` asks for: bit 0 and bit 1.
    #[must_use]
    pub(crate) const fn from_bits(show_detail: i64) -> Self {
        Self { realtime: show_detail & 1 != 0, info: show_detail & 2 != 0 }
    }
}

/// Returns the message about a step of the search at the root, if it is one.
#[must_use]
pub(crate) fn realtime_step(detail: Detail) -> Option<Reply> {
    let point = |keyword: &str, point| format!("REALTIME {keyword} {}", Coordinate::from(point));
    Some(Reply::Message(match detail {
        Detail::Iteration => "REALTIME REFRESH".to_owned(),
        Detail::Entered(entered) => point("POS", entered),
        Detail::Left(left) => point("DONE", left),
        Detail::Lost(lost) => point("LOSE", lost),
        Detail::Solving(_) | Detail::Proving(_) => return None,
    }))
}

/// Returns the messages about the principal variation of a search.
#[must_use]
pub(crate) fn realtime_best(progress: &Progress, style: Style) -> Vec<Reply> {
    let Some(&best) = progress.principal_variation.first() else { return Vec::new() };
    let variation = progress.principal_variation.iter().take(Summary::MAX_PV_LENGTH);
    let variation: Vec<String> = variation.map(|&point| style.name(point)).collect();
    [
        format!("REALTIME BEST {}", Coordinate::from(best)),
        format!("REALTIME VAL {}", progress.score.value()),
        format!("REALTIME PV {}", variation.join(" ")),
    ]
    .map(Reply::Message)
    .into()
}

/// Returns the group of `INFO` lines about one of the best `count` variations of a search.
#[must_use]
pub(crate) fn info_lines(progress: &Progress, count: usize) -> Vec<Reply> {
    let variation = Variation {
        rank: progress.rank,
        count: Some(count),
        depth: Some(progress.depth),
        selective_depth: Some(progress.selective_depth),
        nodes: Some(progress.nodes),
        elapsed: Some(progress.elapsed),
        speed: Some(nodes_per_second(progress.nodes, progress.elapsed)),
        value: Some(progress.score.to_string()),
        win_rate: Some(progress.score.win_probability()),
        moves: progress.principal_variation.clone(),
    };
    variation.lines().into_iter().map(Reply::Info).collect()
}

/// Returns the messages for a swap2 decision on a board with `stone_count` stones.
#[must_use]
pub(crate) fn swap2_messages(answer: &Answer, stone_count: usize) -> Vec<Reply> {
    let number = if stone_count > 3 { 2 } else { 1 };
    let texts = match answer {
        Answer::Open(stones) => {
            let stones = stones.iter().enumerate();
            stones
                .map(|(index, &stone)| {
                    let Coordinate { x, y } = stone.into();
                    format!("SWAP2 MOVE{} {x} {y}", index + 1)
                })
                .collect()
        }
        Answer::Swap => vec![format!("SWAP2 SWAP{number} YES")],
        Answer::Stay(_) => vec![format!("SWAP2 SWAP{number} NO")],
    };
    texts.into_iter().map(Reply::Message).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::board::{BoardSize, Point};
    use crate::eval::Score;
    use crate::protocol::notation::{Notation, Style};
    use crate::protocol::reply::Reply;
    use crate::protocol::summary::Summary;
    use crate::protocol::yixin::{info_lines, realtime_best, realtime_step};
    use crate::search::{Detail, Origin, Progress};

    fn yixin() -> Style {
        Style { notation: Notation::Yixin, size: BoardSize::square(15) }
    }

    #[track_caller]
    fn check(replies: &[Reply], expected: &str) {
        let lines: Vec<String> = replies.iter().map(ToString::to_string).collect();
        let expected: Vec<&str> = expected.lines().map(str::trim).collect();
        assert_eq!(lines, expected);
    }

    fn progress(score: Score) -> Progress {
        Progress {
            rank: 1,
            depth: 9,
            selective_depth: 14,
            score,
            nodes: 3_000,
            elapsed: Duration::from_millis(1_500),
            principal_variation: vec![Point::new(7, 6), Point::new(10, 0)],
            origin: Origin::Search,
        }
    }

    #[test]
    fn steps() {
        check(realtime_step(Detail::Iteration).as_slice(), "MESSAGE REALTIME REFRESH");
        let point = Point::new(3, 14);
        check(realtime_step(Detail::Entered(point)).as_slice(), "MESSAGE REALTIME POS 3,14");
        check(realtime_step(Detail::Left(point)).as_slice(), "MESSAGE REALTIME DONE 3,14");
        check(realtime_step(Detail::Lost(point)).as_slice(), "MESSAGE REALTIME LOSE 3,14");
    }

    #[test]
    fn best_lines() {
        check(
            &realtime_best(&progress(Score::new(-20)), yixin()),
            "MESSAGE REALTIME BEST 7,6
             MESSAGE REALTIME VAL -20
             MESSAGE REALTIME PV g8 a5",
        );
        check(&realtime_best(&Progress::default(), yixin()), "");
    }

    #[test]
    fn win_rates_are_those_of_the_message() {
        let lines = info_lines(&progress(Score::new(628)), 1);
        let percent = Summary { score: Score::new(628), ..Summary::default() }.to_string();
        assert!(percent.contains("wp 82.8"), "{percent}");
        assert!(lines.contains(&Reply::Info("WINRATE 0.8278".to_owned())), "{lines:?}");
    }
}
