//! Round trips through the formats that can be read, and hostile text from engines; with games for the
//! tests of each format: random stones on random boards, and one short game.

use dolmen::board::BoardSize;
use dolmen::notation::{self, Defaults, Record};

use crate::record::{GameRecord, MoveRecord, Reason, Score};
use crate::store::Header;
use crate::store::export::{PsqWriter, csv, elo_lines, pgn, psq, sgf};
use crate::testing::{Tournament, config};

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

/// A tournament of three engines on a board, without games.
pub(super) fn header(size: BoardSize) -> Header {
    let mut config = config(3, 2);
    config.conditions.size = size;
    Tournament::of(config).header("")
}

/// A game of that tournament between the first two engines, `A` and `B`, with moves on these points and no
/// opening.
pub(super) fn game(points: &[(u8, u8)]) -> GameRecord {
    GameRecord {
        moves: points.iter().map(|&at| moved(at, Some(12.9))).collect(),
        score: Score::Black,
        reason: Reason::Five,
        started: 951_782_400,
        ..Tournament::new(3, 2).records().swap_remove(0)
    }
}

pub(super) fn moved(at: (u8, u8), ms: Option<f64>) -> MoveRecord {
    MoveRecord { at, ms, message: None }
}

/// A game of random length with random stones, the first few of an opening.
pub(super) fn random_game(size: BoardSize, random: &mut fastrand::Rng) -> GameRecord {
    let count = random.usize(0..=size.points().count().min(80));
    let mut points = random.choose_multiple(size.points(), count);
    random.shuffle(&mut points);
    let opening = random.usize(0..=count.min(5));
    let mut game = game(&[]);
    game.moves = (0..)
        .zip(&points)
        .map(|(ply, point)| {
            let ms = (ply >= opening).then(|| random.f64() * 20_000.0);
            moved((point.column() as u8, point.row() as u8), ms)
        })
        .collect();
    game.score =
        *random.choice(&[Score::Black, Score::White, Score::Draw]).expect("the list is not empty");
    let lost = [Reason::Five, Reason::TimeoutTurn, Reason::Illegal, Reason::Crash];
    game.reason = match game.score {
        Score::Draw => Reason::BoardFull,
        _ => *random.choice(&lost).expect("the list is not empty"),
    };
    game
}

/// A random board, square or not.
pub(super) fn random_size(random: &mut fastrand::Rng) -> BoardSize {
    BoardSize::new(random.i64(5..=22), random.i64(5..=22))
        .expect("a board has 5 to 22 columns and rows")
}

fn points(game: &GameRecord) -> Vec<(u8, u8)> {
    game.moves.iter().map(|moved| moved.at).collect()
}

fn read_points(record: &Record) -> Vec<(u8, u8)> {
    let points = record.nodes().iter().filter_map(|node| node.point);
    points.map(|point| (point.column() as u8, point.row() as u8)).collect()
}

fn read(text: &str) -> Record {
    notation::read(text, &Defaults::default()).expect("it is a record")
}

#[test]
fn records_are_read_as_they_were_written() {
    for seed in 0..GAMES {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = random_size(&mut random);
        let (header, game) = (header(size), random_game(size, &mut random));
        for (writer, names) in [
            (PsqWriter::Gomocup, ["A.zip", "B.zip"]),
            (PsqWriter::Piskvork, ["pbrain-A.exe", "pbrain-B.exe"]),
        ] {
            let text = String::from_utf8(psq(&game, &header, writer)).expect("the text is UTF-8");
            let record = read(&text);
            assert_eq!(read_points(&record), points(&game), "seed {seed} {text}");
            assert_eq!(
                (record.size, record.names.clone()),
                (size, names.map(str::to_owned)),
                "seed {seed}"
            );
            let times = record.nodes()[1..].iter().map(|node| node.ms);
            let expected = game.moves.iter().map(|moved| Some(moved.ms.unwrap_or(0.0) as u64));
            assert!(times.eq(expected), "seed {seed} {text}");
        }
        let text = sgf(&game, &header);
        let record = read(&text);
        assert_eq!(read_points(&record), points(&game), "seed {seed} {text}");
        assert_eq!(
            (record.size, record.names.clone()),
            (size, ["A", "B"].map(str::to_owned)),
            "seed {seed}"
        );
    }
}

/// A record with hostile text in every field that an engine controls.
fn hostile(seed: u64) -> GameRecord {
    let mut random = fastrand::Rng::with_seed(seed);
    let size = BoardSize::square(15);
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
        let mut header = header(BoardSize::square(15));
        header.openings = vec![record.detail.clone()];
        header.config.engines[0].name = record.black.name.clone();
        header.config.engines[1].name = record.white.name.clone();
        let text = sgf(&record, &header);
        let games = notation::sgf::read_all(&text, &Defaults::default()).expect("it is a record");
        assert_eq!(games.len(), 1, "seed {seed} {text}");
        assert_eq!(read_points(&games[0]), points(&record), "seed {seed} {text}");
        for writer in [PsqWriter::Gomocup, PsqWriter::Piskvork] {
            let text = String::from_utf8(psq(&record, &header, writer)).expect("the text is UTF-8");
            assert_eq!(read_points(&read(&text)), points(&record), "seed {seed} {text}");
        }
        let text = pgn(&record, &header);
        let comment = text.lines().skip(9).take_while(|line| !line.starts_with("1. ")).count();
        assert_eq!(text.lines().count(), 11 + comment, "seed {seed} {text}");
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
