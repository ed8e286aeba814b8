//! The negotiation of an opening by a protocol of [`dolmen::opening`].
//!
//! An engine is asked in the first of these ways that it does not refuse: swap2 with `SWAP2BOARD`, any
//! protocol with `OPENING`, an extension of the Gomocup protocol. In place of an engine that knows neither,
//! the [`chooser`](super::chooser) decides.
//!
//! Invariant: an engine that gives a bad answer loses. After the negotiation both engines get the
//! whole position, whatever they remember.

use dolmen::board::Color;
use dolmen::opening::{Act, Opening, OpeningError, Player, Protocol, Task};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::protocol::manager::Question;
use dolmen::protocol::reply::Reply;

use super::player::Asking;
use super::referee::{Failure, Fault};
use super::turn::Answer;
use super::{Game, chooser};
use crate::record::{ActRecord, Negotiation, Reason};

/// The way in which two engines agree on an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningPlan {
    /// By swap2 with `SWAP2BOARD`; an engine that refuses it loses.
    Swap2Board,
    /// By a protocol; the runner acts for an engine that refuses to negotiate.
    Protocol(Protocol),
}

impl OpeningPlan {
    const fn protocol(self) -> Protocol {
        match self {
            Self::Swap2Board => Protocol::Swap2,
            Self::Protocol(protocol) => protocol,
        }
    }
}

/// The way in which the acts of a seat are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Swap2Board,
    Opening,
    Runner,
}

impl Way {
    /// Returns the way to try after a refusal.
    const fn next(self) -> Self {
        match self {
            Self::Swap2Board => Self::Opening,
            Self::Opening | Self::Runner => Self::Runner,
        }
    }
}

/// The source of an act.
#[derive(Clone, Copy)]
enum Source<'a> {
    Engine(&'a Answer),
    /// The engine, in an answer whose time is recorded with an earlier act.
    SameAnswer,
    Runner,
}

