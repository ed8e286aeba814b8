//! Text lines of JSON.

use serde::de::DeserializeOwned;

/// Reads the value of a text line. The error gives the column, but no line: the caller knows the number of
/// the line.
///
/// # Errors
/// Returns the reason if the line is not a value of this type.
pub fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    serde_json::from_slice(line.trim_ascii_end()).map_err(|error| {
        let column = error.column();
        let text = error.to_string();
        let place = format!(" at line {} column {column}", error.line());
        text.strip_suffix(&place)
            .map_or_else(|| text.clone(), |what| format!("{what} at column {column}"))
    })
}

#[cfg(test)]
mod tests {
    use crate::json_line::read;

    #[test]
    fn errors_give_the_column() {
        assert_eq!(read::<Vec<u8>>(b"[1, 2]\n"), Ok(vec![1, 2]));
        let why = |line: &[u8]| read::<Vec<u8>>(line).expect_err("it is invalid");
        assert_eq!(why(b"[1,]"), "trailing comma at column 4");
        assert_eq!(why(b"[1, 2\n"), "EOF while parsing a list at column 5");
        assert_eq!(why(b"[300]"), "invalid value: integer `300`, expected u8 at column 4");
    }
}
