//! Completes and checks the request for a tournament.
//!
//! Invariant: a [`Config`] that leaves [`check()`] can be played; all that its documentation
//! promises holds.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use dolmen::board::{BoardSize, Point};

use crate::config::{
    CheckError, Conditions, Config, Draft, EngineConfig, EngineDraft, Format, ListedOpening,
    MAX_CONCURRENCY, OpeningsDraft, OpeningsPlace, Order, Outputs, Running, check_distinct_files,
};
use crate::openings::{self, Opening, OpeningStyle};

mod advice;
mod engine;

/// A tournament that can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The tournament.
    pub config: Config,
    /// Warnings about settings that are possible but perhaps unintended; a sentence each.
    pub advice: Vec<String>,
}

/// The default number of games of each pairing.
const GAMES: u64 = 20;
/// The default number of games of a tournament that a test stops.
const GAMES_OF_TEST: u64 = 40_000;
/// The maximum number of games of a tournament: its plan is kept in memory.
const MAX_GAMES: u64 = 10_000_000;
/// The default file of results.
const STATE: &str = "tournament.jsonl";

/// Completes and checks engines without a tournament.
///
/// # Errors
/// Returns the first reason why an engine cannot play, or an error if two engines have the same name.
pub fn check_engines(drafts: &[EngineDraft]) -> Result<Vec<EngineConfig>, CheckError> {
    let engines = engine::engines(drafts, &EngineDraft::default())?;
    check_distinct(&engines)?;
    Ok(engines)
}

/// Completes and checks a tournament for a machine with this number of processors.
///
/// # Errors
/// Returns the first reason why the tournament cannot be played.
pub fn check(draft: &Draft, processors: usize) -> Result<Checked, CheckError> {
    let engines = engine::engines(&draft.engines, &draft.each)?;
    if engines.len() < 2 {
        return Err(CheckError::TooFewEngines(engines.len()));
    }
    check_distinct(&engines)?;
    let mut conditions = Conditions::of(draft);
    if conditions.seed >= 1 << 63 {
        return Err(CheckError::Seed(conditions.seed));
    }
    conditions.restart |= engines.iter().any(|engine| engine.limits.nodes.is_some());
    let openings = openings(draft.openings.as_ref(), &conditions)?;
    check_draw(conditions.draw_after, &openings)?;
    let sprt = draft.sprt.map(|sprt| sprt.complete(engines.len())).transpose()?;
    let pairs = pairs(draft, engines.len(), &conditions)?;
    let concurrency = draft.concurrency.unwrap_or((processors / 2).max(1));
    if !(1..=MAX_CONCURRENCY).contains(&concurrency) {
        return Err(CheckError::Concurrency { concurrency, max: MAX_CONCURRENCY });
    }
    let (state, stop_file) = files(draft)?;
    let outputs = outputs(draft, &state)?;
    let running = Running::of(draft);
    let config = Config {
        engines,
        conditions,
        running,
        openings,
        pairs,
        concurrency,
        sprt,
        state,
        stop_file,
        outputs,
    };
    let advice = advice::advice(&config, processors);
    Ok(Checked { config, advice })
}

fn check_distinct(engines: &[EngineConfig]) -> Result<(), CheckError> {
    let mut names = HashSet::new();
    match engines.iter().find(|engine| !names.insert(&engine.name)) {
        Some(engine) => Err(CheckError::NameTwice(engine.name.clone())),
        None => Ok(()),
    }
}

/// Returns the openings of a request, or the default ones.
fn openings(
    request: Option<&OpeningsDraft>,
    conditions: &Conditions,
) -> Result<Vec<Opening>, CheckError> {
    let Conditions { rule, size, swap2, opening_protocol, seed, .. } = *conditions;
    if swap2 && !opening_protocol.is_none() {
        return Err(CheckError::TwoNegotiations);
    }
    let negotiates = conditions.negotiates();
    let of_place = |place: &OpeningsPlace, form| {
        place.openings(form, size, rule).map_err(|error| unreadable(place, error.to_string()))
    };
    let default = OpeningsPlace::Set(OpeningStyle::default());
    let Some(request) = request else {
        let default = if negotiates { Vec::new() } else { of_place(&default, None)? };
        return if default.is_empty() { of_place(&OpeningsPlace::None, None) } else { Ok(default) };
    };
    let mut openings = match &request.file {
        None if !request.list.is_empty() => listed(request, conditions)?,
        place => of_place(place.as_ref().unwrap_or(&default), request.form)?,
    };
    if openings.is_empty() {
        return Err(CheckError::Openings(format!("there is no built-in set for {rule} on {size}")));
    }
    if negotiates && openings.iter().any(|opening| !opening.moves.is_empty()) {
        return Err(CheckError::NegotiationWithOpenings);
    }
    if request.order == Some(Order::Random) {
        shuffle(&mut openings, seed);
    }
    Ok(openings)
}

