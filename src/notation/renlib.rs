//! Libraries of RenLib, `.lib`: a tree of moves on a board of 15×15.
//!
//! # The format
//!
//! A header of 20 bytes, `FF "RenLib" FF`, then the version (3 and 4; 3 and 0 in old files) and bytes of
//! FF. Older files have no header and begin with the stone in the middle, 78. Then come the nodes, each
//! before its children, of two bytes each: the point, x + 16(y − 1) with x from 1 at the left and y from
//! 1 at the top, and flags. The root is the first node if its point is 0; another 0 is a pass. After a
//! leaf comes the next sibling of the last node that has one. A comment and a text on the board follow
//! their node; each ends with a byte of 0 and is filled up to an even length. Byte 8 stands between the
//! title of a comment and its text.
//!
//! # Conversion
//!
//! The title and the text of a comment become its lines. A text on the board becomes the label of its
//! node; a text on an empty point thereby becomes a variation, as a move would. Marks are not kept. The
//! format does not name the encoding of its texts, so the caller decodes them. They are written in
//! UTF-8, which RenLib shows correctly if they are ASCII.

mod read;
mod write;

pub use read::{decode_utf8, is_library, read};
pub use write::write;

/// The first bytes of the header.
const MAGIC: [u8; 8] = *b"\xFFRenLib\xFF";
/// The number of bytes of the header.
const HEADER_BYTES: usize = 20;
/// The version that is written, and the newest one that can be read.
const VERSION: [u8; 2] = [3, 4];
/// The number of columns and of rows.
const SIDE: usize = 15;
/// The factor of the row in the number of a point.
const STRIDE: u8 = 16;
/// The byte between the title of a comment and its text.
const TITLE_END: u8 = 8;

/// The flags of a node.
mod flags {
    /// A sibling comes after the node and its children.
    pub(super) const SIBLING: u8 = 0x80;
    /// The node has no children.
    pub(super) const LEAF: u8 = 0x40;
    /// A comment of old versions follows, in seven bits; the last byte has the eighth.
    pub(super) const OLD_COMMENT: u8 = 0x20;
    /// A comment follows.
    pub(super) const COMMENT: u8 = 0x08;
    /// The position is shown first.
    pub(super) const START: u8 = 0x04;
    /// The node is not a move but a place for a text.
    pub(super) const NO_MOVE: u8 = 0x02;
    /// Two more bytes of flags follow.
    pub(super) const EXTENSION: u8 = 0x01;
    /// In the second of them: a text on the board follows.
    pub(super) const BOARD_TEXT: u8 = 0x01;
}
