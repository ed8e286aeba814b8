//! The checker: a plan against every legal reply.
//!
//! A move of the attacker that makes a four leaves the defender the points that stop all fives; the
//! plan names them all. After any other move the plan has moves against all unnamed replies, which
//! are checked as follows. The checker plays them against no reply at all, and notes the [`Zone`]: the
//! points where a stone of the defender could make a difference. Then it plays them after each reply
//! of the zone.

use std::collections::HashSet;

use crate::board::{Bitboard, Color, Point, Position, Symmetry};
use crate::certificate::board::{Board, MAX_NESTING};
use crate::certificate::flaw::{Flaw, Reason};
use crate::certificate::plan::{Next, Plan};
use crate::certificate::zone::Zone;
use crate::rules::Rule;

/// A checker of the plans for one position.
///
/// ```
/// use dolmen::certificate::{Checker, Plan};
/// use dolmen::{Point, Rule};
///
/// let text = "X X X X .\nO O O . .\n. . . . .\n. . . . .\nO . . . .";
/// let position = dolmen::board::diagram::parse(text)?;
/// let mut checker = Checker::new(&position, Rule::Freestyle);
/// assert_eq!(checker.check(&Plan::of_move(Point::new(4, 0))), Ok(()));
/// assert!(checker.check(&Plan::of_move(Point::new(3, 1))).is_err());
/// # Ok::<(), dolmen::board::diagram::ParseDiagramError>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    board: Board,
    attacker: Color,
    /// The least images of the positions of the game in which a plan was found to win.
    known: HashSet<Box<[u8]>>,
    path: Vec<Point>,
    /// The moves of the attacker that were played.
    moves: u64,
}

/// The place of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// In the game, where positions can repeat.
    Game,
    /// Against unnamed replies.
    Otherwise,
}

impl Checker {
    /// Returns a checker of plans for the side to move of a position.
    #[must_use]
    pub fn new(position: &Position, rule: Rule) -> Self {
        Self {
            board: Board::new(position, rule),
            attacker: position.side_to_move(),
            known: HashSet::new(),
            path: Vec::new(),
            moves: 0,
        }
    }

    /// Returns the number of moves of the attacker that were played so far.
    #[must_use]
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Checks that a plan wins against every legal reply.
    ///
    /// # Errors
    /// Returns the first mistake.
    pub fn check(&mut self, plan: &Plan) -> Result<(), Flaw> {
        self.attempt(|checker| checker.attack(plan, Place::Game, &mut Zone::new(0)))
    }

    /// Plays a move of the attacker, then the plan `otherwise` against no reply and against each reply that matters.
    /// Returns the legal replies against which the plan does not win.
    ///
    /// # Errors
    /// Returns the first mistake of the plan if it does not even win against no reply.
    pub fn unanswered(&mut self, point: Point, otherwise: &Plan) -> Result<Bitboard, Flaw> {
        let ply = self.board.position().ply();
        self.place(point, self.attacker);
        let nesting = otherwise.nesting();
        if nesting > MAX_NESTING {
            self.take_back();
            return Err(self.flaw(Reason::TooDeep));
        }
        let mut zone = Zone::new(nesting);
        self.board.add_windows(!self.attacker, nesting, &mut zone.windows);
        let played = self.attempt(|checker| checker.attack(otherwise, Place::Otherwise, &mut zone));
        let empty = self.board.position().empty();
        let mut unanswered = Bitboard::EMPTY;
        if played.is_ok() {
            for reply in zone.of_nesting(nesting) & empty {
                let after = self.attempt(|checker| {
                    checker.place(reply, !checker.attacker);
                    checker.attack(otherwise, Place::Otherwise, &mut Zone::new(0))
                });
                if after.is_err() && !self.board.is_forbidden(reply, !self.attacker) {
                    unanswered.insert(reply);
                }
            }
        }
        self.return_to(ply);
        played.map(|()| unanswered)
    }

    /// Runs a check, and takes back the moves that it played.
    fn attempt(&mut self, work: impl FnOnce(&mut Self) -> Result<(), Flaw>) -> Result<(), Flaw> {
        let ply = self.board.position().ply();
        let result = work(self);
        self.return_to(ply);
        result
    }

    /// Plays a plan where the attacker is to move.
    fn attack(&mut self, plan: &Plan, place: Place, zone: &mut Zone) -> Result<(), Flaw> {
        let &Plan { point, .. } = plan;
        if !self.is_empty(point) || self.board.is_forbidden(point, self.attacker) {
            return Err(self.flaw(Reason::IllegalMove(point)));
        }
        self.moves += 1;
        zone.used.insert(point);
        if !self.board.is_surely_allowed(point, self.attacker) {
            zone.used |= self.board.position().empty();
        }
        if self.board.makes_five(point, self.attacker) {
            self.add_ends(point, zone);
            return Ok(());
        }
        let image = (place == Place::Game).then(|| least_image(self.board.position()));
        self.place(point, self.attacker);
        self.defence(plan, place, zone)?;
        self.take_back();
        self.known.extend(image);
        Ok(())
    }

    /// Plays all replies after the move of a plan.
    fn defence(&mut self, plan: &Plan, place: Place, zone: &mut Zone) -> Result<(), Flaw> {
        let defender = !self.attacker;
        if self.board.has_five(defender) {
            return Err(self.flaw(Reason::Five));
        }
        let fives = self.board.fives_near(plan.point, self.attacker);
        zone.used |= fives;
        fives.iter().for_each(|five| self.add_ends(five, zone));
        self.named(plan, place, zone)?;
        if fives.is_empty() { self.unnamed(plan, zone) } else { self.stops(plan, fives, zone) }
    }

