//! Files of opinions for tests.

use dolmen::board::Key;

use crate::teacher::FIRST_LINE;

/// Returns a file of opinions, each a score and a result in 65,535ths.
pub(crate) fn file(opinions: &[(Key, u16, u16)]) -> Vec<u8> {
    let records = opinions.iter().flat_map(|&(key, score, result)| {
        [&key.0.to_le_bytes()[..], &score.to_le_bytes(), &result.to_le_bytes()].concat()
    });
    let body: Vec<u8> = records.collect();
    FIRST_LINE.sealed(&body)
}
