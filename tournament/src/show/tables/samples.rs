//! Records for the tests of tables.

use crate::record::{Conduct, GameId, GameRecord, MoveRecord, Reason, Score};

/// Names from one line.
pub(super) fn engines(names: &str) -> Vec<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

/// Games from lines such as `0.1 alpha beta black five`: pair and game, black, white, the score and
/// the reason, and what follows as the detail. Each engine makes two moves of 5 ms after an opening
/// of one stone.
pub(super) fn records(text: &str) -> Vec<GameRecord> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(record).collect()
}

fn record(line: &str) -> GameRecord {
    let fields: Vec<_> = line.splitn(6, ' ').collect();
    let (pair, game) = fields[0].split_once('.').expect("a sample has a pair and a game");
    let quoted = |word: &str| format!("\"{word}\"");
    let score: Score = serde_json::from_str(&quoted(fields[3])).expect("a sample has a score");
    let reason: Reason = serde_json::from_str(&quoted(fields[4])).expect("a sample has a reason");
    let moves = (0..5u8).map(|row| MoveRecord {
        at: (7, row),
        ms: (row > 0).then_some(5.0),
        message: None,
    });
    GameRecord {
        id: GameId {
            pair: pair.parse().expect("a sample has a number of a pair"),
            game: game.parse().expect("a sample has a number of a game"),
        },
        opening: 0,
        seed: 1,
        black: conduct(fields[1]),
        white: conduct(fields[2]),
        score,
        reason,
        detail: fields.get(5).copied().unwrap_or_default().to_owned(),
        moves: moves.collect(),
        started: 0,
        host: 0,
        replays: 0,
    }
}

fn conduct(name: &str) -> Conduct {
    Conduct {
        name: name.to_owned(),
        moves: 2,
        time_ms: 10.0,
        longest_ms: 6.0,
        peak_memory: 30 << 20,
        ..Conduct::default()
    }
}
