//! The searches that are measured.

use dolmen::game::Game;
use dolmen::search::{
    self, Control, Limits, MarginOverrides, Memory, Observer, Request, SearchResult,
};

/// The bytes of the transposition table of a measured search.
const TABLE_BYTES: usize = 1 << 26;

/// Returns the empty memory of a search with some margins.
pub(super) fn memory(margins: MarginOverrides) -> Memory {
    let mut memory = Memory::new(TABLE_BYTES);
    memory.margins = margins;
    memory
}

/// Searches the position of a game until the nodes are spent. Returns `None` if no point is empty.
pub(super) fn search_position(
    game: &Game,
    nodes: u64,
    memory: &mut Memory,
    observer: &mut dyn Observer,
) -> Option<SearchResult> {
    let request = Request::new(Limits { nodes: Some(nodes), ..Limits::unlimited() });
    let (position, rule) = (game.position(), game.rule().rule);
    search::search(position, rule, memory, &request, &Control::without_clock(), observer)
}
