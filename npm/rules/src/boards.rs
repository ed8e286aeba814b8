//! The boards of a page, by their numbers.

use std::cell::RefCell;

use dolmen::Game;

/// The reason of a failure: a code for programs, and a message for people.
pub(crate) type Failure = (&'static str, String);

thread_local! {
    /// The boards; `None` marks a free slot.
    static BOARDS: RefCell<Vec<Option<Game>>> = const { RefCell::new(Vec::new()) };
    /// The bytes that the page reads next.
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Adds a board, and returns its number.
pub(crate) fn add(game: Game) -> i32 {
    BOARDS.with_borrow_mut(|boards| {
        let free = boards.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            boards.push(None);
            boards.len() - 1
        });
        boards[number] = Some(game);
        number as i32
    })
}

/// Removes a board.
pub(crate) fn take(number: i32) -> Option<Game> {
    BOARDS.with_borrow_mut(|boards| boards.get_mut(usize::try_from(number).ok()?)?.take())
}

/// Returns the result of a function of a board.
pub(crate) fn read<T>(number: i32, read: impl FnOnce(&Game) -> T) -> Result<T, Failure> {
    change(number, |game| Ok(read(game)))
}

/// Changes a board.
pub(crate) fn change<T>(
    number: i32,
    change: impl FnOnce(&mut Game) -> Result<T, Failure>,
) -> Result<T, Failure> {
    BOARDS.with_borrow_mut(|boards| {
        let index = usize::try_from(number).unwrap_or(usize::MAX);
        match boards.get_mut(index) {
            Some(Some(game)) => change(game),
            _ => Err(("no-board", "this board was disposed of".to_owned())),
        }
    })
}

/// Keeps bytes for the page until the next call, and returns their address.
pub(crate) fn keep(bytes: Vec<u8>) -> *const u8 {
    BYTES.with_borrow_mut(|kept| {
        *kept = bytes;
        kept.as_ptr()
    })
}
