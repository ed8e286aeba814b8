//! Serde for values: each is serialised as its text.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{BoardSize, Color, Point, Position};
use crate::game::Game;
use crate::rules::{GameRule, Rule};

/// Implements both traits of a type by a function that writes and one that parses.
macro_rules! as_text {
    ($($type:ty: $write:expr, $parse:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$write(self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                $parse(&text).map_err(D::Error::custom)
            }
        }
    )*};
}

as_text! {
    BoardSize: ToString::to_string, str::parse;
    Color: ToString::to_string, str::parse;
    Game: ToString::to_string, str::parse;
    GameRule: ToString::to_string, str::parse;
    Point: ToString::to_string, str::parse;
    Position: Position::to_moves, Position::from_moves;
    Rule: ToString::to_string, str::parse;
}

#[cfg(test)]
mod tests {
    //! Tests that values survive serde.

    use crate::game::Game;

    #[test]
    fn a_game_is_its_text() {
        let text = r#""caro6 continuous 9x8 #a1 e5 pass d4 pass""#;
        let game: Game = serde_json::from_str(text).expect("a game");
        assert_eq!(serde_json::to_string(&game).expect("text"), text);
        assert!(serde_json::from_str::<Game>(r#""renju 15x23""#).is_err());
    }
}
