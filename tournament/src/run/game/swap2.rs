//! The negotiation of an opening: three stones by the opener, then a choice by the other engine,
//! which may place two more stones and leave the choice to the opener.
//!
//! Invariant: an engine that gives a bad answer loses. After the negotiation both engines get the
//! whole position, whatever they remember.

use dolmen::protocol::coordinate::Coordinate;
use dolmen::protocol::manager::Question;
use dolmen::protocol::reply::Reply;

use super::Game;
use super::referee::{Failure, Fault};
use super::turn::Answer;
use crate::record::Reason;

/// The seat that places the first stones.
const OPENER: usize = 0;
/// The seat that chooses first.
const CHOOSER: usize = 1;

impl Game<'_> {
    /// Has the engines agree on an opening and on who plays black.
    pub(super) fn negotiate(&mut self) -> Result<(), Failure> {
        let answer = self.ask(OPENER, Question::Swap2)?;
        match &answer.reply {
            Reply::Moves(stones) if stones.len() == 3 => {
                self.place_all(OPENER, stones, &answer)?;
            }
            reply => return Err(bad(OPENER, reply, "three points")),
        }
        let answer = self.ask(CHOOSER, Question::Swap2)?;
        match &answer.reply {
            Reply::Swap => self.black = CHOOSER,
            Reply::Move(stone) => self.place_all(CHOOSER, &[*stone], &answer)?,
            Reply::Moves(stones) if stones.len() == 2 => {
                self.place_all(CHOOSER, stones, &answer)?;
                return self.choose_again();
            }
            reply => return Err(bad(CHOOSER, reply, "SWAP, one point or two points")),
        }
        Ok(())
    }

    /// The opener's choice after five stones.
    fn choose_again(&mut self) -> Result<(), Failure> {
        let answer = self.ask(OPENER, Question::Swap2)?;
        match &answer.reply {
            Reply::Swap => Ok(()),
            Reply::Move(stone) => {
                self.black = CHOOSER;
                self.place_all(OPENER, &[*stone], &answer)
            }
            reply => Err(bad(OPENER, reply, "SWAP or one point")),
        }
    }

    /// Places stones of an answer; its time stands with the first.
    fn place_all(
        &mut self,
        seat: usize,
        stones: &[Coordinate],
        answer: &Answer,
    ) -> Result<(), Failure> {
        for (index, &stone) in stones.iter().enumerate() {
            let first = index == 0;
            let ms = first.then_some(answer.ms);
            let message = answer.message.clone().filter(|_| first);
            self.place(seat, stone, ms, message).map_err(|fault| fault.of(seat))?;
        }
        Ok(())
    }
}

fn bad(seat: usize, reply: &Reply, wanted: &str) -> Failure {
    let said = reply.to_string();
    let detail = format!("answered SWAP2BOARD with {said:?}: expected {wanted}");
    Fault::new(Reason::Protocol, detail).of(seat)
}
