//! The words and numbers of a command line. Words match as a whole and in either case.

use serde::Deserialize;

use crate::game::{Cell, Point, Stone};

/// A command word that the engine knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Word {
    About,
    Begin,
    Board,
    Done,
    End,
    Info,
    Play,
    RectStart,
    Restart,
    Start,
    Stop,
    Swap2Board,
    Takeback,
    Turn,
    YxBalanceOne,
    YxBalanceTwo,
    YxBlock,
    YxBlockReset,
    YxBlockUndo,
    YxBoard,
    YxNBest,
    YxShowForbid,
    YxShowInfo,
    /// A Yixin command without effect and without further lines.
    YxQuiet,
    /// A Yixin command whose next line is a path.
    YxPath,
    /// A Yixin command followed by a list up to `DONE`.
    YxList,
}

/// The texts of each word, in upper case.
const WORDS: [(Word, &str); 26] = [
    (Word::About, "ABOUT"),
    (Word::Begin, "BEGIN"),
    (Word::Board, "BOARD"),
    (Word::Done, "DONE"),
    (Word::End, "END"),
    (Word::Info, "INFO"),
    (Word::Play, "PLAY"),
    (Word::RectStart, "RECTSTART"),
    (Word::Restart, "RESTART"),
    (Word::Start, "START"),
    (Word::Stop, "STOP YXSTOP"),
    (Word::Swap2Board, "SWAP2BOARD"),
    (Word::Takeback, "TAKEBACK"),
    (Word::Turn, "TURN"),
    (Word::YxBalanceOne, "YXBALANCEONE"),
    (Word::YxBalanceTwo, "YXBALANCETWO"),
    (Word::YxBlock, "YXBLOCK"),
    (Word::YxBlockReset, "YXBLOCKRESET"),
    (Word::YxBlockUndo, "YXBLOCKUNDO"),
    (Word::YxBoard, "YXBOARD"),
    (
        Word::YxList,
        "YXCLEARBESTMOVEDATABASE YXDELETEDATABASEALL YXDELETEDATABASEONE \
         YXEDITLABELDATABASE YXEDITTEXTDATABASE YXEDITTVDDATABASE YXQUERYDATABASEALL \
         YXQUERYDATABASEALLT YXQUERYDATABASEONE YXQUERYDATABASETEXT YXSETBESTMOVEDATABASE",
    ),
    (
        Word::YxQuiet,
        "YXDBCHECK YXDBFIX YXDRAW YXHASHCLEAR YXPRINTFEATURE YXRESIGN YXSAVEDATABASE \
         YXSEARCHDEFEND YXSHOWHASHUSAGE",
    ),
    (
        Word::YxPath,
        "YXDBMERGE YXDBSPLIT YXDBTOTXT YXDBTOTXTALL YXHASHDUMP YXHASHLOAD YXSETDATABASE \
         YXTXTTODB",
    ),
    (Word::YxNBest, "YXNBEST"),
    (Word::YxShowForbid, "YXSHOWFORBID"),
    (Word::YxShowInfo, "YXSHOWINFO"),
];

/// Splits a line into its command word, if the engine knows it, and the rest.
pub(crate) fn split(line: &[u8]) -> (Option<Word>, &[u8]) {
    let (token, rest) = split_token(line);
    let is_token = |text: &str| token.eq_ignore_ascii_case(text.as_bytes());
    let known = WORDS.iter().find(|(_, texts)| texts.split(' ').any(is_token));
    (known.map(|&(word, _)| word), rest)
}

/// Splits a text into its first token and the rest, both trimmed.
pub(crate) fn split_token(text: &[u8]) -> (&[u8], &[u8]) {
    let text = trim(text);
    let end = text.iter().position(|&byte| is_blank(byte)).unwrap_or(text.len());
    (&text[..end], trim(&text[end..]))
}

