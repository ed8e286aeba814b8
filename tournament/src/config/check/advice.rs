//! Warnings about settings that are possible but perhaps unintended.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use dolmen::rules::Rule;
use number_text::counted;

use crate::config::{Config, EngineConfig, Limits, Span, TimeControl};
use crate::openings::{Opening, Stones, images};

/// The number of symmetries by which openings are transformed.
const SYMMETRIES: usize = 8;

/// Returns all warnings, a sentence each.
pub(crate) fn advice(config: &Config, processors: usize) -> Vec<String> {
    let all = [
        renju_board(config),
        few_openings(config),
        repeated_openings(config),
        few_processors(config, processors),
        late_moves(config),
        clocks(config),
        uneven_limits(config),
        node_limits(config),
        long_openings(config),
    ];
    all.into_iter().flatten().collect()
}

fn renju_board(config: &Config) -> Option<String> {
    let (width, height) = (config.conditions.size.width(), config.conditions.size.height());
    let usual = (width, height) == (15, 15);
    (config.conditions.rule == Rule::Renju && !usual).then(|| {
        format!("renju is played on 15x15; many engines do not support it on {width}x{height}")
    })
}

/// Warns about too few openings: deterministic engines repeat a game that begins alike.
fn few_openings(config: &Config) -> Option<String> {
    let positions = config.openings.iter().flat_map(|opening| positions(config, opening));
    let different = positions.collect::<HashSet<_>>().len() as u64;
    (config.pairs > different && !config.conditions.negotiates()).then(|| {
        let named = different.min(config.openings.len() as u64);
        let images = if different > named {
            format!(", {different} with turns and mirror images")
        } else {
            String::new()
        };
        let openings = counted(named, "opening") + &images;
        let pairs = counted(config.pairs, "pair");
        if config.sprt.is_some() && different > 1 {
            return format!(
                "there are {openings}: if the test takes more pairs, deterministic engines will \
                 repeat games"
            );
        }
        format!(
            "each pairing plays {pairs} of games from {openings}: deterministic engines will \
             repeat games"
        )
    })
}

/// Warns about openings that are the same, up to the symmetries by which they are transformed.
fn repeated_openings(config: &Config) -> Option<String> {
    let mut known = HashMap::new();
    let mut repeated = Vec::new();
    for opening in config.openings.iter().filter(|_| !config.conditions.negotiates()) {
        let first = positions(config, opening).pop_first();
        match known.entry(first) {
            Entry::Vacant(place) => drop(place.insert(&opening.name)),
            Entry::Occupied(place) => repeated.push((&opening.name, *place.get())),
        }
    }
    let &(name, same) = repeated.first()?;
    let others = match repeated.len() - 1 {
        0 => String::new(),
        others => format!(", and {} more", counted(others as u64, "repetition")),
    };
    Some(format!(
        "opening {name} is the same as {same}{others}: deterministic engines will repeat games"
    ))
}

/// Returns the positions from which the games of an opening may begin.
fn positions(config: &Config, opening: &Opening) -> BTreeSet<Stones> {
    let turned = if config.conditions.transform { SYMMETRIES } else { 1 };
    images(opening, config.conditions.size, turned)
}

fn few_processors(config: &Config, processors: usize) -> Option<String> {
    let threads = |engine: &EngineConfig| engine.limits.threads.unwrap_or(1) as usize;
    let threads = config.engines.iter().map(threads).max().unwrap_or(1);
    let needed = config.concurrency.saturating_mul(threads);
    (needed > processors).then(|| {
        let processors = counted(processors as u64, "processor");
        format!(
            "concurrent games need {needed} processors, but this machine has {processors}: \
                 times will be unreliable"
        )
    })
}

/// Warns about a tolerance for late moves as long as the limit itself, which makes the limit ineffective.
fn late_moves(config: &Config) -> Option<String> {
    let is_wide =
        |engine: &EngineConfig| engine.limits.turn.is_some_and(|turn| engine.limits.margin >= turn);
    let (names, _) = names_of(config, is_wide)?;
    Some(format!("late moves are tolerated for as long as a move of {names} may take (--margin)"))
}

/// Returns the names of the engines with a property, and the verb that follows them; `None` if there are none.
fn names_of(
    config: &Config,
    has: impl Fn(&EngineConfig) -> bool,
) -> Option<(String, &'static str)> {
    let engines = config.engines.iter().filter(|engine| has(engine));
    let names: Vec<_> = engines.map(|engine| engine.name.as_str()).collect();
    let verb = if names.len() == 1 { "has" } else { "have" };
    (!names.is_empty()).then(|| (names.join(", "), verb))
}

/// Warns about a clock for a game that may be meant for a move, and about a time control of the form
/// MOVES/TIME, such as `40/60` for 40 moves in 60 s.
fn clocks(config: &Config) -> Option<String> {
    let clock = |engine: &EngineConfig| engine.limits.game.zip(engine.limits.turn);
    let is_odd = |engine: &&EngineConfig| clock(engine).is_some_and(|(game, turn)| turn >= game);
    let (game, turn) = clock(config.engines.iter().find(is_odd)?)?;
    let (names, verb) = names_of(config, |engine| clock(engine) == Some((game, turn)))?;
    let [game_text, turn_text] = [game, turn].map(Span);
    if turn > game {
        return Some(format!(
            "{names} {verb} {game_text} for a game and {turn_text} for a move: a clock is \
             GAME/TURN+INCREMENT, not MOVES/TIME"
        ));
    }
    let meant = TimeControl { turn: Some(turn), ..TimeControl::default() };
    Some(format!(
        "{names} {verb} {game_text} for all moves of a game; tc {meant} is {turn_text} for each move"
    ))
}

fn uneven_limits(config: &Config) -> Option<String> {
    let (first, others) = config.engines.split_first()?;
    let (other, differing) = others.iter().find_map(|engine| {
        let differing = differing(&first.limits, &engine.limits);
        (!differing.is_empty()).then_some((engine, differing))
    })?;
    let (first, other, differing) = (&first.name, &other.name, differing.join(", "));
    Some(format!("{first} and {other} play under different limits: {differing}"))
}

/// Returns the names of the limits of play that differ.
fn differing(one: &Limits, other: &Limits) -> Vec<&'static str> {
    let clock = |limits: &Limits| (limits.turn, limits.game, limits.increment);
    let pairs = [
        ("tc", clock(one) != clock(other)),
        ("nodes", one.nodes != other.nodes),
        ("depth", one.depth != other.depth),
        ("threads", one.threads != other.threads),
        ("memory", one.memory != other.memory),
    ];
    pairs.into_iter().filter(|&(_, differs)| differs).map(|(name, _)| name).collect()
}

fn node_limits(config: &Config) -> Option<String> {
    let (names, verb) = names_of(config, |engine| !engine.limits.has_clock())?;
    Some(format!(
        "{names} {verb} no time limit: an engine that ignores node and depth limits may think forever"
    ))
}

fn long_openings(config: &Config) -> Option<String> {
    let area = config.conditions.size.area();
    let opening = config.openings.iter().find(|opening| opening.moves.len() * 4 > area)?;
    Some(format!("opening {} fills more than a quarter of the board", opening.name))
}
