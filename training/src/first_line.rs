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
    /// The file ends within its first line, or its checksum does not match.
    Damaged,
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
        let rest = rest.get(version.len() + 1..).ok_or(FirstLineError::Damaged)?;
        let is_known = version == self.version.as_bytes();
        if is_known { Ok(rest) } else { Err(FirstLineError::Version(quoted(version))) }
    }

    /// Returns a file: the line, the CRC-32 of its contents in little-endian order, and the contents.
    #[must_use]
    pub fn sealed(self, contents: &[u8]) -> Vec<u8> {
        [self.text().as_bytes(), &crc32fast::hash(contents).to_le_bytes(), contents].concat()
    }

    /// Returns the contents of a file that [`sealed`](Self::sealed) has made.
    ///
    /// # Errors
    /// Returns an error if the file begins with another line, or if the checksum does not match.
    pub fn unsealed(self, file: &[u8]) -> Result<&[u8], FirstLineError> {
        let rest = self.strip(file)?;
        let (checksum, contents) = rest.split_first_chunk().ok_or(FirstLineError::Damaged)?;
        let is_whole = crc32fast::hash(contents) == u32::from_le_bytes(*checksum);
        if is_whole { Ok(contents) } else { Err(FirstLineError::Damaged) }
    }
}

#[cfg(test)]
mod tests {
    use crate::first_line::{FirstLine, FirstLineError};

    const LINE: FirstLine = FirstLine { kind: "dolmen sample", version: "12" };

    #[test]
    fn a_sealed_file_gives_its_contents() {
        let file = LINE.sealed(b"abc");
        assert_eq!(LINE.unsealed(&file), Ok(&b"abc"[..]));
        let mut damaged = file.clone();
        *damaged.last_mut().expect("there are contents") ^= 1;
        assert_eq!(LINE.unsealed(&damaged), Err(FirstLineError::Damaged));
        for length in LINE.text().len() - 1..file.len() {
            assert_eq!(
                LINE.unsealed(&file[..length]),
                Err(FirstLineError::Damaged),
                "{length} bytes"
            );
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
        assert_eq!(LINE.strip(b"dolmen sample 12"), Err(FirstLineError::Damaged));
    }
}
