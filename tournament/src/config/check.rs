//! Makes a complete and possible tournament of what somebody asked for.
//!
//! Invariant: a [`Config`] that leaves [`check()`] can be played; all that its documentation
//! promises holds.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use dolmen::board::{BoardSize, Point};
use dolmen::rules::Rule;

use crate::config::{
    CheckError, Config, Draft, EloModel, EngineConfig, EngineDraft, Format, ListedOpening, Opening,
    OpeningStyle, OpeningsDraft, OpeningsPlace, OpeningsSource, Order, RuleText, SizeText,
    SprtConfig, SprtDraft, SprtFault,
};

mod advice;
mod engine;

/// A tournament that can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The tournament.
    pub config: Config,
    /// Settings that are possible, but perhaps not meant; a sentence each.
    pub advice: Vec<String>,
}

/// Games of each pairing when nobody says how many.
const GAMES: u64 = 20;
/// Likewise where a test stops the tournament.
const GAMES_OF_TEST: u64 = 40_000;
/// The most games of a tournament: its plan is kept in memory.
const MOST_GAMES: u64 = 10_000_000;
/// The most games at once.
const MOST_AT_ONCE: usize = 1024;
/// The seed when nobody says one, so that the same command is the same
/// tournament.
const SEED: u64 = 1;
/// The chance that a test accepts a wrong hypothesis.
const CHANCE: f64 = 0.05;
/// The file of results when nobody names one.
const STATE: &str = "tournament.jsonl";

/// Completes and checks engines that play no tournament.
///
/// # Errors
/// An engine is not possible, or two have one name; the first reason.
pub fn check_engines(drafts: &[EngineDraft]) -> Result<Vec<EngineConfig>, CheckError> {
    let engines = engine::engines(drafts, &EngineDraft::default())?;
    check_distinct(&engines)?;
    Ok(engines)
}

/// Completes and checks a tournament for a machine with this number of processors.
///
/// # Errors
/// The tournament is not possible; the first reason.
pub fn check(
    draft: &Draft,
    source: &dyn OpeningsSource,
    processors: usize,
) -> Result<Checked, CheckError> {
    let engines = engine::engines(&draft.engines, &draft.each)?;
    check_names(&engines)?;
    let SizeText(size) = draft.size.unwrap_or(SizeText(BoardSize::square(15)));
    let RuleText(rule) = draft.rule.unwrap_or(RuleText(Rule::Freestyle));
    let seed = draft.seed.unwrap_or(SEED);
    if seed >= 1 << 63 {
        return Err(CheckError::Seed(seed));
    }
    let swap2 = draft.swap2.unwrap_or(false);
    let openings = openings(draft, rule, size, seed, source)?;
    let sprt = draft.sprt.as_ref().map(|sprt| check_sprt(sprt, engines.len())).transpose()?;
    let repeat = draft.repeat.unwrap_or(true);
    let format = draft.format.unwrap_or_default();
    let pairs = pairs(draft, engines.len(), format, repeat)?;
    let concurrency = draft.concurrency.unwrap_or((processors / 2).max(1));
    if !(1..=MOST_AT_ONCE).contains(&concurrency) {
        return Err(CheckError::Concurrency(concurrency));
    }
    let (state, stop_file) = files(draft)?;
    let counts_nodes = engines.iter().any(|engine| engine.limits.nodes.is_some());
    let config = Config {
        format,
        rule,
        size,
        swap2,
        transform: draft.transform.unwrap_or(true),
        pairs,
        repeat,
        restart: counts_nodes || draft.restart.unwrap_or(false),
        concurrency,
        affinity: draft.affinity.unwrap_or(false),
        strict_clock: draft.strict_clock.unwrap_or(false),
        draw_after: check_draw(draft.draw_after, &openings)?,
        send_boards: draft.send_boards.unwrap_or(false),
        keep_messages: draft.keep_messages.unwrap_or(true),
        seed,
        sprt,
        state,
        stop_file,
        engines,
        openings,
    };
    let advice = advice::advice(&config, processors);
    Ok(Checked { config, advice })
}

fn check_names(engines: &[EngineConfig]) -> Result<(), CheckError> {
    if engines.len() < 2 {
        return Err(CheckError::TooFewEngines(engines.len()));
    }
    check_distinct(engines)
}

fn check_distinct(engines: &[EngineConfig]) -> Result<(), CheckError> {
    let mut names = HashSet::new();
    match engines.iter().find(|engine| !names.insert(&engine.name)) {
        Some(engine) => Err(CheckError::NameTwice(engine.name.clone())),
        None => Ok(()),
    }
}

fn openings(
    draft: &Draft,
    rule: Rule,
    size: BoardSize,
    seed: u64,
    source: &dyn OpeningsSource,
) -> Result<Vec<Opening>, CheckError> {
    let empty_board = || vec![Opening { name: "empty board".to_owned(), moves: Vec::new() }];
    let built_in = |style| source.built_in(style, rule, size);
    let swap2 = draft.swap2.unwrap_or(false);
    let Some(asked) = &draft.openings else {
        let usual = if swap2 { Vec::new() } else { built_in(OpeningStyle::default()) };
        return Ok(if usual.is_empty() { empty_board() } else { usual });
    };
    let mut openings = match &asked.file {
        Some(OpeningsPlace::None) => return Ok(empty_board()),
        Some(OpeningsPlace::Set(style)) => built_in(*style),
        Some(OpeningsPlace::File { name, folder }) => {
            let path = folder.join(name);
            let unreadable = |reason| unreadable(name, &path, reason);
            source.read(&path, asked.form, size, rule).map_err(unreadable)?
        }
        None if asked.list.is_empty() => built_in(OpeningStyle::default()),
        None => listed(asked, rule, size, source)?,
    };
    if openings.is_empty() {
        return Err(CheckError::Openings(format!("there is no built-in set for {rule} on {size}")));
    }
    if swap2 && openings.iter().any(|opening| !opening.moves.is_empty()) {
        return Err(CheckError::Swap2WithOpenings);
    }
    if asked.order == Some(Order::Random) {
        shuffle(&mut openings, seed);
    }
    Ok(openings)
}