/// Returns the error for openings whose file cannot be read. A bare word that names no file is
/// more likely a misspelt set.
fn unreadable(place: &OpeningsPlace, reason: String) -> CheckError {
    let OpeningsPlace::File { name, folder } = place else { return CheckError::Openings(reason) };
    let word = name.to_string_lossy();
    if word.contains(['/', '\\', '.']) || folder.join(name).exists() {
        CheckError::Openings(reason)
    } else {
        CheckError::UnknownOpenings(word.into_owned())
    }
}

fn listed(request: &OpeningsDraft, conditions: &Conditions) -> Result<Vec<Opening>, CheckError> {
    let opening = |ListedOpening { name, moves }: &ListedOpening| {
        let moves = points(moves, conditions.size)?;
        let opening = Opening { name: name.clone(), moves };
        openings::check(&opening, conditions.size, conditions.rule)
            .map_err(|error| error.to_string())?;
        Ok(opening)
    };
    let checked = |listed: &ListedOpening| {
        opening(listed)
            .map_err(|reason: String| CheckError::Openings(format!("{}: {reason}", listed.name)))
    };
    request.list.iter().map(checked).collect()
}

/// Returns the points of a text such as `h8i9`, with rows from 1 at the top.
fn points(text: &str, size: BoardSize) -> Result<Vec<Point>, String> {
    let starts = text.char_indices().filter(|(_, letter)| letter.is_alphabetic());
    let starts: Vec<_> = starts.map(|(start, _)| start).chain([text.len()]).collect();
    if starts[0] != 0 {
        return Err(format!("invalid moves {text:?}: expected points such as h8i9"));
    }
    let point = |range: &[usize]| {
        let name = text[range[0]..range[1]].trim();
        let wrong = |_| {
            format!(
                "invalid point {name:?} in {text:?}: expected a letter and a number, such as h8"
            )
        };
        let point: Point = name.to_lowercase().parse().map_err(wrong)?;
        size.point(point.column() as i64, point.row() as i64)
            .ok_or_else(|| format!("{name} is off the {size} board"))
    };
    starts.windows(2).map(point).collect()
}

/// Shuffles items by the algorithm of Fisher and Yates with the generator SplitMix64 (Steele, Lea and
/// Flood 2014). The order is the same in every version, so that a tournament continues as it began.
fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for last in (1..items.len()).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^= number >> 31;
        items.swap(last, (number % (last as u64 + 1)) as usize);
    }
}

/// Returns the number of pairs of each pairing; a pair has one game if colours are not repeated.
fn pairs(draft: &Draft, engines: usize, conditions: &Conditions) -> Result<u64, CheckError> {
    let default = if draft.sprt.is_some() { GAMES_OF_TEST } else { GAMES };
    let games = draft.games.unwrap_or(default);
    let pairings = match conditions.format {
        Format::RoundRobin => engines * (engines - 1) / 2,
        Format::Gauntlet => engines - 1,
    };
    let total = games.saturating_mul(pairings as u64);
    match games {
        0 => Err(CheckError::NoGames),
        _ if total > MAX_GAMES => Err(CheckError::TooManyGames { games: total, max: MAX_GAMES }),
        _ if !conditions.repeat => Ok(games),
        _ if games.is_multiple_of(2) => Ok(games / 2),
        _ => Err(CheckError::OddGames(games)),
    }
}

fn check_draw(draw_after: Option<usize>, openings: &[Opening]) -> Result<(), CheckError> {
    let Some(draw_after) = draw_after else { return Ok(()) };
    match openings.iter().find(|opening| opening.moves.len() >= draw_after) {
        Some(opening) => Err(CheckError::DrawTooEarly {
            draw_after,
            opening: opening.name.clone(),
            stones: opening.moves.len(),
        }),
        None => Ok(()),
    }
}

/// Returns the output files beside the results; no two of them may be the same.
fn outputs(draft: &Draft, state: &Path) -> Result<Outputs, CheckError> {
    let Draft { log, sgf, pgn, psq, .. } = draft.clone();
    let mut taken = vec![state];
    for path in [&log, &sgf, &pgn, &psq].into_iter().flatten() {
        check_distinct_files(&taken, path)?;
        taken.push(path);
    }
    Ok(Outputs { log, sgf, pgn, psq })
}

/// Returns the file of results and the stop file, which must differ.
fn files(draft: &Draft) -> Result<(PathBuf, PathBuf), CheckError> {
    let state = draft.state.clone().unwrap_or_else(|| PathBuf::from(STATE));
    let stop_file = draft.stop_file.clone().unwrap_or_else(|| {
        let mut name = state.clone().into_os_string();
        name.push(".stop");
        PathBuf::from(name)
    });
    if state == stop_file {
        Err(CheckError::StateIsStopFile(state))
    } else {
        Ok((state, stop_file))
    }
}
