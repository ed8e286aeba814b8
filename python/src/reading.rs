//! Reading the games of files.

use dolmen::notation::rif::{self, Games};
use dolmen::notation::{self, Defaults, NotationError, Record, renlib, sgf};
use pyo3::prelude::{PyResult, pyfunction};

use crate::game::Game;
use crate::values::{RuleLike, SizeLike, point_names, value_error};

/// Returns the games of a file's bytes, or of its text, and the faults of single games.
#[pyfunction]
pub(crate) fn parse_games(
    data: &[u8],
    text: &str,
    rule: RuleLike,
    size: SizeLike,
    rows: &str,
) -> PyResult<(Vec<Game>, Vec<String>)> {
    let points = point_names(rows)?;
    let defaults = Defaults { rule: rule.0.into(), size: size.0, points };
    let one = |record: Result<Record, NotationError>| {
        Ok((vec![Game::from(record.map_err(value_error)?)], Vec::new()))
    };
    if renlib::is_library(data) {
        return one(renlib::read(data, &defaults, renlib::decode_utf8));
    }
    let text = text.trim_start_matches('\u{feff}');
    if rif::is_rif(text) {
        let (games, faults): (Vec<_>, Vec<_>) =
            Games::new(text, &defaults).partition(Result::is_ok);
        let games = games.into_iter().flatten().map(Game::from).collect();
        let faults = faults.into_iter().filter_map(|fault| Some(fault.err()?.to_string()));
        return Ok((games, faults.collect()));
    }
    if text.len() <= notation::MAX_BYTES && sgf::is_sgf(text) {
        let all = sgf::read_all(text, &defaults).map_err(value_error)?;
        return Ok((all.into_iter().map(Game::from).collect(), Vec::new()));
    }
    one(notation::read(text, &defaults))
}
