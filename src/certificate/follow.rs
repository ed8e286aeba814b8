//! Play by a certificate: the move of its plan in a game.

use crate::board::{Color, Placement, Point, Position, Symmetry};
use crate::certificate::check::least_image;
use crate::certificate::file::Certificate;
use crate::certificate::plan::{Next, Plan};

/// A plan as it applies to a game.
#[derive(Clone, Copy)]
struct Followed<'a> {
    plan: &'a Plan,
    /// The symmetry that turns the plan's points into those of the game.
    symmetry: Symmetry,
}

impl Certificate {
    /// Returns the plan's move for the side to move, if the game reached the position by the plan or by an image of
    /// it. The stones of the certificate's position may have been placed in any order.
    ///
    /// ```
    /// use dolmen::certificate::{Certificate, Plan};
    /// use dolmen::{Point, Rule};
    ///
    /// let text = "X X X X .\nO O O . .\n. . . . .\n. . . . .\nO . . . .";
    /// let position = dolmen::board::diagram::parse(text)?;
    /// let plan = Plan::of_move(Point::new(4, 0));
    /// let certificate = Certificate { rule: Rule::Freestyle, position: position.clone(), plan };
    /// assert_eq!(certificate.next_move(&position), Some(Point::new(4, 0)));
    /// # Ok::<(), dolmen::board::diagram::ParseDiagramError>(())
    /// ```
    #[must_use]
    pub fn next_move(&self, position: &Position) -> Option<Point> {
        if position.size() != self.position.size() || !position.dead().is_empty() {
            return None;
        }
        let stones = self.position.ply();
        let (before, game) = position.history().split_at_checked(stones)?;
        let mut played = Position::new(position.size());
        before.iter().try_for_each(|stone| played.place(stone.point, stone.color)).ok()?;
        played.set_side_to_move(self.position.side_to_move());
        let mut symmetries = Symmetry::all(position.size());
        symmetries.find_map(|symmetry| {
            let fits = is_image(&self.position, &played, symmetry);
            let followed = Followed { plan: &self.plan, symmetry };
            fits.then(|| self.follow(followed, played.clone(), game)).flatten()
        })
    }

    /// Follows the plan through the stones of a game, and returns its next move.
    fn follow<'a>(
        &'a self,
        mut followed: Followed<'a>,
        mut played: Position,
        game: &[Placement],
    ) -> Option<Point> {
        let (size, attacker) = (played.size(), self.position.side_to_move());
        let (turns, rest) = game.as_chunks::<2>();
        for [attack, reply] in turns {
            let Followed { plan, symmetry } = followed;
            let expected = Placement { point: symmetry.apply(plan.point, size), color: attacker };
            if *attack != expected || reply.color == attacker {
                return None;
            }
            played.play(attack.point).ok()?;
            played.play(reply.point).ok()?;
            followed = match plan.answer_to(symmetry.inverse().apply(reply.point, size)) {
                Some(Next::Plan(plan)) => Followed { plan, symmetry },
                Some(Next::Known) => self.known(&played)?,
                None => Followed { plan: plan.otherwise.as_deref()?, symmetry },
            };
        }
        let point = followed.symmetry.apply(followed.plan.point, size);
        (rest.is_empty() && played.is_empty_at(point)).then_some(point)
    }

    /// Returns the plan of a position that occurs, as an image, elsewhere in the certificate.
    fn known(&self, position: &Position) -> Option<Followed<'_>> {
        let image = least_image(position);
        let mut search = Search { target: position, image: &image, played: self.position.clone() };
        search.find(&self.plan)
    }
}

/// A search for the plan of a position.
struct Search<'a> {
    target: &'a Position,
    image: &'a [u8],
    played: Position,
}

impl Search<'_> {
    fn find<'p>(&mut self, plan: &'p Plan) -> Option<Followed<'p>> {
        let stones = |position: &Position| position.occupied().len();
        if stones(&self.played) >= stones(self.target) {
            let is_same = *least_image(&self.played) == *self.image;
            let mut symmetries = Symmetry::all(self.played.size());
            return is_same
                .then(|| symmetries.find(|&by| is_image(&self.played, self.target, by)))
                .flatten()
                .map(|symmetry| Followed { plan, symmetry });
        }
        self.played.play(plan.point).ok()?;
        let found = plan.answers.iter().find_map(|answer| {
            let next = answer.next.plan()?;
            self.played.play(answer.reply).ok()?;
            let found = self.find(next);
            self.played.undo();
            found
        });
        self.played.undo();
        found
    }
}

/// Returns whether a symmetry turns the stones of one position into those of another.
fn is_image(from: &Position, to: &Position, symmetry: Symmetry) -> bool {
    let image = from.image(symmetry);
    Color::ALL.into_iter().all(|color| image.stones(color) == to.stones(color))
}
