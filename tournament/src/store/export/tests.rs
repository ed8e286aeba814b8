//! Round trips through the formats that can be read, and hostile text from engines.

use crate::openings::{Board, WrittenGame, parse_psq, parse_sgf};
use crate::record::{GameRecord, MoveRecord};
use crate::store::export::testing::{header, random_game, random_size};
use crate::store::export::{PsqWriter, csv, date, elo_lines, pgn, psq, sgf};

const GAMES: u64 = 300;

/// Hostile names, messages and details.
const HOSTILE: [&str; 8] = [
    "a]b\\c\")[;W[aa]",
    "1,2,3",
    "../../x\\y",
    "line\nline\r\n\u{1b}[31m\0",
    "=HYPERLINK(\"http://x\")",
    "A - B: 3 : 4",
    "",
    "\u{202e}né ☃ <script>",
];

/// Column, row and whole milliseconds of each move.
fn moves(record: &GameRecord) -> Vec<(i64, i64, u64)> {
    let number = |moved: &MoveRecord| {
        let (x, y) = moved.at;
        (i64::from(x), i64::from(y), moved.ms.map_or(0, |ms| ms as u64))
    };
    record.moves.iter().map(number).collect()
}

fn read_moves(game: &WrittenGame) -> Vec<(i64, i64, u64)> {
    let number = |ms: Option<u64>| ms.unwrap_or(0);
    game.moves.iter().map(|moved| (moved.at.x, moved.at.y, number(moved.ms))).collect()
}

/// The record with the moves that were read.
fn rebuilt(record: &GameRecord, game: &WrittenGame) -> GameRecord {
    let moves = game.moves.iter().map(|moved| MoveRecord {
        at: (moved.at.x as u8, moved.at.y as u8),
        ms: moved.ms.map(|ms| ms as f64).filter(|_| !moved.is_opening),
        message: None,
    });
    GameRecord { moves: moves.collect(), ..record.clone() }
}

#[test]
fn psq_is_read_as_it_was_written() {
    for seed in 0..GAMES {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = random_size(&mut random);
        let (header, record) = (header(size), random_game(size, &mut random));
        for (writer, names) in [
            (PsqWriter::Gomocup, ["A.zip", "B.zip"]),
            (PsqWriter::Piskvork, ["pbrain-A.exe", "pbrain-B.exe"]),
        ] {
            let bytes = psq(&record, &header, writer);
            let text = String::from_utf8(bytes.clone()).expect("the text is UTF-8");
            let game = parse_psq(&text).expect("it is a record").expect("it is not blank");
            assert_eq!(read_moves(&game), moves(&record), "seed {seed} {text}");
            let sides = game.board.as_ref().map(|board: &Board| board.sides);
            assert_eq!(sides, Some((size.width(), size.height())), "seed {seed}");
            assert_eq!(game.names, names.map(|name| Some(name.to_owned())), "seed {seed} {text}");
            let mut again = rebuilt(&record, &game);
            // The form does not tell which stones are those of the opening, but the judge's
            // line about the result depends on them.
            for (moved, old) in again.moves.iter_mut().zip(&record.moves) {
                moved.ms = moved.ms.filter(|_| old.ms.is_some());
            }
            assert_eq!(psq(&again, &header, writer), bytes, "seed {seed}");
        }
    }
}

#[test]
fn sgf_is_read_as_it_was_written() {
    let mut collection = String::new();
    let mut scores = Vec::new();
    for seed in 0..GAMES {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = random_size(&mut random);
        let (header, record) = (header(size), random_game(size, &mut random));
        let text = sgf(&record, &header);
        let games = parse_sgf(&text).expect("it is a record");
        let [game] = games.as_slice() else { panic!("seed {seed}: one game") };
        assert_eq!(read_moves(game), moves(&record), "seed {seed} {text}");
        let sides = game.board.as_ref().map(|board| board.sides);
        assert_eq!(sides, Some((size.width(), size.height())), "seed {seed}");
        assert_eq!(game.names, ["A", "B"].map(|name| Some(name.to_owned())), "seed {seed}");
        assert_eq!(game.score, Some(record.score), "seed {seed} {text}");
        assert_eq!(sgf(&rebuilt(&record, game), &header), text, "seed {seed}");
        collection += &text;
        scores.push(Some(record.score));
    }
    let games = parse_sgf(&collection).expect("it is a collection");
    assert_eq!(games.iter().map(|game| game.score).collect::<Vec<_>>(), scores);
}

/// A record with hostile text in every field that an engine controls.
fn hostile(seed: u64) -> GameRecord {
    let mut random = fastrand::Rng::with_seed(seed);
    let size = dolmen::board::BoardSize::square(15);
    let mut record = random_game(size, &mut random);
    let mut text = || {
        let parts = (0..random.usize(1..4))
            .map(|_| *random.choice(&HOSTILE).expect("the list is not empty"));
        parts.collect::<String>()
    };
    record.black.name = text();
    record.white.name = text();
    record.detail = text();
    for moved in record.moves.iter_mut().filter(|moved| moved.ms.is_some()) {
        moved.message = Some(text());
    }
    record
}

#[test]
fn text_from_engines_stays_text() {
    for seed in 0..GAMES {
        let record = hostile(seed);
        let mut header = header(dolmen::board::BoardSize::square(15));
        header.openings = vec![record.detail.clone()];
        header.config.engines[0].name = record.black.name.clone();
        header.config.engines[1].name = record.white.name.clone();
        let text = sgf(&record, &header);
        let games = parse_sgf(&text).expect("it is a record");
        assert_eq!(games.len(), 1, "seed {seed} {text}");
        assert_eq!(read_moves(&games[0]), moves(&record), "seed {seed} {text}");
        assert_eq!(games[0].score, Some(record.score), "seed {seed} {text}");
        for writer in [PsqWriter::Gomocup, PsqWriter::Piskvork] {
            let text = String::from_utf8(psq(&record, &header, writer)).expect("the text is UTF-8");
            let game = parse_psq(&text).expect("it is a record").expect("it is not blank");
            assert_eq!(read_moves(&game), moves(&record), "seed {seed} {text}");
        }
        let text = pgn(&record, &header);
        assert_eq!(text.lines().count(), 11, "seed {seed} {text}");
        let whole = |line: &str| line.is_empty() || !line.starts_with('[') || line.ends_with("\"]");
        assert!(text.lines().all(whole), "seed {seed} {text}");
        let lines = elo_lines(std::slice::from_ref(&record), &header);
        assert!(lines.lines().count() <= 1, "seed {seed} {lines}");
        assert!(lines.matches(": ").count() <= 2, "seed {seed} {lines}");
        let table = csv(std::slice::from_ref(&record), &header);
        assert_eq!(table.matches("\r\n").count(), 2, "seed {seed} {table}");
        for text in [&text, &lines, &table] {
            let controls = |letter: char| letter.is_control() && !"\r\n".contains(letter);
            assert!(!text.contains(controls), "seed {seed} {text:?}");
        }
    }
}

#[test]
fn days() {
    let check = |seconds, day: &str| assert_eq!(date(seconds), day, "{seconds}");
    check(0, "1970-01-01");
    check(951_782_400, "2000-02-29");
    check(951_868_799, "2000-02-29");
    check(951_868_800, "2000-03-01");
    check(1_709_164_800, "2024-02-29");
    check(1_767_225_599, "2025-12-31");
    check(4_107_542_400, "2100-03-01");
}
