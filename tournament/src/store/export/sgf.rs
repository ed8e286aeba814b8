//! The Smart Game Format, FF[4], of gomoku and renju, GM[4]: a tree of games as text.
//!
//! A game is one line of play with the players, the result and, as comments, what the engines
//! took and said. Comments of moves begin as those of c-gomoku-cli do.

use std::fmt::Write;

use crate::config::SizeText;
use crate::openings::OPENING_COMMENT;
use crate::record::{Conduct, GameRecord, MoveRecord, Reason, Score};
use crate::store::Header;
use crate::store::export::{date, one_line};

/// A game as SGF. Several of them, one after the other, are a collection.
#[must_use]
pub fn sgf(record: &GameRecord, header: &Header) -> String {
    let config = &header.config;
    let size = SizeText(config.conditions.size).to_string().replace('x', ":");
    let names = [&record.black, &record.white].map(name);
    let (pair, game) = (record.id.pair, record.id.game);
    let opening = header.openings.get(record.opening).map_or("", String::as_str);
    let properties = [
        ("FF", "4".to_owned()),
        ("GM", "4".to_owned()),
        ("CA", "UTF-8".to_owned()),
        ("AP", format!("Dolmen tournament:{}", env!("CARGO_PKG_VERSION"))),
        ("SZ", size),
        ("GN", format!("pair {pair}, game {game}")),
        ("RO", format!("{pair}.{game}")),
        ("DT", date(record.started)),
        ("RU", config.conditions.rule.to_string()),
        ("PB", names[0].clone()),
        ("PW", names[1].clone()),
        ("RE", result(record).to_owned()),
        ("ON", escaped(&one_line(opening))),
        ("GC", escaped(&comment(record))),
    ];
    let mut text = String::from("(;");
    for (key, value) in properties.iter().filter(|(_, value)| !value.is_empty()) {
        add(&mut text, format_args!("{key}[{value}]"));
    }
    let opening = record.opening_length();
    for (ply, moved) in record.moves.iter().enumerate() {
        let color = ["B", "W"][ply % 2];
        let (x, y) = moved.at;
        let letters = [x, y].map(|side| char::from(b'a' + side));
        add(&mut text, format_args!("\n;{color}[{}{}]", letters[0], letters[1]));
        let about = about(moved, ply < opening);
        if !about.is_empty() {
            add(&mut text, format_args!("C[{}]", escaped(&about)));
        }
    }
    text.push_str(")\n");
    text
}

fn add(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments).expect("writing to memory never fails");
}

fn name(conduct: &Conduct) -> String {
    escaped(&one_line(&conduct.name))
}

/// Returns what is said about a move.
fn about(moved: &MoveRecord, is_opening: bool) -> String {
    let mut words = Vec::new();
    if is_opening {
        words.push(OPENING_COMMENT.to_owned());
    }
    words.extend(moved.ms.map(|ms| format!("{:.0}ms", ms.trunc())));
    words.extend(moved.message.as_deref().map(one_line));
    words.join("\n")
}

/// Returns why the game ended, in words.
fn comment(record: &GameRecord) -> String {
    let reason = match record.reason {
        Reason::Five => "five in a row",
        Reason::BoardFull => "board full",
        Reason::MoveLimit => "move limit reached",
        Reason::Illegal => "illegal move",
        Reason::Foul => "forbidden move",
        Reason::TimeoutTurn => "move time exceeded",
        Reason::TimeoutGame => "game time exceeded",
        Reason::TimeoutStart => "start-up time exceeded",
        Reason::Crash => "crash",
        Reason::Protocol => "protocol error",
        Reason::Memory => "memory limit exceeded",
        Reason::Aborted => "aborted",
        Reason::Infrastructure => "engine could not be started",
        Reason::Machine => "machine too busy",
    };
    let detail = one_line(&record.detail);
    if detail.is_empty() { reason.to_owned() } else { format!("{reason}\n{detail}") }
}

/// The result as the format has it: `T` for a loss on time, `F` for one by forfeit.
fn result(record: &GameRecord) -> &'static str {
    let is_late =
        matches!(record.reason, Reason::TimeoutTurn | Reason::TimeoutGame | Reason::TimeoutStart);
    let is_five = record.reason == Reason::Five;
    match record.score {
        Score::Draw => "0",
        Score::Void => "Void",
        Score::Black if is_five => "B+",
        Score::Black if is_late => "B+T",
        Score::Black => "B+F",
        Score::White if is_five => "W+",
        Score::White if is_late => "W+T",
        Score::White => "W+F",
    }
}

/// A text as the value of a property.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | ']') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

#[cfg(test)]
mod tests;
