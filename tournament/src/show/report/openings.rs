//! The results of the openings: whether they favour a colour, and whether they tell anything.

use std::collections::HashMap;

use serde::Serialize;

use crate::record::GameRecord;
use crate::show::clean::clean;
use crate::show::report::values::text_of;
use crate::store::Header;

/// Pairs from which on an opening without any decided pair is called useless.
const ENOUGH: u64 = 3;

/// An opening.
#[derive(Debug, Default, Serialize)]
pub(super) struct Opening {
    name: String,
    moves: String,
    /// Games won by black, drawn, won by white.
    results: [u64; 3],
    /// Complete pairs, and those that one engine won.
    pairs: u64,
    decided: u64,
    /// Pairs in which the same colour won both games.
    one_sided: u64,
    /// Indicates whether it tells nothing about strength, as far as one knows.
    useless: bool,
}

/// All openings, in the order of the configuration.
pub(super) fn openings(header: &Header, records: &[&GameRecord]) -> Vec<Opening> {
    let opening = |(number, moves): (usize, &Vec<(usize, usize)>)| Opening {
        name: clean(header.openings.get(number).map_or("", String::as_str)),
        moves: text_of(moves.iter().map(|&(column, row)| (column as u8, row as u8))),
        ..Opening::default()
    };
    let mut openings: Vec<Opening> =
        header.config.openings.iter().enumerate().map(opening).collect();
    let mut firsts: HashMap<u64, &GameRecord> = HashMap::new();
    for record in records {
        let Some(opening) = openings.get_mut(record.opening) else { continue };
        let Some(points) = record.score.half_points_of_black() else { continue };
        opening.results[usize::from(2 - points)] += 1;
        match firsts.remove(&record.id.pair) {
            Some(first) => opening.count_pair(first, record),
            None => drop(firsts.insert(record.id.pair, record)),
        }
    }
    for opening in &mut openings {
        opening.useless = opening.pairs >= ENOUGH && opening.decided == 0;
    }
    openings
}

impl Opening {
    fn count_pair(&mut self, first: &GameRecord, second: &GameRecord) {
        self.pairs += 1;
        let points = [first, second].map(|game| game.score.half_points_of_black().unwrap_or(1));
        // Colours are swapped in the second game, unless the engines chose them.
        let is_swapped = first.black.name != second.black.name;
        let second_points = if is_swapped { 2 - points[1] } else { points[1] };
        self.decided += u64::from(points[0] + second_points != 2);
        self.one_sided += u64::from(points[0] == points[1] && points[0] != 1);
    }
}