    /// Plays the named replies.
    fn named(&mut self, plan: &Plan, place: Place, zone: &mut Zone) -> Result<(), Flaw> {
        let mut named = Bitboard::EMPTY;
        for answer in &plan.answers {
            let reply = answer.reply;
            if !self.is_empty(reply) || named.contains(reply) {
                return Err(self.flaw(Reason::IllegalReply(reply)));
            }
            named.insert(reply);
            zone.used.insert(reply);
            self.reply(reply, zone);
            match &answer.next {
                Next::Plan(plan) => self.attack(plan, place, zone)?,
                Next::Known => {
                    let image = least_image(self.board.position());
                    if place == Place::Otherwise || !self.known.contains(&image) {
                        return Err(self.flaw(Reason::NotKnown));
                    }
                }
            }
            self.take_back();
        }
        Ok(())
    }

    /// Checks that the replies that stop all fives are named.
    fn stops(&mut self, plan: &Plan, fives: Bitboard, zone: &mut Zone) -> Result<(), Flaw> {
        let defender = !self.attacker;
        // A reply stops a five on its point or, where fives can be closed, near it in its line.
        let mut near = fives;
        if self.board.can_close_fives(self.attacker) {
            fives.iter().for_each(|five| near |= self.board.near(five, ENDS).collect());
        }
        for reply in near & self.board.position().empty() {
            self.board.place(reply, defender);
            let is_left = fives.iter().any(|five| self.board.makes_five(five, self.attacker));
            self.board.undo();
            if is_left {
                continue;
            }
            if self.board.is_forbidden(reply, defender) {
                zone.used |= self.board.position().empty();
            } else if plan.answer_to(reply).is_none() {
                return Err(self.flaw(Reason::Unanswered(reply)));
            }
        }
        Ok(())
    }

    /// Plays the moves against unnamed replies: after no reply, and after each that matters.
    fn unnamed(&mut self, plan: &Plan, zone: &mut Zone) -> Result<(), Flaw> {
        let Some(otherwise) = &plan.otherwise else { return self.all_named(plan, zone) };
        let nesting = otherwise.nesting();
        if nesting > MAX_NESTING {
            return Err(self.flaw(Reason::TooDeep));
        }
        let mut inner = Zone::new(nesting.max(zone.nesting));
        self.board.add_windows(!self.attacker, inner.nesting, &mut inner.windows);
        self.attack(otherwise, Place::Otherwise, &mut inner)?;
        for reply in inner.of_nesting(nesting) & self.board.position().empty() {
            if plan.answer_to(reply).is_some() {
                continue;
            }
            if self.board.is_forbidden(reply, !self.attacker) {
                zone.used |= self.board.position().empty();
                continue;
            }
            self.reply(reply, zone);
            self.attack(otherwise, Place::Otherwise, zone)?;
            self.take_back();
        }
        zone.add(&inner);
        Ok(())
    }

    /// Checks that all legal replies are named.
    fn all_named(&mut self, plan: &Plan, zone: &mut Zone) -> Result<(), Flaw> {
        zone.used |= self.board.position().empty();
        let named: Bitboard = plan.answers.iter().map(|answer| answer.reply).collect();
        if named.is_empty() {
            return Err(self.flaw(Reason::NoThreat(plan.point)));
        }
        let unnamed = self.board.position().empty() - named;
        let reply = unnamed.iter().find(|&reply| !self.board.is_forbidden(reply, !self.attacker));
        reply.map_or(Ok(()), |reply| Err(self.flaw(Reason::Unanswered(reply))))
    }

    /// Adds the points that could close a five to a zone.
    fn add_ends(&self, five: Point, zone: &mut Zone) {
        if self.board.can_close_fives(self.attacker) {
            let near: Bitboard = self.board.near(five, ENDS).collect();
            zone.used |= near & self.board.position().empty();
        }
    }

    /// Returns whether a point is on the board and empty.
    fn is_empty(&self, point: Point) -> bool {
        self.board.position().empty().contains(point)
    }

    /// Places a stone of the defender, who could use it to make five.
    fn reply(&mut self, point: Point, zone: &mut Zone) {
        self.place(point, !self.attacker);
        let color = !self.attacker;
        self.board.add_windows_through(point, color, zone.nesting, &mut zone.windows);
    }

    fn flaw(&self, reason: Reason) -> Flaw {
        Flaw { path: self.path.clone(), reason }
    }

    /// Places a stone.
    pub(crate) fn place(&mut self, point: Point, color: Color) {
        self.board.place(point, color);
        self.path.push(point);
    }

    /// Takes the last stone back.
    pub(crate) fn take_back(&mut self) {
        self.board.undo();
        self.path.pop();
    }

    /// Takes stones back until `ply` are left.
    fn return_to(&mut self, ply: usize) {
        while self.board.position().ply() > ply {
            self.take_back();
        }
    }
}

/// The distance from a five's point to the farthest end of the five.
const ENDS: usize = 5;

/// Returns the contents of the board in the symmetry in which they are least.
pub(super) fn least_image(position: &Position) -> Box<[u8]> {
    let images = Symmetry::all(position.size()).map(|symmetry| image(position, symmetry));
    images.min().unwrap_or_default().into()
}

/// Returns the contents of the board in a symmetry.
pub(super) fn image(position: &Position, symmetry: Symmetry) -> Vec<u8> {
    let size = position.size();
    let mut cells = vec![0; size.area()];
    for color in Color::ALL {
        for point in position.stones(color) {
            let point = symmetry.apply(point, size);
            cells[point.row() * size.width() + point.column()] = 1 + color.index() as u8;
        }
    }
    for point in position.dead() {
        let point = symmetry.apply(point, size);
        cells[point.row() * size.width() + point.column()] = 3;
    }
    cells
}
