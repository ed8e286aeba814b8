//! The rules as a script understands them: wins, fouls, swap2 openings, and forbidden points.

use crate::behaviour::{Behaviour, Script};
use crate::engine::Engine;
use crate::game::{Cell, Game, Point};
use crate::reply::Reply;
use crate::rules::Rule;

/// Returns the rule that the script plays when `rule` is in force.
pub(crate) fn rule(script: Script, rule: Rule) -> Rule {
    match script.behaviour {
        Behaviour::OverlineWins => Rule { exact: false, ..rule },
        Behaviour::CaroIgnored => Rule { caro: false, ..rule },
        Behaviour::EdgeCloses => Rule { edge_closes: true, ..rule },
        Behaviour::RenjuOverlines => Rule { overline_allowed: true, ..rule },
        Behaviour::FiveAfterFoul => Rule { foul_beats_five: true, ..rule },
        _ => rule,
    }
}

/// Returns the reply to an opening of `count` stones in place of the honest one.
pub(crate) fn opening(script: Script, game: &Game, count: usize, honest: Reply) -> Reply {
    let empty = game.field.empty_points();
    match (script.behaviour, count) {
        (Behaviour::Swap2Four, 0) => Reply::Pairs(empty[..4].to_vec()),
        (Behaviour::Swap2Overlapping, 0) => Reply::Pairs(vec![empty[0], empty[1], empty[0]]),
        (Behaviour::Swap2Overlapping, 3) => Reply::Pairs(vec![empty[0]; 2]),
        (Behaviour::Swap2Outside, _) => {
            let outside = Point::new(game.field.width(), 0);
            Reply::Pairs([empty[0], empty[1], outside][count.min(2)..].to_vec())
        }
        (Behaviour::Swap2AlwaysSwaps, _) => Reply::Swap,
        (Behaviour::Swap2TwoForFive, 5) => Reply::Pairs(empty[..2].to_vec()),
        _ => honest,
    }
}

/// Remembers the colour from the negotiation, for a script that trusts it more than `BOARD`.
pub(crate) fn remember(engine: &mut Engine, count: usize) {
    if engine.script.is(Behaviour::Swap2KeepsColour) && count > 0 {
        engine.state.black = Some(Cell::Own);
    }
}

/// Returns the points to list as forbidden.
pub(crate) fn forbidden(engine: &Engine, honest: Vec<Point>) -> Vec<Point> {
    match &engine.game {
        Some(game) if engine.script.is(Behaviour::ForbidForWhite) && honest.is_empty() => {
            game.field.empty_points().into_iter().take(1).collect()
        }
        _ => honest,
    }
}
