//! Games that a page keeps, and games from files.

use dolmen::board::Color;
use dolmen::game::Game;

use super::{Refusal, Table};
use crate::formats::Imported;
use crate::message::{Kept, Onto, Opening, Phase, Player, Setup, Stone, TimeControl};
use crate::order::Millis;
use crate::table::swap2::ALL_STONES;
use crate::tree::{ROOT, Tree};

/// The notice of a paused game that its page has kept.
const RESTORED: &str = "Your game is here; the clocks were stopped.";

impl Table {
    /// Returns the game as a page keeps it.
    pub(super) fn kept(&self) -> Kept {
        Kept {
            setup: self.setup.clone(),
            nodes: self.tree.in_order().into_iter().cloned().collect(),
            last: self.last,
            phase: self.phase.clone(),
            left_ms: self.clocks.left_ms(),
            settled: self.settled,
        }
    }

    /// Goes on with a game that a page kept. A game that was being played is paused.
    pub(super) fn restore(&mut self, kept: Kept, now: Millis) -> Result<(), Refusal> {
        kept.setup.check(&self.engines)?;
        let rule = kept.setup.game_rule();
        let tree = Tree::restore(rule, kept.setup.size()?, kept.nodes.clone())
            .map_err(|error| Refusal::of(format!("the kept game is damaged: {error}")))?;
        check(&tree, &kept)?;
        self.replace(kept.setup, tree, now);
        self.last = kept.last;
        self.clocks.set_left_ms(kept.left_ms);
        self.settled = kept.settled;
        self.phase = match kept.phase {
            Phase::Playing | Phase::Swap2 { .. } | Phase::Paused { .. } => {
                Phase::Paused { reason: RESTORED.to_owned() }
            }
            phase @ (Phase::Over { .. } | Phase::Analysis) => phase,
        };
        self.tell_game();
        Ok(())
    }

    /// Takes over a position that a person has set up, to analyse it.
    pub(super) fn arrange(
        &mut self,
        onto: Onto,
        stones: &[Stone],
        to_move: Color,
        now: Millis,
    ) -> Result<(), Refusal> {
        let mut tree = Tree::new(onto.rule, onto.size()?);
        let (mut at, mut side) = (ROOT, Color::Black);
        for stone in stones {
            if stone.color != side {
                at = tree.add(at, None)?;
            }
            at = tree.add(at, Some(stone.point))?;
            side = !stone.color;
        }
        if side != to_move {
            at = tree.add(at, None)?;
        }
        tree.position(at)?;
        let names = Color::ALL.map(|side| match self.setup.player(side) {
            Player::Person { name } => name.clone(),
            Player::Engine { .. } => String::new(),
        });
        self.adopt(Imported { tree, names }, now);
        Ok(())
    }

    /// Takes over a game from a file, to analyse it.
    pub(super) fn adopt(&mut self, imported: Imported, now: Millis) {
        let Imported { tree, names } = imported;
        let (rule, size, last) = (tree.rule(), tree.size(), tree.end_of_line(ROOT));
        let [black, white] = names.map(|name| Player::Person { name });
        let setup = Setup {
            rule: rule.rule,
            continuous: rule.continuous,
            width: u8::try_from(size.width()).unwrap_or(u8::MAX),
            height: u8::try_from(size.height()).unwrap_or(u8::MAX),
            black,
            white,
            clock: TimeControl::default(),
            opening: Opening::Free,
            delay_ms: 0,
        };
        self.replace(setup, tree, now);
        self.last = last;
        self.phase = Phase::Analysis;
        self.tell_game();
    }
}

/// Checks that the stones of a kept tree can be placed, and that the moves of its game are legal.
fn check(tree: &Tree, kept: &Kept) -> Result<(), Refusal> {
    let damaged = |why: String| Refusal::of(format!("the kept game is damaged: {why}"));
    if tree.get(kept.last).is_none() {
        return Err(damaged(format!("it has no move {}", kept.last)));
    }
    for leaf in tree.nodes().filter(|node| node.children.is_empty()) {
        tree.position(leaf.id).map_err(|error| damaged(error.to_string()))?;
    }
    if kept.phase == Phase::Analysis {
        return Ok(());
    }
    let stones = tree.ply(kept.last);
    if kept.settled.is_none() && kept.setup.opening == Opening::Swap2 && stones > ALL_STONES {
        return Err(damaged(format!("{stones} stones were placed before the colours were chosen")));
    }
    if kept.settled.is_some_and(|settled| settled > stones) {
        return Err(damaged("it has fewer stones than its opening".to_owned()));
    }
    // A game may go on after a pass of an analysis.
    for nodes in tree.path(kept.last).windows(2) {
        let Some(point) = tree.get(nodes[1]).and_then(|node| node.point) else { continue };
        let position = tree.position(nodes[0]).map_err(|error| damaged(error.to_string()))?;
        let mut game = Game::from_position(tree.rule(), position);
        game.play(point).map_err(|error| damaged(error.to_string()))?;
    }
    Ok(())
}