/// Removes the blanks and tabs around a text.
pub(crate) fn trim(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && is_blank(*first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && is_blank(*last)
    {
        text = rest;
    }
    text
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Parses a whole number with an optional sign and blanks around it. Returns `None` for any other
/// text and for numbers beyond 64 bits.
pub(crate) fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(trim(text)).ok()?.parse().ok()
}

/// Parses exactly `N` numbers separated by commas.
pub(crate) fn numbers<const N: usize>(text: &[u8]) -> Option<[i64; N]> {
    let mut parts = text.split(|&byte| byte == b',');
    let mut numbers = [0; N];
    for slot in &mut numbers {
        *slot = number(parts.next()?)?;
    }
    parts.next().is_none().then_some(numbers)
}

/// Parses `x,y`.
pub(crate) fn point(text: &[u8]) -> Option<Point> {
    numbers(text).map(|[x, y]| Point { x, y })
}

/// Parses `x,y,f`, where f is 1 for the engine's stone, 2 for the opponent's, 3 for a dead cell.
pub(crate) fn stone(text: &[u8]) -> Option<Stone> {
    let [x, y, owner] = numbers(text)?;
    let cell = match owner {
        1 => Cell::Own,
        2 => Cell::Theirs,
        3 => Cell::Dead,
        _ => return None,
    };
    Some(Stone { point: Point { x, y }, cell })
}

/// Parses the width and height of `START n` or `START n n`.
pub(crate) fn square(text: &[u8]) -> Option<[i64; 2]> {
    let (first, rest) = split_token(text);
    let width = number(first)?;
    Some([width, if rest.is_empty() { width } else { number(rest)? }])
}

#[cfg(test)]
mod tests {
    use crate::command::{Word, number, point, split, square, stone};
    use crate::game::{Cell, Point, Stone};

    #[test]
    fn words_are_matched_whole_and_in_either_case() {
        let check = |line: &str, word, rest: &str| {
            assert_eq!(split(line.as_bytes()), (word, rest.as_bytes()), "{line:?}");
        };
        check("START 15", Some(Word::Start), "15");
        check("  \tstart   15\t ", Some(Word::Start), "15");
        check("tUrN 7 , 7", Some(Word::Turn), "7 , 7");
        check("END", Some(Word::End), "");
        check("yxStop", Some(Word::Stop), "");
        check("YXDBMERGE", Some(Word::YxPath), "");
        check("ENDGAME", None, "");
        check("STAR 15", None, "15");
        check("", None, "");
    }

    #[test]
    fn numbers_are_whole_and_signed() {
        for (text, value) in
            [("7", 7), (" -3 ", -3), ("+7", 7), ("007", 7), ("2147483648", 1 << 31)]
        {
            assert_eq!(number(text.as_bytes()), Some(value), "{text:?}");
        }
        for text in ["", "x", "7x", "1.5", "1e3", "0x0f", "7 7", "99999999999999999999", "\u{663}"]
        {
            assert_eq!(number(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn points_and_stones_have_their_exact_count_of_numbers() {
        assert_eq!(point(b"7,8"), Some(Point::new(7, 8)));
        assert_eq!(point(b" 7 , 8 "), Some(Point::new(7, 8)));
        for text in ["7", "7,", ",7", ",", "7,7,1", "7;7", "7 7", "a,b", "7.5,3"] {
            assert_eq!(point(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(
            stone(b" 7 , 8 , 3\t"),
            Some(Stone { point: Point::new(7, 8), cell: Cell::Dead })
        );
        for text in ["7,7", "7,7,0", "7,7,4", "7,7,-1", "7,7,1,1", "a,b,c"] {
            assert_eq!(stone(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn a_square_may_be_named_by_both_sides() {
        assert_eq!(square(b"15"), Some([15, 15]));
        assert_eq!(square(b"15 20"), Some([15, 20]));
        for text in ["", "abc", "15x", "15,15", "1.5e1", "15 15 15"] {
            assert_eq!(square(text.as_bytes()), None, "{text:?}");
        }
    }
}
