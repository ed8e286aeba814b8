//! Boards with their rules as a small WebAssembly module, for pages that call it synchronously.
//!
//! A page has any number of boards, with their numbers as handles. Points are pairs of a column and a row from 0 at
//! the top left. A function that fails returns a negative number and sends the reason to the page: a code, the option at
//! fault and the index in its list, of which the latter two may be empty, with spaces between them; and after a line
//! break the message for people. The boundary itself is that of `dolmen-host`.
//!
//! | code | meaning |
//! |---|---|
//! | `invalid` | the text cannot be read: a rule, a size, moves, a point, or a diagram |
//! | `off-board`, `occupied`, `forbidden`, `game-over` | a move is not legal |
//! | `no-board` | there is no board of this number |
//!
//! # Floors
//!
//! ```text
//! 0  boards
//! ```

mod boards;

use dolmen::board::{Color, diagram};
use dolmen::notation::{Defaults, moves};
use dolmen::rules::{Forbidden, GameRule, IllegalMove, Outcome, five_through, forbidden_kinds};
use dolmen::{BoardSize, Game, Point};
use dolmen_host::{heard, tell};

use crate::boards::{Failure, add, change, read, take};

/// The result of a function that fails.
const FAILED: i32 = -1;
/// The codes of outcomes: 0 while the game goes on.
const GOES_ON: i32 = 0;
const DRAW: i32 = 3;
/// The content of a point, and flags for it. The reasons of forbidden points follow from `FORBIDDEN` on.
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const DEAD: u8 = 3;
const LEGAL: u8 = 1 << 2;
const OF_FIVE: u8 = 1 << 3;
const FORBIDDEN: u32 = 4;

/// Returns the function that turns the error of an invalid text into a failure of an option or argument.
fn invalid<E: ToString>(field: &'static str) -> impl Fn(E) -> Failure {
    move |error| Failure::new("invalid", error).of(field)
}

/// Returns the failure for an illegal move.
fn illegal(error: IllegalMove) -> Failure {
    let code = match error {
        IllegalMove::OffBoard(_) => "off-board",
        IllegalMove::Occupied(_) => "occupied",
        IllegalMove::Forbidden(..) => "forbidden",
        IllegalMove::GameOver(_) => "game-over",
    };
    Failure::new(code, error)
}

/// Returns the number of a result, or sends the reason of a failure to the page.
fn told(result: Result<i32, Failure>) -> i32 {
    result.unwrap_or_else(|failure| {
        tell(&failure.to_string());
        FAILED
    })
}

fn outcome_code(outcome: Option<Outcome>) -> i32 {
    match outcome {
        None => GOES_ON,
        Some(Outcome::Win(Color::Black)) => i32::from(BLACK),
        Some(Outcome::Win(Color::White)) => i32::from(WHITE),
        Some(Outcome::Draw) => DRAW,
    }
}

/// Creates a board from the text of the page, and returns its number. The lines of the text are the rule, the size
/// and the moves.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_new() -> i32 {
    told(with_moves(&heard()).map(add))
}

fn with_moves(text: &str) -> Result<Game, Failure> {
    let (rule, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (size, text) = rest.split_once('\n').unwrap_or((rest, ""));
    let rule: GameRule = rule.parse().map_err(invalid("rule"))?;
    let size: BoardSize = size.parse().map_err(invalid("size"))?;
    let mut game = Game::new(rule, size);
    if text.trim().is_empty() {
        return Ok(game);
    }
    let defaults = Defaults { rule, size, ..Defaults::default() };
    let record = moves::read_sequence(text, &defaults).map_err(invalid("moves"))?;
    for (index, id) in record.path(record.end()).into_iter().skip(1).enumerate() {
        match record.nodes()[id].point {
            Some(point) => {
                played(&mut game, point).map_err(|failure| failure.of_move(index))?;
            }
            None => game = with_turn(&game, !game.side_to_move()),
        }
    }
    Ok(game)
}

/// Creates a board from the text of the page, and returns its number. The lines of the text are the rule, the side
/// to move, which may be empty, and the rows of a diagram.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_of_diagram() -> i32 {
    told(of_diagram(&heard()).map(add))
}