/// Returns what is wrong with openings whose file cannot be read. A bare word that names no file is
/// more likely a set that was misspelt.
fn unreadable(name: &Path, path: &Path, reason: String) -> CheckError {
    let name = name.to_string_lossy();
    if name.contains(['/', '\\', '.']) || path.exists() {
        CheckError::Openings(reason)
    } else {
        CheckError::UnknownOpenings(name.into_owned())
    }
}

fn listed(
    asked: &OpeningsDraft,
    rule: Rule,
    size: BoardSize,
    source: &dyn OpeningsSource,
) -> Result<Vec<Opening>, CheckError> {
    let wrong = |name: &str, reason: &str| CheckError::Openings(format!("{name}: {reason}"));
    let parse = |ListedOpening { name, moves }: &ListedOpening| {
        let moves = points(moves, size).map_err(|reason| wrong(name, &reason))?;
        let opening = Opening { name: name.clone(), moves };
        source.check(&opening, size, rule).map_err(|reason| wrong(name, &reason))?;
        Ok(opening)
    };
    asked.list.iter().map(parse).collect()
}

/// The points of a text such as `h8i9`, rows from 1 at the top.
fn points(text: &str, size: BoardSize) -> Result<Vec<Point>, String> {
    let starts = text.char_indices().filter(|(_, letter)| letter.is_alphabetic());
    let starts: Vec<_> = starts.map(|(start, _)| start).chain([text.len()]).collect();
    if starts[0] != 0 {
        return Err(format!("invalid moves {text:?}: expected points such as h8i9"));
    }
    let point = |range: &[usize]| {
        let name = text[range[0]..range[1]].trim();
        let wrong =
            |_| format!("invalid point {name:?}: expected a letter and a number, such as h8");
        let point: Point = name.to_lowercase().parse().map_err(wrong)?;
        size.point(point.column() as i64, point.row() as i64)
            .ok_or_else(|| format!("{name} is off the {size} board"))
    };
    starts.windows(2).map(point).collect()
}

/// The shuffle of Fisher and Yates, by the generator SplitMix64 (Steele, Lea and Flood 2014):
/// the same in every version, as a tournament must go on as it began.
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

/// Completes and checks a test between this number of engines.
///
/// # Errors
/// The test cannot be made.
pub fn check_sprt(draft: &SprtDraft, engines: usize) -> Result<SprtConfig, CheckError> {
    if engines != 2 {
        return Err(SprtFault::Engines(engines).into());
    }
    let elo0 = draft.elo0.unwrap_or(0.0);
    let elo1 = draft.elo1.ok_or(SprtFault::NoAlternative)?;
    if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
        return Err(SprtFault::Order { elo0, elo1 }.into());
    }
    let chance = |name, said: Option<f64>| {
        let value = said.unwrap_or(CHANCE);
        let is_chance = value > 0.0 && value < 0.5;
        if is_chance { Ok(value) } else { Err(SprtFault::Chance(name, value)) }
    };
    let (alpha, beta) = (chance("alpha", draft.alpha)?, chance("beta", draft.beta)?);
    let normalized = draft.model.unwrap_or_default() == EloModel::Normalized;
    Ok(SprtConfig { elo0, elo1, alpha, beta, normalized })
}

/// Pairs of each pairing; a pair has one game if colours are not repeated.
fn pairs(draft: &Draft, engines: usize, format: Format, repeat: bool) -> Result<u64, CheckError> {
    let usual = if draft.sprt.is_some() { GAMES_OF_TEST } else { GAMES };
    let games = draft.games.unwrap_or(usual);
    let pairings = match format {
        Format::RoundRobin => engines * (engines - 1) / 2,
        Format::Gauntlet => engines - 1,
    };
    let total = games.saturating_mul(pairings as u64);
    match games {
        0 => Err(CheckError::NoGames),
        _ if total > MOST_GAMES => Err(CheckError::TooManyGames(total)),
        _ if !repeat => Ok(games),
        _ if games.is_multiple_of(2) => Ok(games / 2),
        _ => Err(CheckError::OddGames(games)),
    }
}

fn check_draw(
    draw_after: Option<usize>,
    openings: &[Opening],
) -> Result<Option<usize>, CheckError> {
    // 0 is no limit, as everywhere.
    let Some(draw_after) = draw_after.filter(|&stones| stones > 0) else { return Ok(None) };
    match openings.iter().find(|opening| opening.moves.len() >= draw_after) {
        Some(opening) => Err(CheckError::DrawTooEarly {
            draw_after,
            opening: opening.name.clone(),
            stones: opening.moves.len(),
        }),
        None => Ok(Some(draw_after)),
    }
}

/// The file of results, and the file that stops the tournament.
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
