//! The boards of a page, by their numbers.

use std::cell::RefCell;
use std::fmt;

use dolmen::Game;

/// The reason of a failure.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The code for programs.
    code: &'static str,
    /// The name of the option or argument at fault; empty if there is none.
    field: &'static str,
    /// The number of the item at fault in the list of the option, from 0.
    index: Option<usize>,
    /// The message for people.
    words: String,
}

impl Failure {
    /// Returns a failure with a code and a message.
    pub(crate) fn new(code: &'static str, words: impl ToString) -> Self {
        Self { code, field: "", index: None, words: words.to_string() }
    }

    /// Names the option or argument at fault.
    pub(crate) fn of(self, field: &'static str) -> Self {
        Self { field, ..self }
    }

    /// Names the move at fault, counted from 0.
    pub(crate) fn of_move(self, index: usize) -> Self {
        let words = format!("move {}: {}", index + 1, self.words);
        Self { field: "moves", index: Some(index), words, ..self }
    }
}

impl fmt::Display for Failure {
    /// Writes the failure for the page: code, field and index with spaces between them, and on the next line the
    /// message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, field, words, .. } = self;
        let index = self.index.map(|index| index.to_string()).unwrap_or_default();
        write!(f, "{code} {field} {index}\n{words}")
    }
}

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
            _ => Err(Failure::new("no-board", "this board was disposed of")),
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
