//! The identity of a position: equal for all images of it under the symmetries of the board.

use crate::board::{BoardSize, Color, Key, Point, Symmetry};
use crate::game::Game;
use crate::rules::Rule;

/// The number of symmetries of a square.
const MAX_SYMMETRIES: usize = 8;

/// The identity of a position under a rule.
///
/// Two different positions have the same identity with a probability of 2⁻⁶⁴.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    rule: Rule,
    size: BoardSize,
    /// The least key of all images.
    key: Key,
}

impl Identity {
    /// Returns the identity of the position of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Images::of(game).identity()
    }

    /// Returns a number that identifies the position, its rule and its board.
    #[must_use]
    pub fn number(&self) -> u64 {
        number(self.rule, self.size, self.key)
    }
}

/// Returns a number that identifies the position with a key, its rule and its board.
pub(crate) fn number(rule: Rule, size: BoardSize, position: Key) -> u64 {
    let parts = [size.width(), size.height(), rule.index()];
    parts.iter().fold(position, |key, &part| key.mixed_with(part as u64)).0
}

/// The images of a position under the symmetries of its board.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    rule: Rule,
    size: BoardSize,
    side_to_move: Color,
    /// `[symmetry]`, in the order of [`Symmetry::all`].
    keys: [Key; MAX_SYMMETRIES],
}

impl Images {
    /// Returns the images of the position of a game.
    pub(crate) fn of(game: &Game) -> Self {
        let position = game.position();
        let size = position.size();
        let mut keys = [Key::default(); MAX_SYMMETRIES];
        for (key, symmetry) in keys.iter_mut().zip(Symmetry::all(size)) {
            *key = position.image(symmetry).key();
        }
        Self { rule: game.rule().rule, size, side_to_move: position.side_to_move(), keys }
    }

    /// Returns the images of the position after a move of the side to move.
    pub(crate) fn after(&self, point: Point) -> Self {
        let mut after = self.clone();
        for (key, symmetry) in after.keys.iter_mut().zip(Symmetry::all(self.size)) {
            let image = symmetry.apply(point, self.size);
            *key ^= Key::stone(self.side_to_move, image) ^ Key::WHITE_TO_MOVE;
        }
        after.side_to_move = !self.side_to_move;
        after
    }

    /// Returns the identity of the position.
    pub(crate) fn identity(&self) -> Identity {
        let (_, key) = self.least();
        Identity { rule: self.rule, size: self.size, key }
    }

    /// Returns the symmetry that turns the position into its canonical image.
    pub(crate) fn symmetry(&self) -> Symmetry {
        self.least().0
    }

    fn least(&self) -> (Symmetry, Key) {
        let images = Symmetry::all(self.size).zip(self.keys);
        images.min_by_key(|(_, key)| key.0).expect("every board has symmetries")
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{BoardSize, Symmetry};
    use crate::positions::identity::Images;
    use crate::positions::tests::{game, image};
    use crate::rules::Rule;

    #[test]
    fn images_share_the_identity_and_the_standing_image() {
        let size = BoardSize::square(15);
        let moves = "h8 i9 g7 c3 h9";
        let mut standing = Vec::new();
        for symmetry in Symmetry::all(size) {
            let images = Images::of(&image(moves, symmetry));
            assert_eq!(images.identity(), Images::of(&game(moves)).identity());
            let back = images.symmetry();
            let point = "c3".parse().expect("a point");
            standing.push(back.apply(symmetry.apply(point, size), size));
        }
        standing.dedup();
        assert_eq!(standing.len(), 1, "all images are turned into the same one");
    }

    #[test]
    fn other_positions_have_other_identities() {
        let identity = |names| Images::of(&game(names)).identity();
        assert_ne!(identity("h8 i9"), identity("h8 i8"));
        assert_ne!(identity("h8 i9 a1"), identity("i9 h8 a1"), "the colours count");
        assert_eq!(identity("h8 i9 g7"), identity("g7 i9 h8"), "the order does not");
        let mut other = game("h8 i9");
        other.set_rule(Rule::Renju);
        assert_ne!(Images::of(&other).identity(), identity("h8 i9"));
    }

    #[test]
    fn moves_change_images_as_on_the_board() {
        let before = Images::of(&game("h8 i9 g7"));
        let after = before.after("c12".parse().expect("a point"));
        let played = Images::of(&game("h8 i9 g7 c12"));
        assert_eq!(after.keys, played.keys);
        assert_eq!(after.identity(), played.identity());
    }
}
