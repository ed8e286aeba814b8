//! The choices in an opening, which no stone shows: swaps, numbers of fifth stones, and additional stones.

use dolmen::board::Color;
use dolmen::opening::{Act, Opening, Protocol};

use super::Table;
use crate::message::{Decision, Phase};

/// An act of an opening.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The colour that its player has now.
    by: Color,
    act: Act,
    /// The number of stones before it.
    stones: usize,
}

/// Returns the acts of an opening in order.
fn steps(opening: &Opening) -> Vec<Step> {
    let mut replayed = Opening::new(opening.protocol(), opening.position().size());
    let mut steps: Vec<Step> = Vec::new();
    for &act in opening.acts() {
        let Some(by) = replayed.actor() else { break };
        steps.push(Step { by, act, stones: replayed.position().ply() });
        if replayed.act(act).is_err() {
            break;
        }
        if act == Act::Swap {
            steps.iter_mut().for_each(|step| step.by = !step.by);
        }
    }
    steps
}

impl Table {
    /// Returns the choices of the newest turn, until the other player has acted or played a stone.
    pub(super) fn newest_decisions(&self) -> Vec<Decision> {
        let is_game = self.phase != Phase::Analysis;
        let Some(opening) = self.opening.as_ref().filter(|_| is_game) else { return Vec::new() };
        let steps = steps(opening);
        let Some(&Step { by, .. }) = steps.last() else { return Vec::new() };
        let is_same_turn = match self.tree.ply(self.last).checked_sub(opening.position().ply()) {
            Some(0) => true,
            Some(1) => opening.position().side_to_move() == by,
            _ => false,
        };
        let newest = steps.iter().rev().take_while(|step| is_same_turn && step.by == by);
        let choices = newest.filter(|step| !matches!(step.act, Act::Place(_)));
        let mut decisions: Vec<_> =
            choices.map(|&Step { by, act, .. }| Decision { by, act }).collect();
        decisions.reverse();
        decisions
    }

    /// Writes the choices of the opening into the comment of its last stone.
    pub(super) fn note_opening(&mut self) {
        let Some(opening) = &self.opening else { return };
        let text = summary(opening, |side| self.name_or_color(side));
        if let Some(node) = self.tree.get_mut(self.last) {
            node.comment = text;
        }
        self.tell_node(self.last);
    }
}

/// Describes an opening that is over: `Opening taraguchi10: Dolmen kept the colours after stone 1; White
/// swapped the colours after stone 2; 10 fifth stones were offered.` The names are those of the players
/// who have the colours now.
fn summary(opening: &Opening, name: impl Fn(Color) -> String) -> String {
    let protocol = opening.protocol();
    let mut parts: Vec<String> = Vec::new();
    for Step { by, act, stones } in steps(opening) {
        let deed = match act {
            Act::Place(_) => continue,
            Act::Swap => "swapped the colours".to_owned(),
            Act::Stay => "kept the colours".to_owned(),
            Act::Add if protocol == Protocol::Swap2 => "placed two more stones".to_owned(),
            Act::Add => "chose to offer ten fifth stones".to_owned(),
            Act::Count(1) => "asked for 1 fifth stone".to_owned(),
            Act::Count(count) => format!("asked for {count} fifth stones"),
        };
        parts.push(format!("{} {deed} after stone {stones}", name(by)));
    }
    if opening.offers().len() > 1 {
        parts.push(format!("{} fifth stones were offered", opening.offers().len()));
    }
    format!("Opening {protocol}: {}.", parts.join("; "))
}
