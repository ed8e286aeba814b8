//! The suite's own referee: boards, winning lines, fouls, and the positions and opponents that
//! cases use. Written from the definitions of the rules, slow and plain on purpose; it shares
//! nothing with the engines under test, so that an engine's mistake cannot be repeated here.

mod field;
mod fouls;
mod lines;
mod opponents;
mod positions;
#[cfg(test)]
mod tests;

pub use field::{Content, DIRECTIONS, Field, Point, PointError, Side};
pub use fouls::{Foul, foul};
pub use lines::{Row, Rule, has_line, row_through, wins};
pub use opponents::{blocking_move, passive_move, random_move};
pub use positions::{nearly_full, quiet, random_position};
