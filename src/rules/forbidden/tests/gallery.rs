//! The boards of the gallery. Boards of the same height stand side by side; the text lines above them say
//! what they show, from left to right.

use crate::rules::Rule;
use crate::rules::forbidden::tests::check;

const RENJU: &str = "
- Allowed, because the threes are too close to the edge to become open fours.
- An open four counts as one four, and so does one that a sixth stone spoils on one side.
- An overline.
- A five in another line permits an overline.
. . . . . . .   . . . . . . . . . . .   . . . . . . . . . .   . . . . X . . . . .
. . X . X . .   . . X X . X . . . . .   . X X X 6 X X . . .   . . . . X . . . . .
. X . . . X .   . . . 3 . . . . . . .   . . . . . . . . . .   . . . 3 X . . . . .
. . . . . . .   . . . 3 . . . . . . .   . . . . . . . . . .   . . . . X . . . . .
. . . . . . .   X . X X . X . . . . .   . . . . . . . . . .   . X X X . X X . . .
. . . . . . .   . . . . . . . . . . .   . . . . . . . . . .   . . . . O . . . . .

- Two crossing fours.
- Four stones that only six in a row would complete are not a four.
. . . . O . . . .   . . . . . O . . . . .
. . . . X . . . .   . . . . . X . . . . .
. . . . X . . . .   . . . . 3 X . . . . .
. . . . X . . . .   . . . . . X . . . . .
O X X X 4 . . . .   O X X X . . X . . . .
. . . . . . . . .   . . . . . . . . . . .
. . . . . . . . .   . . . . . . . . . . .

- A five in another line permits a double three.
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X . . . . .
. . . 3 X X . . .
. . . . X 3 X . .
. . . . . . . . .
. . . . . . . . .

- A double three.
- Allowed, because one of the threes is blocked.
- A five in another line permits a double four.
- Two fours in one line, in three ways.
. . . . . . . . .   . . . . . . . . .   . . . . . . . . .   . . . . . . . . . . .
. . . . . . . . .   . . . . . . . . .   . . . . X . . . .   . X . X 4 X . X . . .
. . . . . . . . .   . . . . . . . . .   . . . . . . . . .   . . . . . . . . . . .
. . . 3 X X . . .   . . . . X X O . .   . . 3 . X . . . .   . . . . . 3 . . . . .
. . . X . . . . .   . . . X . . . . .   X X X X . . . . .   X X . 4 X . X X . . .
. . . X . . . . .   . . . X . . . . .   . . 3 . X . . . .   . . . . . . . . . . .
. . . . . . . . .   . . . . . . . . .   . . . . . . . . .   . . . . . . 3 . . . .
. . . . . . . . .   . . . . . . . . .   . . . . X . . . .   X X X . 4 . X X X . .
. . . . . . . . .   . . . . . . . . .   . . . . . . . . .   . . . . . . . . . . .

- The open four needs a point that is an overline in its column.
- The open four needs a point that is a double four.
- The open four needs a point that is a double three itself.
. . . . . . . . . . .   . . . . . . . . . . .   . . . . . . . . . . .
. . . . . . . . . . .   . . . . . . O . . . O   . . . . . . . . . . .
. . . . . . X . . . .   . . . . . . X . . X .   . . . . . . X . . . .
. . . . . . X . . . .   . . . . . . X . X . .   . . . . . . X . . . .
. . . . X . X . . . .   . . . . X . X X . . .   . . . . X . 3 . . . .
. O . X . X 6 . O . .   . O . X . X 4 . . . .   . O . X . X 3 . O . .
. . . . X . X . . . .   . . . . X . . . . . .   . . . . X . 3 X . . .
. . . . . . X . . . .   . . . . . . . . . . .   . . . . . . . . X . .
. . . . . . . . . . .   . . . . . . . . . . .   . . . . . . . . . . .
. . . . . . . . . . .   . . . . . . . . . . .   . . . . . . . . . . .
. . . . . . . . . . .   . . . . . . . . . . .   . . . . . . . . . . .

- One three of that double three is closed, so that the first one counts.
- Three levels deep: the double three on e6 counts because g6 would not be a double three after it.
  The column of g6 needs g5 for its open four, and g5 would then be a double four.
- Without those stones g5 would be allowed, and so is e6.
. . . . . . . . . . .   . . O . . . . . . . .   . . O . . . . . . . .
. . . . . . O . . . .   . . . X . . . . . . .   . . . . . . . . . . .
. . . . . . X . . . .   . . . . X 3 X . . . .   . . . . . . X . . . .
. . . . . . X . . . .   . . . . . X X . . . .   . . . . . X X 3 . . .
. . . . X . . . . . .   . . . . . 3 3 . . . .   . . . . . 3 3 . . . .
. O . X 3 X 3 . O . .   . O . X 3 X 3 . . . .   . O . X . X 3 . . . .
. . . . X . 3 X . . .   . . . . X 3 . X . . .   . . . . X 3 . X . . .
. . . . . . O . X . .   . . . . . . . . X . .   . . . . . . . . X . .
. . . . . . . . . . .   . . . . X . . . . . .   . . . . X . . . . . .
. . . . . . . . . . .   . . . . . . . . . . .   . . . . . . . . . . .
. . . . . . . . . . .   . . . . . . . . . . .   . . . . . . . . . . .
";

const OMOK: &str = "
- A double three, which is forbidden to both colours.
- A four together with two threes is forbidden; with one it is not.
. . . . . . . . .   . . . . . . . . .
. . . . . . . . .   . . . . . . . . .
. . . . . . . . .   . . X . . . X . .
. . . 3 X X . . .   . . 3 X . X . . .
. . . X . . . . .   O X X X 3 . . . .
. . . X . . . . .   . . . 3 . . . . .
. . . . . . . . .   . . . . . . . . .
. . . . . . . . .   . . . . . . . . .
. . . . . . . . .   . . . . . . . . .

- Double fours and overlines are allowed.
. . . . O . . . .
. . . . X . . . .
. . . . X . . . .
. . . . X . . . .
O X X X . . . . .
. . . . . . . . .
. X X X . X X . .

- A move that makes five is allowed regardless of its threes.
- Six stones are not a five.
. . . . . . . . .   . . . . . . . . .
. . . . . . . . .   . . . . . . . . .
. . . . . . . . .   . . . . . . . . .
X X X X . . . . .   X X X X 3 X . . .
. . . 3 X X . . .   . . . 3 X X . . .
. . . . X 3 X . .   . . . 3 X 3 X . .
. . . . . . . . .   . . . . . 3 . . .
. . . . . . . . .   . . . . . . . . .

- The point that makes the open four is a double three, which is irrelevant in omok.
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . X . . . .
. . . . . . X . . . .
. . . . X . 3 . . . .
. O . X 3 X 3 . O . .
. . . . X . 3 X . . .
. . . . . . . . X . .
. . . . . . . . . . .
. . . . . . . . . . .
. . . . . . . . . . .
";

#[test]
fn all_boards_of_the_gallery() {
    let mut count = 0;
    for (rule, shelves) in [(Rule::Renju, RENJU), (Rule::Omok, OMOK)] {
        for shelf in shelves.trim().split("\n\n") {
            let rows = shelf.lines().filter(|line| !line.starts_with(['-', ' ']));
            let rows: Vec<Vec<&str>> = rows.map(|row| row.split("   ").collect()).collect();
            for board in 0..rows[0].len() {
                check(rule, &rows.iter().map(|row| row[board]).collect::<Vec<_>>().join("\n"));
                count += 1;
            }
        }
    }
    assert_eq!(count, 23);
}
