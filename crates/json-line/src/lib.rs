//! Values from lines of JSON (JSON Lines), with errors that give the column alone.
//!
//! An error of `serde_json` ends with `at line 1 column 5`, which misleads where the text is the seventh line
//! of a file. The caller of [`read`] knows the number of the line, and adds it.
//!
//! ```
//! let values: Vec<u8> = json_line::read(b"[1, 2]\n")?;
//! assert_eq!(values, [1, 2]);
//! let error = json_line::read::<Vec<u8>>(b"[1, 2").unwrap_err();
//! assert_eq!(error, "unexpected end of the line at column 5");
//! # Ok::<(), String>(())
//! ```

use serde::de::DeserializeOwned;

/// Reads the value of a text line, with or without its line end.
///
/// # Errors
/// Returns the reason with the column (a number of bytes, from 1) if the line is not a value of this type.
pub fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    serde_json::from_slice(line.trim_ascii_end()).map_err(|error| reason(&error))
}

/// Returns what was wrong, and the column.
fn reason(error: &serde_json::Error) -> String {
    let column = error.column();
    if error.is_eof() {
        return format!("unexpected end of the line at column {column}");
    }
    let text = error.to_string();
    let place = format!(" at line {} column {column}", error.line());
    text.strip_suffix(&place)
        .map_or_else(|| text.clone(), |what| format!("{what} at column {column}"))
}

#[cfg(test)]
mod tests {
    use crate::read;

    #[test]
    fn errors_give_the_column() {
        assert_eq!(read::<Vec<u8>>(b"[1, 2]\r\n"), Ok(vec![1, 2]));
        let why = |line: &[u8]| read::<Vec<u8>>(line).expect_err("it is invalid");
        assert_eq!(why(b"[1,]"), "trailing comma at column 4");
        assert_eq!(why(b"[1, 2\n"), "unexpected end of the line at column 5");
        assert_eq!(why(b""), "unexpected end of the line at column 0");
        assert_eq!(why(b"[300]"), "invalid value: integer `300`, expected u8 at column 4");
    }
}
