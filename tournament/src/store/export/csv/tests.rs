//! The table of games.

use dolmen::board::BoardSize;

use super::{COLUMNS, csv};
use crate::store::export::tests::{game, header};

#[test]
fn a_game() {
    let mut record = game(&[(7, 7), (8, 0)]);
    record.black.name = "a, \"b\"".to_owned();
    record.white.name = "=1+2".to_owned();
    record.detail = "@x\ny".to_owned();
    (record.seed, record.black.moves, record.white.moves) = (5, 3, 4);
    (record.black.time_ms, record.white.time_ms) = (1.5, 0.0);
    let text = csv(&[record], &header(BoardSize::square(15)));
    let mut lines = text.split("\r\n");
    assert_eq!(lines.next(), Some(COLUMNS.map(|(name, _)| name).join(",").as_str()));
    let expected = "0,0,951782400,0,\"empty\",5,\"a, \"\"b\"\"\",\"'=1+2\",black,five,\"'@x y\",2,\
                    h8i1,3,1.5,0,0,0,0,4,0,0,0,0,0,0,0,0";
    assert_eq!(lines.next(), Some(expected));
    assert_eq!((lines.next(), lines.next()), (Some(""), None));
}
