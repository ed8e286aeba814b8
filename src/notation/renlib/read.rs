//! Reading libraries of RenLib.

use crate::board::BoardSize;
use crate::notation::builder::{Builder, Spot};
use crate::notation::renlib::{HEADER_BYTES, MAGIC, SIDE, STRIDE, TITLE_END, VERSION, flags};
use crate::notation::{Defaults, MAX_BYTES, NotationError, Problem, ROOT, Record as Game, Remark};

/// The first byte of files without a header: the point in the middle.
const CENTER: u8 = 0x78;

/// Returns whether the content is a library.
#[must_use]
pub fn is_library(data: &[u8]) -> bool {
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    data.starts_with(&MAGIC) || data.first() == Some(&CENTER) && !data.iter().all(is_text)
}

/// Decodes texts as UTF-8, for [`read`].
#[must_use]
pub fn decode_utf8(texts: &[&[u8]]) -> Vec<String> {
    texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect()
}

/// Reads a library. `decode` gets all texts of the library at once, so that it can guess their
/// encoding from all of them, and returns them decoded.
///
/// ```
/// use dolmen::notation::{Defaults, renlib};
///
/// let file = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\x78\x48one\0";
/// let game = renlib::read(file, &Defaults::default(), renlib::decode_utf8)?;
/// assert_eq!(game.nodes()[game.shown].comment, "one");
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
///
/// # Errors
/// Returns an error if the content is not a library, or is too large.
pub fn read(
    data: &[u8],
    defaults: &Defaults,
    decode: impl FnOnce(&[&[u8]]) -> Vec<String>,
) -> Result<Game, NotationError> {
    if data.len() > MAX_BYTES {
        return Err(Problem::TooLarge.into());
    }
    let mut reader = Reader { data, at: 0 };
    reader.skip_header()?;
    let mut library = Library {
        builder: Builder::new(&Defaults { size: BoardSize::square(SIDE), ..*defaults }),
        open: Vec::new(),
        texts: Vec::new(),
        start: None,
    };
    let mut is_first = true;
    while let Some(record) = reader.record()? {
        let is_root = is_first && record.point == 0;
        is_first = false;
        let node = if is_root { Some(ROOT) } else { library.enter(&record)? };
        for text in reader.texts(&record)? {
            library.texts.extend(node.map(|node| NodeText { node, text }));
        }
        if record.has(flags::START) {
            library.start = node.or(library.start);
        }
        if !is_root && record.has(flags::LEAF) {
            library.open.pop().into_iter().for_each(|spot| library.builder.return_to(spot));
        }
    }
    Ok(library.finish(decode))
}

/// The fixed part of a node.
struct Record {
    /// The place in the file.
    byte: usize,
    point: u8,
    flags: u8,
    has_board_text: bool,
}

impl Record {
    const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// The kinds of text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TextKind {
    OldComment,
    Comment,
    Label,
}

/// A text whose encoding is still unknown.
struct Text<'a> {
    kind: TextKind,
    bytes: &'a [u8],
}

/// A text and its node.
struct NodeText<'a> {
    node: usize,
    text: Text<'a>,
}

/// A library, as far as it has been read.
struct Library<'a> {
    builder: Builder,
    /// The parents of the nodes that have further siblings.
    open: Vec<Spot>,
    texts: Vec<NodeText<'a>>,
    start: Option<usize>,
}

impl Library<'_> {
    /// Adds the node of a record. Returns `None` if it is not a move but a text on a stone.
    fn enter(&mut self, record: &Record) -> Result<Option<usize>, NotationError> {
        let here = |problem: Problem| problem.at_byte(record.byte);
        let parent = self.builder.spot();
        if record.has(flags::SIBLING) {
            self.open.push(parent);
        }
        let point = match record.point {
            0 => None,
            number => {
                let (column, row) = (i64::from(number % STRIDE) - 1, i64::from(number / STRIDE));
                let text = format!("{number:#04x}");
                Some(self.builder.point(column, row, &text).map_err(here)?)
            }
        };
        let is_text = record.has(flags::NO_MOVE);
        if is_text && point.is_some_and(|point| self.builder.is_occupied(point)) {
            return Ok(None);
        }
        self.builder.play(point).map_err(here)?;
        Ok(Some(self.builder.spot().node))
    }

    fn finish(mut self, decode: impl FnOnce(&[&[u8]]) -> Vec<String>) -> Game {
        let is_old = |of_node: &&NodeText<'_>| of_node.text.kind == TextKind::OldComment;
        let encoded = self.texts.iter().filter(|of_node| !is_old(of_node));
        let encoded: Vec<&[u8]> = encoded.map(|of_node| of_node.text.bytes).collect();
        let mut decoded = decode(&encoded).into_iter();
        for NodeText { node, text: Text { kind, bytes } } in self.texts {
            let mut decoded = || decoded.next().unwrap_or_default();
            match kind {
                TextKind::Label => self.builder.label(node, &decoded()),
                TextKind::Comment => self.builder.comment(node, &lines(&decoded())),
                TextKind::OldComment => self.builder.comment(node, &lines(&from_seven_bits(bytes))),
            }
        }
        let mut game = self.builder.finish();
        game.remarks.push(Remark::NoRule);
        game.shown = self.start.unwrap_or(game.shown);
        game
    }
}

