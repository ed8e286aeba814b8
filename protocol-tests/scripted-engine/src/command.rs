//! The words and numbers of a command line. Words match as a whole and in either case.

use crate::game::{Cell, Point, Stone};

/// A command word that the engine knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Every known word, in upper case.
pub(crate) const WORDS: [(&str, Word); 43] = [
    ("ABOUT", Word::About),
    ("BEGIN", Word::Begin),
    ("BOARD", Word::Board),
    ("DONE", Word::Done),
    ("END", Word::End),
    ("INFO", Word::Info),
    ("PLAY", Word::Play),
    ("RECTSTART", Word::RectStart),
    ("RESTART", Word::Restart),
    ("START", Word::Start),
    ("STOP", Word::Stop),
    ("SWAP2BOARD", Word::Swap2Board),
    ("TAKEBACK", Word::Takeback),
    ("TURN", Word::Turn),
    ("YXBALANCEONE", Word::YxBalanceOne),
    ("YXBALANCETWO", Word::YxBalanceTwo),
    ("YXBLOCK", Word::YxBlock),
    ("YXBLOCKRESET", Word::YxBlockReset),
    ("YXBLOCKUNDO", Word::YxBlockUndo),
    ("YXBOARD", Word::YxBoard),
    ("YXDBTOTXT", Word::YxPath),
    ("YXDELETEDATABASEALL", Word::YxList),
    ("YXDELETEDATABASEONE", Word::YxList),
    ("YXDRAW", Word::YxQuiet),
    ("YXEDITLABELDATABASE", Word::YxList),
    ("YXEDITTEXTDATABASE", Word::YxList),
    ("YXEDITTVDDATABASE", Word::YxList),
    ("YXHASHCLEAR", Word::YxQuiet),
    ("YXHASHDUMP", Word::YxPath),
    ("YXHASHLOAD", Word::YxPath),
    ("YXNBEST", Word::YxNBest),
    ("YXPRINTFEATURE", Word::YxQuiet),
    ("YXQUERYDATABASEALL", Word::YxList),
    ("YXQUERYDATABASEONE", Word::YxList),
    ("YXQUERYDATABASETEXT", Word::YxList),
    ("YXRESIGN", Word::YxQuiet),
    ("YXSEARCHDEFEND", Word::YxQuiet),
    ("YXSETDATABASE", Word::YxPath),
    ("YXSHOWFORBID", Word::YxShowForbid),
    ("YXSHOWHASHUSAGE", Word::YxQuiet),
    ("YXSHOWINFO", Word::YxShowInfo),
    ("YXSTOP", Word::Stop),
    ("YXTXTTODB", Word::YxPath),
];

/// Splits a line into its command word, if the engine knows it, and the rest.
pub(crate) fn split(line: &[u8]) -> (Option<Word>, &[u8]) {
    let (token, rest) = split_token(line);
    let known = WORDS.iter().find(|(text, _)| token.eq_ignore_ascii_case(text.as_bytes()));
    (known.map(|&(_, word)| word), rest)
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

/// The sides of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: i64,
    pub(crate) height: i64,
}

/// Parses the size of `START n` or `START n n`.
pub(crate) fn square(text: &[u8]) -> Option<Size> {
    let (first, rest) = split_token(text);
    let width = number(first)?;
    let height = if rest.is_empty() { width } else { number(rest)? };
    Some(Size { width, height })
}

/// Parses the size of `RECTSTART w,h`.
pub(crate) fn rectangle(text: &[u8]) -> Option<Size> {
    numbers(text).map(|[width, height]| Size { width, height })
}

#[cfg(test)]
mod tests;