fn of_diagram(text: &str) -> Result<Game, Failure> {
    let (rule, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (mover, rows) = rest.split_once('\n').unwrap_or((rest, ""));
    let rule: GameRule = rule.parse().map_err(invalid("rule"))?;
    let position = diagram::parse(rows).map_err(invalid("diagram"))?;
    let game = Game::from_position(rule, position);
    match mover {
        "" => Ok(game),
        "black" => Ok(with_turn(&game, Color::Black)),
        "white" => Ok(with_turn(&game, Color::White)),
        other => Err(invalid("turn")(format!("invalid turn {other:?}: expected black or white"))),
    }
}

fn with_turn(game: &Game, color: Color) -> Game {
    let mut position = game.position().clone();
    position.set_side_to_move(color);
    Game::from_position(game.rule(), position)
}

/// Plays a move, and returns the outcome.
fn played(game: &mut Game, point: Point) -> Result<i32, Failure> {
    if !game.position().geometry().on_board().contains(point) {
        let words = format!("point {point} is off the {} board", game.size());
        return Err(Failure::new("off-board", words));
    }
    if let Some(outcome) = game.outcome_of_stones() {
        return Err(illegal(IllegalMove::GameOver(outcome)));
    }
    game.play(point).map(outcome_code).map_err(illegal)
}

/// Returns a copy of a board.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_copy(board: i32) -> i32 {
    told(read(board, Game::clone).map(add))
}

/// Frees a board.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_drop(board: i32) {
    take(board);
}

/// Plays a move at a column and a row, and returns the outcome.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_push(board: i32, column: i32, row: i32) -> i32 {
    told(change(board, |game| {
        let off_board = || {
            let words = format!("point [{column},{row}] is off the {} board", game.size());
            Failure::new("off-board", words)
        };
        let point = game.size().point(column.into(), row.into()).ok_or_else(off_board)?;
        played(game, point)
    }))
}

/// Takes the last stone back, and returns its point as a column and 32 times a row; -1 if there is none.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_pop(board: i32) -> i32 {
    told(change(board, |game| {
        let none = || Failure::new("empty", "no stone to take back");
        let stone = game.undo().ok_or_else(none)?;
        Ok(place(stone.point))
    }))
}

fn place(point: Point) -> i32 {
    (point.column() + (point.row() << 5)) as i32
}

/// Reads the point that the page has written, and returns its place, as [`board_pop`] does.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_point(board: i32) -> i32 {
    let point = heard().trim().parse::<Point>().map_err(invalid("point"));
    told(point.and_then(|point| {
        let is_on = |game: &Game| game.position().geometry().on_board().contains(point);
        if read(board, is_on)? {
            return Ok(place(point));
        }
        let size = read(board, Game::size)?;
        Err(Failure::new("off-board", format!("point {point} is off the {size} board")))
    }))
}

/// Returns the size, the side to move and the outcome of a board as the digits of a number: the column count and 32
/// times the row count, 1024 for White to move, and 2048 times the outcome.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_state(board: i32) -> i32 {
    told(read(board, |game| {
        let size = game.size();
        let turn = i32::from(game.side_to_move() == Color::White);
        let outcome = outcome_code(game.outcome_of_stones());
        (size.width() + (size.height() << 5)) as i32 + (turn << 10) + (outcome << 11)
    }))
}

/// Returns the address of a byte for each point, row by row from the top left: 1 for a black stone, 2 for a white one, 3
/// for a dead point; 4 for a legal move; 8 for a stone of the five of the last move; and the reasons of a forbidden
/// point: 16, 32 and 64 in the order of `Forbidden::ALL`.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_cells(board: i32) -> *const u8 {
    boards::keep(read(board, cells).unwrap_or_default())
}

fn cells(game: &Game) -> Vec<u8> {
    let (position, rule) = (game.position(), game.rule().rule);
    let mover = game.side_to_move();
    let is_over = game.outcome_of_stones().is_some();
    let legal = game.legal_moves();
    let five = position
        .last_move()
        .and_then(|stone| five_through(position, stone.point, stone.color, rule))
        .unwrap_or_default();
    let cell = |point: Point| {
        let mut cell = match position.color_at(point) {
            Some(Color::Black) => BLACK,
            Some(Color::White) => WHITE,
            None if position.is_empty_at(point) => 0,
            None => DEAD,
        };
        if five.contains(point) {
            cell |= OF_FIVE;
        }
        if cell != 0 || is_over {
            return cell;
        }
        if legal.contains(point) {
            return LEGAL;
        }
        let index = |kind: &Forbidden| Forbidden::ALL.iter().position(|known| known == kind);
        let kinds = forbidden_kinds(position, point, mover, rule);
        kinds.iter().filter_map(index).map(|index| 1 << (FORBIDDEN + index as u32)).sum()
    };
    game.size().points().map(cell).collect()
}

/// Sends a board to the page as one text line: the rule, the size and the stones in the order in which they were
/// placed.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn board_text(board: i32) -> i32 {
    told(read(board, |game| {
        tell(&game.to_string());
        0
    }))
}
