//! The swap2 opening: three stones of one player, then a choice of the other, then perhaps two more
//! stones and a choice of the first.

use dolmen::board::{Color, Point};
use dolmen::protocol::manager::Question;

use super::clock::GRACE;
use super::{Refusal, Table};
use crate::dialogue::{Answer, Job};
use crate::message::{EngineId, Opening, Phase, Swap2Choice};
use crate::order::Millis;
use crate::tree::{NodeId, ROOT};

/// The number of stones that the first player places.
pub(super) const FIRST_STONES: usize = 3;
/// The number of stones when the second player has placed two more.
pub(super) const ALL_STONES: usize = 5;

impl Table {
    /// Returns the phase of a game that is open: playing, or the part of the opening that its stones
    /// call for.
    pub(super) fn open_phase(&self) -> Phase {
        let stones = self.tree.ply(self.last);
        if self.setup.opening == Opening::Free || self.settled.is_some() {
            return Phase::Playing;
        }
        let missing = |all: usize| u8::try_from(all - stones).unwrap_or(0);
        let (actor, stones, may_add) = match stones {
            0..FIRST_STONES => (Color::Black, missing(FIRST_STONES), false),
            FIRST_STONES => (Color::White, 0, true),
            4 => (Color::White, missing(ALL_STONES), false),
            _ => (Color::Black, 0, false),
        };
        Phase::Swap2 { actor, stones, may_add }
    }

    /// Lets the clock of the player who acts in the opening run, and asks the player if it is an
    /// engine. Stones that are placed in one turn, and the choice before them, share one turn's time.
    pub(super) fn go_on_choosing(&mut self, actor: Color, now: Millis) {
        if self.clocks.running() != Some(actor) {
            self.clocks.stop(now);
            let is_new = self.last == ROOT;
            self.clocks.start(actor, if is_new { now.after(GRACE) } else { now });
        }
        let Some((engine, _)) = self.engine_of(actor) else { return };
        let Ok(position) = self.tree.position(self.last) else { return };
        let time = self.allowance(actor);
        let rule = self.tree.rule();
        let job =
            Job { at: self.last, rule, position, question: Question::Swap2, level: None, time };
        self.ask(engine, job, now);
    }

    /// Places a stone of the opening for a person.
    pub(super) fn place(&mut self, point: Point, now: Millis) -> Result<(), Refusal> {
        let Phase::Swap2 { actor, stones, .. } = self.phase else {
            return Err(Refusal::of("no opening is being played"));
        };
        if self.engine_of(actor).is_some() {
            return Err(Refusal::of("the engine places these stones"));
        }
        if stones == 0 {
            return Err(Refusal::of("choose a colour, or to place two more stones"));
        }
        self.add_stone(point)?;
        // Two more stones are placed after the choice to do so, so that one is never alone.
        self.phase = match stones {
            1 => self.open_phase(),
            _ => Phase::Swap2 { actor, stones: stones - 1, may_add: false },
        };
        self.go_on(now);
        Ok(())
    }

    /// Returns the node before the last stone of an opening if a person has placed that stone.
    pub(super) fn placed_last(&self) -> Option<NodeId> {
        let placer =
            if self.tree.ply(self.last) <= FIRST_STONES { Color::Black } else { Color::White };
        let parent = self.tree.get(self.last)?.parent?;
        self.engine_of(placer).is_none().then_some(parent)
    }

    fn add_stone(&mut self, point: Point) -> Result<(), Refusal> {
        let added = self.try_move(self.last, Some(point))?;
        if self.game(added)?.outcome().is_some() {
            self.tree.remove(added);
            return Err(Refusal::of("a stone on this point would end the game in the opening"));
        }
        self.tell_node(added);
        self.last = added;
        Ok(())
    }

    /// Makes the choice of a person.
    pub(super) fn choose(&mut self, choice: Swap2Choice, now: Millis) -> Result<(), Refusal> {
        let Phase::Swap2 { actor, stones: 0, may_add } = self.phase else {
            return Err(Refusal::of("there is nothing to choose"));
        };
        if self.engine_of(actor).is_some() {
            return Err(Refusal::of("the engine makes this choice"));
        }
        match choice {
            Swap2Choice::TwoMore if may_add => {
                self.phase = Phase::Swap2 { actor, stones: 2, may_add: false };
            }
            Swap2Choice::TwoMore => {
                return Err(Refusal::of("two more stones were placed already; choose a colour"));
            }
            Swap2Choice::Black => self.settle(actor, Color::Black, now),
            Swap2Choice::White => self.settle(actor, Color::White, now),
        }
        self.go_on(now);
        Ok(())
    }

    /// Ends the opening: the player in the seat of `actor` takes a colour.
    fn settle(&mut self, actor: Color, takes: Color, now: Millis) {
        self.clocks.stop(now);
        if actor != takes {
            std::mem::swap(&mut self.setup.black, &mut self.setup.white);
            self.clocks.exchange();
        }
        self.settled = Some(self.tree.ply(self.last));
        self.phase = Phase::Playing;
        self.tell_game();
    }

    /// Takes the answer of an engine in the opening.
    pub(super) fn swap2_answered(&mut self, engine: EngineId, answer: Answer, now: Millis) {
        let Phase::Swap2 { actor, stones, may_add } = self.phase else { return };
        let done = match answer {
            Answer::Stones(points)
                if (points.len() == usize::from(stones) && stones > 0)
                    || (may_add && points.len() == 2) =>
            {
                points.into_iter().try_for_each(|point| self.add_stone(point)).map(|()| {
                    self.phase = self.open_phase();
                })
            }
            Answer::Swap if stones == 0 => {
                self.settle(actor, Color::Black, now);
                Ok(())
            }
            // A move means that the engine keeps its colour, White, and plays on at once.
            Answer::Point(point) if stones == 0 => {
                self.settle(actor, Color::White, now);
                self.answered(engine, self.last, Answer::Point(point), now);
                return;
            }
            _ => Err(Refusal::of("it gave an answer that swap2 does not allow")),
        };
        match done {
            Ok(()) => self.go_on(now),
            Err(refusal) => self.lose(engine, &refusal.reason, now),
        }
    }
}
