//! The words and numbers of a command line. Words are matched whole and in either case.

use crate::game::{Cell, Point};

/// The first word of a line the engine knows.
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
    /// A Yixin command without effect or payload.
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

/// The word of a line, if the engine knows it, and what follows.
pub(crate) fn split(line: &[u8]) -> (Option<Word>, &[u8]) {
    let (token, rest) = split_token(line);
    let known = WORDS.iter().find(|(text, _)| token.eq_ignore_ascii_case(text.as_bytes()));
    (known.map(|&(_, word)| word), rest)
}

/// The first token of a text and the rest, both without blanks around.
pub(crate) fn split_token(text: &[u8]) -> (&[u8], &[u8]) {
    let text = trim(text);
    let end = text.iter().position(|&byte| is_blank(byte)).unwrap_or(text.len());
    (&text[..end], trim(&text[end..]))
}

/// A text without the blanks and tabs around it.
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

/// A whole number with an optional sign and blanks around; `None` for anything else and for
/// numbers beyond 64 bits.
pub(crate) fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(trim(text)).ok()?.parse().ok()
}

/// The numbers of a list with commas between them.
pub(crate) fn numbers<const N: usize>(text: &[u8]) -> Option<[i64; N]> {
    let mut parts = text.split(|&byte| byte == b',');
    let mut numbers = [0; N];
    for slot in &mut numbers {
        *slot = number(parts.next()?)?;
    }
    parts.next().is_none().then_some(numbers)
}

/// `x,y`.
pub(crate) fn point(text: &[u8]) -> Option<Point> {
    numbers(text).map(|[x, y]| Point { x, y })
}

/// `x,y,f` with f 1 for the engine's stone, 2 for the other player's, 3 for a dead cell.
pub(crate) fn stone(text: &[u8]) -> Option<(Point, Cell)> {
    let [x, y, owner] = numbers(text)?;
    let cell = match owner {
        1 => Cell::Own,
        2 => Cell::Theirs,
        3 => Cell::Dead,
        _ => return None,
    };
    Some((Point { x, y }, cell))
}

/// The sides of `START n` or `START n n`.
pub(crate) fn square(text: &[u8]) -> Option<(i64, i64)> {
    let (first, rest) = split_token(text);
    let width = number(first)?;
    let height = if rest.is_empty() { width } else { number(rest)? };
    Some((width, height))
}

#[cfg(test)]
mod tests;
