//! What a window shows while a search runs, in the words of Yixin-Board: messages that
//! begin with `REALTIME`, and lines that begin with `INFO`. Both only for who asked by
//! `INFO show_detail`: other managers take an `INFO` line for a move.

use std::time::Duration;

use crate::eval::Score;
use crate::protocol::coordinate::Coordinate;
use crate::protocol::reply::Reply;
use crate::protocol::summary::Summary;
use crate::search::{Detail, Progress};

/// What somebody wants to see of a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Moves tried at the root, best move, value and line: `MESSAGE REALTIME` lines.
    pub realtime: bool,
    /// Groups of `INFO` lines about each best line.
    pub lines: bool,
}

impl Wanted {
    /// What a value of `INFO show_detail` asks for: bit 0 and bit 1.
    #[must_use]
    pub const fn of(show_detail: i64) -> Self {
        Self { realtime: show_detail & 1 != 0, lines: show_detail & 2 != 0 }
    }
}

/// The message about a step of the search at the root.
#[must_use]
pub fn realtime_step(detail: Detail) -> Reply {
    let point = |word: &str, point| format!("REALTIME {word} {}", Coordinate::from(point));
    Reply::Message(match detail {
        Detail::Iteration => "REALTIME REFRESH".to_owned(),
        Detail::Entered(entered) => point("POS", entered),
        Detail::Left(left) => point("DONE", left),
        Detail::Lost(lost) => point("LOSE", lost),
    })
}

/// The messages about the best line of a search.
#[must_use]
pub fn realtime_best(progress: &Progress) -> Vec<Reply> {
    let Some(&best) = progress.principal_variation.first() else { return Vec::new() };
    let line = progress.principal_variation.iter().take(Summary::LONGEST_LINE);
    let line: Vec<String> = line.map(ToString::to_string).collect();
    [
        format!("REALTIME BEST {}", Coordinate::from(best)),
        format!("REALTIME VAL {}", progress.score.value()),
        format!("REALTIME PV {}", line.join(" ")),
    ]
    .map(Reply::Message)
    .into()
}

/// The group of lines about one of the best `count` lines of a search.
#[must_use]
pub fn info_lines(progress: &Progress, count: usize) -> Vec<Reply> {
    let line = progress.principal_variation.iter().take(Summary::LONGEST_LINE);
    let line: Vec<String> = line.map(|&point| Coordinate::from(point).to_string()).collect();
    [
        format!("PV {}", progress.rank),
        format!("NUMPV {count}"),
        format!("DEPTH {}", progress.depth),
        format!("SELDEPTH {}", progress.selective_depth),
        format!("NODES {}", progress.nodes),
        format!("TOTALNODES {}", progress.nodes),
        format!("TOTALTIME {}", progress.elapsed.as_millis()),
        format!("SPEED {}", speed(progress.nodes, progress.elapsed)),
        format!("EVAL {}", progress.score),
        format!("WINRATE {:.4}", win_rate(progress.score)),
        format!("BESTLINE {}", line.join(" ")),
        "PV DONE".to_owned(),
    ]
    .map(Reply::Info)
    .into()
}

/// Nodes per second.
#[must_use]
pub fn speed(nodes: u64, elapsed: Duration) -> u64 {
    let milliseconds = elapsed.as_millis().max(1);
    u64::try_from(u128::from(nodes) * 1000 / milliseconds).unwrap_or(u64::MAX)
}

/// The chance to win that a score stands for, from 0 to 1.
fn win_rate(score: Score) -> f64 {
    /// Evaluation units in which the odds grow by the factor e.
    const UNITS: f64 = 200.0;
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score.value()) / UNITS).exp())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::board::Point;
    use crate::eval::Score;
    use crate::protocol::live::{info_lines, realtime_best, realtime_step};
    use crate::protocol::reply::Reply;
    use crate::search::{Detail, Progress};

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
        }
    }

    #[test]
    fn steps() {
        check(&[realtime_step(Detail::Iteration)], "MESSAGE REALTIME REFRESH");
        let point = Point::new(3, 14);
        check(&[realtime_step(Detail::Entered(point))], "MESSAGE REALTIME POS 3,14");
        check(&[realtime_step(Detail::Left(point))], "MESSAGE REALTIME DONE 3,14");
        check(&[realtime_step(Detail::Lost(point))], "MESSAGE REALTIME LOSE 3,14");
    }

    #[test]
    fn best_lines() {
        check(
            &realtime_best(&progress(Score::new(-20))),
            "MESSAGE REALTIME BEST 7,6
             MESSAGE REALTIME VAL -20
             MESSAGE REALTIME PV h7 k1",
        );
        check(&realtime_best(&Progress::default()), "");
    }

    #[test]
    fn groups() {
        check(
            &info_lines(&progress(Score::win_in(5)), 3),
            "INFO PV 1
             INFO NUMPV 3
             INFO DEPTH 9
             INFO SELDEPTH 14
             INFO NODES 3000
             INFO TOTALNODES 3000
             INFO TOTALTIME 1500
             INFO SPEED 2000
             INFO EVAL +M5
             INFO WINRATE 1.0000
             INFO BESTLINE 7,6 10,0
             INFO PV DONE",
        );
        let even = info_lines(&progress(Score::DRAW), 1);
        assert!(even.contains(&Reply::Info("WINRATE 0.5000".to_owned())), "{even:?}");
    }
}
