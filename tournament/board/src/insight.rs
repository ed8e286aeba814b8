//! Facts of a position.
use crate::message::*;
use crate::tree::*;
use dolmen::board::Point;
use dolmen::game::Game;
use dolmen::rules::{five_through, forbidden};
/// Facts.
pub fn insight(tree: &Tree, at: NodeId, _threats: bool, _heat: bool) -> Result<Insight, TreeError> {
    let position = tree.position(at)?;
    let game = Game::from_position(tree.rule(), position);
    let outcome = game.outcome();
    let mover = game.side_to_move();
    let points = if outcome.is_some() {
        Vec::new()
    } else {
        game.forbidden().iter().collect::<Vec<Point>>()
    };
    let forbidden = points.into_iter().filter_map(|point| {
        let kind = forbidden(game.position(), point, mover, tree.rule().rule)?;
        Some(ForbiddenPoint {
            point: point.to_string(),
            reason: kind.to_string(),
            rows: Vec::new(),
        })
    });
    let last = game.position().last_move();
    let five = last
        .and_then(|last| five_through(game.position(), last.point, last.color, tree.rule().rule));
    Ok(Insight {
        at,
        to_move: Some(mover.into()),
        forbidden: forbidden.collect(),
        five: five
            .map(|five| five.iter().map(|point| point.to_string()).collect())
            .unwrap_or_default(),
        outcome: outcome.map(|outcome| match outcome {
            dolmen::Outcome::Win(color) => color.to_string(),
            dolmen::Outcome::Draw => "draw".to_owned(),
        }),
        threats: None,
        heat: None,
    })
}
/// Proof.
pub fn prove(
    tree: &Tree,
    at: NodeId,
    kind: ProofKind,
    side: Side,
    nodes: u64,
) -> Result<ProofResult, TreeError> {
    tree.position(at)?;
    Ok(ProofResult { at, kind, side, verdict: Verdict::Unknown, nodes, root: None })
}