impl Game<'_> {
    /// Has the engines agree on an opening and on who plays black.
    pub(super) fn negotiate(&mut self, plan: OpeningPlan) -> Result<(), Failure> {
        let protocol = plan.protocol();
        let mut opening = Opening::new(protocol, self.plan.size);
        let first = if protocol == Protocol::Swap2 { Way::Swap2Board } else { Way::Opening };
        let mut ways = [first; 2];
        self.negotiation = Some(Negotiation {
            protocol,
            first: self.conducts[seat_of(Player::First)].name.clone(),
            acts: Vec::new(),
        });
        while let Some(player) = opening.task().by() {
            let seat = seat_of(player);
            let way = ways[seat];
            if way == Way::Runner {
                let act =
                    chooser::act(self.plan, &opening).ok_or_else(|| no_act(&opening, seat))?;
                self.carry_out(&mut opening, act, Source::Runner).map_err(|error| {
                    Fault::new(Reason::Infrastructure, error.to_string()).of(seat)
                })?;
                continue;
            }
            let asking = match way {
                Way::Swap2Board => Asking::Question(Question::Swap2),
                _ => Asking::Act(&opening),
            };
            let clock = self.clocks[seat].clone();
            let answer = self.ask_for(seat, asking, true)?;
            if answer.reply.is_refusal() {
                if plan == OpeningPlan::Swap2Board {
                    return Err(refused(&answer.reply).of(seat));
                }
                self.clocks[seat] = clock;
                ways[seat] = way.next();
            } else if way == Way::Swap2Board {
                self.swap2(&mut opening, seat, &answer)?;
            } else {
                self.single(&mut opening, seat, &answer)?;
            }
        }
        Ok(())
    }

    /// Carries out an answer to `OPENING`.
    fn single(
        &mut self,
        opening: &mut Opening,
        seat: usize,
        answer: &Answer,
    ) -> Result<(), Failure> {
        if let Reply::Move(at) = answer.reply {
            return self.lay(opening, seat, &[at], answer);
        }
        let (said, protocol) = (answer.reply.to_string(), opening.protocol());
        let bad = |reason: String| {
            let detail = format!("answered OPENING {protocol} with {said:?}: {reason}");
            Fault::new(Reason::Protocol, detail).of(seat)
        };
        let act = answer.reply.act(opening.position().size());
        let act = act.ok_or_else(|| bad("expected one act".to_owned()))?;
        self.carry_out(opening, act, Source::Engine(answer)).map_err(|error| bad(error.to_string()))
    }

    /// Carries out an answer to `SWAP2BOARD`.
    fn swap2(
        &mut self,
        opening: &mut Opening,
        seat: usize,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let wanted = match (opening.task(), &answer.reply) {
            (Task::Place { .. }, Reply::Moves(stones)) if stones.len() == 3 => {
                return self.lay(opening, seat, stones, answer);
            }
            (Task::Place { .. }, _) => "three points",
            (Task::SwapOrAdd { .. } | Task::Swap { .. }, Reply::Swap) => {
                return self.take(opening, seat, Color::Black, answer);
            }
            (Task::SwapOrAdd { .. } | Task::Swap { .. }, &Reply::Move(stone)) => {
                self.take(opening, seat, Color::White, answer)?;
                let message = answer.message.clone();
                let placed = self.place(seat, stone, Some(answer.ms), message);
                return placed.map_err(|fault| fault.of(seat));
            }
            (Task::SwapOrAdd { .. }, Reply::Moves(stones)) if stones.len() == 2 => {
                self.must(opening, seat, Act::Add, Source::SameAnswer)?;
                return self.lay(opening, seat, stones, answer);
            }
            (Task::SwapOrAdd { .. }, _) => "SWAP, one point or two points",
            _ => "SWAP or one point",
        };
        let said = answer.reply.to_string();
        let detail = format!("answered SWAP2BOARD with {said:?}: expected {wanted}");
        Err(Fault::new(Reason::Protocol, detail).of(seat))
    }

    /// Places or offers the stones of an answer; its time is recorded with the first one.
    fn lay(
        &mut self,
        opening: &mut Opening,
        seat: usize,
        stones: &[Coordinate],
        answer: &Answer,
    ) -> Result<(), Failure> {
        let sources =
            std::iter::once(Source::Engine(answer)).chain(std::iter::repeat(Source::SameAnswer));
        for (&at, source) in stones.iter().zip(sources) {
            let illegal =
                |what: String| Fault::new(Reason::Illegal, format!("played {at}, {what}")).of(seat);
            let point = at.on(opening.position().size());
            let point = point.ok_or_else(|| illegal("which is off the board".to_owned()))?;
            let protocol = opening.protocol();
            self.carry_out(opening, Act::Place(point), source).map_err(|error| match error {
                OpeningError::Placement(_) => illegal("which is occupied".to_owned()),
                error @ OpeningError::OtherTask(_) => {
                    let detail = format!("answered OPENING {protocol} with \"{at}\": {error}");
                    Fault::new(Reason::Protocol, detail).of(seat)
                }
                error => illegal(format!("but {error}")),
            })?;
        }
        Ok(())
    }

    /// Takes a colour. `SWAP` takes Black, and a stone takes White, whatever colour the opening gave the
    /// player before.
    fn take(
        &mut self,
        opening: &mut Opening,
        seat: usize,
        color: Color,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let act = opening.taking(color).ok_or_else(|| no_act(opening, seat))?;
        self.must(opening, seat, act, Source::Engine(answer))
    }

    /// Carries out an act; an act that the task does not allow is a fault of the seat.
    fn must(
        &mut self,
        opening: &mut Opening,
        seat: usize,
        act: Act,
        source: Source,
    ) -> Result<(), Failure> {
        let fault = |error: OpeningError| Fault::new(Reason::Protocol, error.to_string()).of(seat);
        self.carry_out(opening, act, source).map_err(fault)
    }

    /// Carries out an act: places its stone on the board and adds it to the record.
    fn carry_out(
        &mut self,
        opening: &mut Opening,
        act: Act,
        source: Source,
    ) -> Result<(), OpeningError> {
        let task = opening.task();
        opening.act(act)?;
        self.black = seat_of(opening.player(Color::Black));
        let (ms, message) = match source {
            Source::Engine(answer) => (Some(answer.ms), answer.message.clone()),
            Source::SameAnswer | Source::Runner => (None, None),
        };
        if let (Some(by), Some(negotiation)) = (task.by(), &mut self.negotiation) {
            let by_runner = matches!(source, Source::Runner);
            negotiation.acts.push(ActRecord { by, act, ms, by_runner });
        }
        let stones = opening.position().history();
        if stones.len() > self.position.ply()
            && let Some(stone) = stones.last()
        {
            // The time of choosing an offer belongs to the other player, not to the owner of the
            // stone.
            let is_own = matches!(task, Task::Place { .. });
            let (ms, message) = if is_own { (ms, message) } else { (None, None) };
            let seat = self.seat_of(stone.color);
            let placed = self.place(seat, stone.point.into(), ms, message);
            placed.expect("an opening has no five and no forbidden stone");
        }
        Ok(())
    }
}

/// Returns the seat of a player.
const fn seat_of(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

/// Returns the fault of an engine that must negotiate by `SWAP2BOARD` and does not know it.
fn refused(reply: &Reply) -> Fault {
    let detail = format!("answered SWAP2BOARD with {:?}", reply.to_string());
    Fault::new(Reason::Protocol, detail)
}

/// Returns the failure of an opening in which no act is possible.
fn no_act(opening: &Opening, seat: usize) -> Failure {
    let detail = format!("{} has no act on this board", opening.protocol());
    Fault::new(Reason::Infrastructure, detail).of(seat)
}