/// Returns the lines of a comment, its title first.
fn lines(text: &str) -> String {
    text.replace(char::from(TITLE_END), "\n").replace("\r\n", "\n").replace('\r', "\n")
}

/// Returns the text of an old comment, in which some signs stand for Swedish letters.
fn from_seven_bits(bytes: &[u8]) -> String {
    let letter = |&byte: &u8| match byte & 0x7F {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        other => char::from(other),
    };
    bytes.iter().map(letter).collect()
}

/// The bytes that have not been read yet.
struct Reader<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn skip_header(&mut self) -> Result<(), NotationError> {
        if !self.data.starts_with(&MAGIC) {
            return Ok(());
        }
        let version = self.data.get(MAGIC.len()..MAGIC.len() + 2);
        let version = version.filter(|_| self.data.len() >= HEADER_BYTES);
        let version = version.ok_or(Problem::Ends("the header is complete"))?;
        if version > VERSION.as_slice() {
            let found = format!("{}.{}", version[0], version[1]);
            let problem =
                Problem::unexpected("version 3.4 of RenLib's format or an older one", &found);
            return Err(problem.at_byte(MAGIC.len()));
        }
        self.at = HEADER_BYTES;
        Ok(())
    }

    /// Reads two bytes; `None` at the end of the file.
    fn pair(&mut self) -> Result<Option<[u8; 2]>, NotationError> {
        let pair = match self.data[self.at..] {
            [] => return Ok(None),
            [_] => return Err(Problem::Ends("a pair of bytes is complete").at_byte(self.at)),
            [first, second, ..] => [first, second],
        };
        self.at += 2;
        Ok(Some(pair))
    }

    fn record(&mut self) -> Result<Option<Record>, NotationError> {
        let byte = self.at;
        let Some([point, flags]) = self.pair()? else { return Ok(None) };
        let mut record = Record { byte, point, flags, has_board_text: false };
        if record.has(flags::EXTENSION) {
            let more = self.pair()?;
            let [_, more] = more.ok_or(Problem::Ends("a node is complete").at_byte(byte))?;
            record.has_board_text = more & flags::BOARD_TEXT != 0;
        }
        Ok(Some(record))
    }

    /// Reads the texts of a node.
    fn texts(&mut self, record: &Record) -> Result<Vec<Text<'a>>, NotationError> {
        let mut texts = Vec::new();
        if record.has(flags::OLD_COMMENT) {
            texts.push(Text { kind: TextKind::OldComment, bytes: self.old_text()? });
        } else if record.has(flags::COMMENT) {
            texts.push(Text { kind: TextKind::Comment, bytes: self.text()? });
        }
        if record.has_board_text {
            texts.push(Text { kind: TextKind::Label, bytes: self.text()? });
        }
        Ok(texts)
    }

    /// Reads a text up to a byte of 0.
    fn text(&mut self) -> Result<&'a [u8], NotationError> {
        let length = self.data[self.at..].iter().position(|&byte| byte == 0);
        self.take(length, 1)
    }

    /// Reads a text that ends with a byte above 7F.
    fn old_text(&mut self) -> Result<&'a [u8], NotationError> {
        let last = self.data[self.at..].iter().position(|&byte| byte > 0x7F);
        self.take(last.map(|last| last + 1), 0)
    }

    /// Reads a text of `length` bytes, its `end` bytes, and the padding to an even length.
    fn take(&mut self, length: Option<usize>, end: usize) -> Result<&'a [u8], NotationError> {
        let start = self.at;
        let length = length.ok_or(Problem::Ends("a text is complete").at_byte(start))?;
        self.at = (start + (length + end).next_multiple_of(2)).min(self.data.len());
        Ok(&self.data[start..start + length])
    }
}
