//! Tests that a file holds the positions of the samples.

use std::fs;

use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::rules::Rule;

use super::{OUTSIDE, write_positions};
use crate::generate::plan::testing::freestyle;
use crate::learn::samples::Features;
use crate::learn::targets::{Shares, Targets};
use crate::learn::testing::played_samples;

/// The bytes of a record before its cells.
const HEAD: usize = 28;

fn number<const N: usize>(record: &[u8], start: usize) -> [u8; N] {
    record[start..start + N].try_into().expect("the range has this length")
}

#[test]
fn records_hold_the_positions() {
    let samples = played_samples(&freestyle(), Rule::Freestyle, 3, Features::Stones);
    let targets = Targets::new(&samples, Shares::default(), None);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let files = write_positions(&samples, &targets, Rule::Freestyle, folder.path())
        .expect("the folder can be written");
    let total: usize = files.iter().map(|file| file.positions).sum();
    assert_eq!(total, samples.positions.len());
    let mut is_seen = vec![false; total];
    for file in files {
        let bytes = fs::read(&file.path).expect("the file can be read");
        let mut lines = bytes.splitn(3, |&byte| byte == b'\n');
        assert_eq!(lines.next(), Some(&b"dolmen positions 1"[..]));
        let header = lines.next().expect("the file has a header");
        let header: serde_json::Value = serde_json::from_slice(header).expect("it is JSON");
        assert_eq!(header["rule"], "freestyle");
        let side = header["side"].as_u64().expect("it is a number") as usize;
        let body = lines.next().expect("the file has records");
        assert_eq!(body.len(), file.positions * (HEAD + side * side));
        for record in body.chunks(HEAD + side * side) {
            let key = u64::from_le_bytes(number(record, 0));
            let is_same =
                |index: &usize| samples.positions[*index].key.0 == key && !is_seen[*index];
            let index = (0..total).find(is_same).expect("the position is one of the samples");
            is_seen[index] = true;
            let sample = &samples.positions[index];
            assert_eq!(u32::from_le_bytes(number(record, 8)), sample.game);
            assert_eq!(f32::from_le_bytes(number(record, 12)), targets.worths[index]);
            assert_eq!(f32::from_le_bytes(number(record, 16)), sample.eval as f32);
            let best = usize::from(u16::from_le_bytes(number(record, 20)));
            assert_eq!(Point::new(best % side, best / side), sample.best);
            let flags = [sample.is_held_out, !sample.is_disturbed, sample.mover == Color::Black];
            assert_eq!(record[24..27], flags.map(u8::from));
            assert_eq!(position(&record[HEAD..], side, sample.mover).key(), sample.key);
        }
    }
}

/// Returns the position of some cells.
fn position(cells: &[u8], side: usize, mover: Color) -> Position {
    let length = |cells: &mut dyn Iterator<Item = &u8>| {
        cells.filter(|&&cell| cell != OUTSIDE).count() as i64
    };
    let width = length(&mut cells[..side].iter());
    let height = length(&mut cells.iter().step_by(side));
    let mut position = Position::new(BoardSize::new(width, height).expect("it is a board"));
    for (index, &cell) in cells.iter().enumerate() {
        let color = match cell {
            1 => mover,
            2 => !mover,
            _ => continue,
        };
        let point = Point::new(index % side, index / side);
        position.place(point, color).expect("the point is empty");
    }
    position.set_side_to_move(mover);
    position
}
