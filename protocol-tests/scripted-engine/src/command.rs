//! The words and numbers of a command line. Words match as a whole and in either case.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use crate::game::{Coordinates, Owner, Player};

/// A command word that the engine knows, or a group of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    #[serde(alias = "yxstop")]
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
    #[serde(rename = "yx-quiet")]
    YxQuiet,
    /// A Yixin command whose next line is a path.
    #[serde(rename = "yx-path")]
    YxPath,
    /// A Yixin command followed by a list up to `DONE`.
    #[serde(rename = "yx-list")]
    YxList,
}

/// The words of each group.
const GROUPS: [(&str, &str); 3] = [
    (
        "yx-list",
        "yxclearbestmovedatabase yxdeletedatabaseall yxdeletedatabaseone yxeditlabeldatabase \
         yxedittextdatabase yxedittvddatabase yxquerydatabaseall yxquerydatabaseallt \
         yxquerydatabaseone yxquerydatabasetext yxsetbestmovedatabase",
    ),
    (
        "yx-quiet",
        "yxdbcheck yxdbfix yxdraw yxhashclear yxprintfeature yxresign yxsavedatabase \
         yxsearchdefend yxshowhashusage",
    ),
    (
        "yx-path",
        "yxdbmerge yxdbsplit yxdbtotxt yxdbtotxtall yxhashdump yxhashload yxsetdatabase yxtxttodb",
    ),
];

/// Splits a line into its command word, if the engine knows it, and the rest.
pub(crate) fn split(line: &[u8]) -> (Option<Word>, &[u8]) {
    let (token, rest) = split_token(line);
    let name = String::from_utf8_lossy(token).to_ascii_lowercase();
    let group = GROUPS.iter().find(|(_, names)| names.split(' ').any(|n| n == name));
    let name = group.map_or(name.as_str(), |(group, _)| group);
    let name: StrDeserializer<'_, Error> = name.into_deserializer();
    (Word::deserialize(name).ok(), rest)
}

/// Splits a text into its first token and the rest, both trimmed.
pub(crate) fn split_token(text: &[u8]) -> (&[u8], &[u8]) {
    let text = trim(text);
    let end = text.iter().position(|&byte| is_blank(byte)).unwrap_or(text.len());
    (&text[..end], trim(&text[end..]))
}

/// Removes the blanks and tabs around a text.
pub(crate) fn trim(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| !is_blank(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|&byte| !is_blank(byte)).map_or(start, |last| last + 1);
    &text[start..end]
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
pub(crate) fn point(text: &[u8]) -> Option<Coordinates> {
    numbers(text).map(|[x, y]| (x, y))
}

/// Parses `x,y,f`, where f is 1 for the engine's stone, 2 for the opponent's, 3 for a dead cell.
pub(crate) fn stone(text: &[u8]) -> Option<(Coordinates, Owner)> {
    let [x, y, owner] = numbers(text)?;
    let owner = match owner {
        1 => Some(Player::Own),
        2 => Some(Player::Theirs),
        3 => None,
        _ => return None,
    };
    Some(((x, y), owner))
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
    use crate::game::Player;

    #[test]
    fn words_are_matched_whole_and_in_either_case() {
        for (line, word, rest) in [
            ("START 15", Some(Word::Start), "15"),
            ("  \tstart   15\t ", Some(Word::Start), "15"),
            ("tUrN 7 , 7", Some(Word::Turn), "7 , 7"),
            ("END", Some(Word::End), ""),
            ("yxStop", Some(Word::Stop), ""),
            ("YXDBMERGE", Some(Word::YxPath), ""),
            ("ENDGAME", None, ""),
            ("STAR 15", None, "15"),
            ("", None, ""),
        ] {
            assert_eq!(split(line.as_bytes()), (word, rest.as_bytes()), "{line:?}");
        }
    }

    #[test]
    fn arguments_have_exactly_one_form() {
        let number = |text: &str| number(text.as_bytes());
        for (text, value) in
            [("7", 7), (" -3 ", -3), ("+7", 7), ("007", 7), ("2147483648", 1 << 31)]
        {
            assert_eq!(number(text), Some(value), "{text:?}");
        }
        for text in ["", "x", "7x", "1.5", "1e3", "0x0f", "7 7", "99999999999999999999", "\u{663}"]
        {
            assert_eq!(number(text), None, "{text:?}");
        }
        assert_eq!(point(b" 7 , 8 "), Some((7, 8)));
        for text in ["7", "7,", ",7", ",", "7,7,1", "7;7", "7 7", "a,b", "7.5,3"] {
            assert_eq!(point(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(stone(b"7,8,1"), Some(((7, 8), Some(Player::Own))));
        assert_eq!(stone(b" 7 , 8 , 3\t"), Some(((7, 8), None)));
        for text in ["7,7", "7,7,0", "7,7,4", "7,7,-1", "7,7,1,1", "a,b,c"] {
            assert_eq!(stone(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!((square(b"15"), square(b"15 20")), (Some([15, 15]), Some([15, 20])));
        for text in ["", "abc", "15x", "15,15", "1.5e1", "15 15 15"] {
            assert_eq!(square(text.as_bytes()), None, "{text:?}");
        }
    }
}
