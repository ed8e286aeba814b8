//! The beginning of a file: the kind of file and the version of its format, and the checksum of the rest.

/// The first line of a kind of file: its name, a space and a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstLine {
    /// The kind of file, such as `dolmen games`.
    pub kind: &'static str,
    /// The version of the format.
    pub version: &'static str,
}

/// The reason why bytes do not begin with a first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstLineError {
    /// The file is of another kind. It begins with this text.
    Foreign(String),
    /// The file is of this kind and has this version of the format.
    Version(String),
    /// The file ends within its first line.
    CutOff,
}

impl FirstLine {
    /// The number of bytes that an error quotes.
    const MAX_QUOTED: usize = 15;

    /// Returns the line with its line end.
    #[must_use]
    pub fn text(self) -> String {
        format!("{} {}\n", self.kind, self.version)
    }

    /// Returns the bytes after the line.
    ///
    /// # Errors
    /// Returns an error if the bytes begin with another line.
    pub fn strip(self, bytes: &[u8]) -> Result<&[u8], FirstLineError> {
        let quoted = |bytes: &[u8]| {
            String::from_utf8_lossy(&bytes[..bytes.len().min(Self::MAX_QUOTED)]).into_owned()
        };
        let rest = bytes.strip_prefix(self.kind.as_bytes());
        let Some(rest) = rest.and_then(|rest| rest.strip_prefix(b" ")) else {
            return Err(FirstLineError::Foreign(quoted(bytes)));
        };
        let version = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let rest = rest.get(version.len() + 1..).ok_or(FirstLineError::CutOff)?;
        let is_known = version == self.version.as_bytes();
        if is_known { Ok(rest) } else { Err(FirstLineError::Version(quoted(version))) }
    }

    /// Returns a file: the line, the CRC-32 of its contents in little-endian order, and the contents.
    #[must_use]
    pub fn sealed(self, contents: &[u8]) -> Vec<u8> {
        [self.text().as_bytes(), &crc32fast::hash(contents).to_le_bytes(), contents].concat()
    }
}

/// Returns the bytes after a checksum, which [`FirstLine::sealed`] has written before them; `None` if it
/// does not match.
#[must_use]
pub fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let (checksum, contents) = bytes.split_first_chunk()?;
    (crc32fast::hash(contents) == u32::from_le_bytes(*checksum)).then_some(contents)
}

#[cfg(test)]
mod tests {
    use crate::first_line::{FirstLine, FirstLineError, unsealed};

    const LINE: FirstLine = FirstLine { kind: "dolmen sample", version: "12" };

    #[test]
    fn a_sealed_file_gives_its_contents() {
        let file = LINE.sealed(b"abc");
        let rest = LINE.strip(&file).expect("the line is the right one");
        assert_eq!(unsealed(rest), Some(&b"abc"[..]));
        let mut damaged = rest.to_vec();
        *damaged.last_mut().expect("there are contents") ^= 1;
        assert_eq!(unsealed(&damaged), None);
        for length in 0..rest.len() {
            assert_eq!(unsealed(&rest[..length]), None, "{length} bytes");
        }
    }

    #[test]
    fn other_lines_are_told_apart() {
        let foreign = |text: &str| Err(FirstLineError::Foreign(text.to_owned()));
        let version = |text: &str| Err(FirstLineError::Version(text.to_owned()));
        assert_eq!(LINE.strip(b""), foreign(""));
        assert_eq!(LINE.strip(b"dolmen samples 12\n"), foreign("dolmen samples "));
        assert_eq!(LINE.strip(b"dolmen sample 1\nabc"), version("1"));
        assert_eq!(LINE.strip(b"dolmen sample 123\n"), version("123"));
        assert_eq!(LINE.strip(b"dolmen sample 12"), Err(FirstLineError::CutOff));
    }
}
