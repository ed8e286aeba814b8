//! The results of games in which an engine saw itself ahead.

use dolmen::protocol::reading::Reading;
use number_text::counted;

use crate::config::Streak;
use crate::record::{Conduct, GameRecord, prolonged};

use super::layout::{Table, percent};

/// The numbers of stones at which the ranges of the table begin.
const RANGES: [usize; 4] = [0, 30, 50, 80];

/// The games in which an engine saw itself ahead, in one range of stones.
struct Row<'a> {
    engine: &'a str,
    stones: String,
    games: u32,
    half_points: u32,
}

/// Returns a row for each engine and range of stones: the games in which the engine reported `streak.score`
/// or more in `streak.moves` moves in a row, by the number of stones after the last of these moves, and the
/// points that it made in these games. The last row of each engine has all its games.
///
/// A move without a search does not interrupt a streak, and a proved win is worth more than any score. Void
/// games and games without messages do not count.
#[must_use]
pub fn advantage(records: &[GameRecord], names: &[String], streak: Streak, width: usize) -> String {
    let rows: Vec<Row<'_>> = names.iter().flat_map(|name| rows(records, name, streak)).collect();
    if rows.is_empty() {
        let Streak { moves, score } = streak;
        return format!(
            "no engine saw itself ahead by {score} or more in {} in a row\n",
            counted(moves, "move")
        );
    }
    Table::of(rows)
        .names("Engine", |row| row.engine)
        .figures("Stones", |row| row.stones.clone())
        .figures("Ahead", |row| row.games)
        .figures("Points", |row| format!("{:.1}", f64::from(row.half_points) / 2.0))
        .figures("Score", |row| {
            percent(f64::from(row.half_points) / f64::from(2 * row.games.max(1)))
        })
        .text(width)
}

/// Returns the rows of an engine that have games.
fn rows<'a>(records: &[GameRecord], engine: &'a str, streak: Streak) -> Vec<Row<'a>> {
    let row = |stones| Row { engine, stones, games: 0, half_points: 0 };
    let mut rows: Vec<Row<'_>> =
        (0..RANGES.len()).map(|range| row(stones(range))).chain([row("all".to_owned())]).collect();
    for record in records {
        let Some(of_black) = record.score.half_points_of_black() else { continue };
        let own = |conduct: &Conduct| conduct.name == engine;
        let sides = [(own(&record.black), of_black), (own(&record.white), 2 - of_black)];
        for (is_own, half_points) in sides {
            if !is_own {
                continue;
            }
            let Some(stones) = claim(record, engine, streak) else { continue };
            let range = RANGES.partition_point(|&begin| begin <= stones) - 1;
            for row in [range, RANGES.len()] {
                rows[row].games += 1;
                rows[row].half_points += u32::from(half_points);
            }
        }
    }
    rows.retain(|row| row.games > 0);
    rows
}

/// Returns the number of stones after the move that completes the first streak of an engine.
fn claim(record: &GameRecord, engine: &str, streak: Streak) -> Option<usize> {
    let mut ahead = 0;
    let moves = record.moves.iter().enumerate();
    let own = moves.filter(|(ply, _)| record.thinker(*ply).name == engine);
    let mut searched = own.filter(|(_, played)| played.ms.is_some());
    let last = searched.find(|(_, played)| {
        let reading = played.message.as_deref().map(Reading::of).unwrap_or_default();
        ahead = prolonged(ahead, &reading, |units| units >= f64::from(streak.score));
        ahead >= streak.moves
    });
    last.map(|(index, _)| index + 1)
}

/// Returns the numbers of stones of a range, such as `30–49`.
fn stones(range: usize) -> String {
    let begin = RANGES[range];
    match RANGES.get(range + 1) {
        Some(end) => format!("{begin}–{}", end - 1),
        None => format!("{begin}+"),
    }
}
