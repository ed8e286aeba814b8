//! Tests of the assignment of rows to windows.

use super::{Dictionary, MAX_WINDOWS, WindowCounts};
use crate::eval::line_network::window::{Cell, Core, Window};

/// The window with some own stones and some of the opponent's.
fn window(own: &[usize], opponent: &[usize]) -> Window {
    let mut cells = [Cell::Empty; Window::CELLS];
    own.iter().for_each(|&place| cells[place] = Cell::Own);
    opponent.iter().for_each(|&place| cells[place] = Cell::Opponent);
    Window::new(cells)
}

#[test]
fn the_commonest_windows_of_both_views_come_first() {
    let mut counts = WindowCounts::default();
    let [rare, common] = [window(&[1], &[]), window(&[7, 8], &[])];
    (0..3).for_each(|_| counts.add(common));
    counts.add(rare);
    counts.add(rare.mirrored());
    (0..5).for_each(|_| counts.add(Window::EMPTY));
    let found = counts.commonest(4);
    // The empty window looks the same from both sides.
    assert_eq!(found[0], Window::EMPTY);
    let mut both = [common.canonical(), common.swapped().canonical()];
    both.sort_unstable();
    assert_eq!(found[1..3], both);
    assert_eq!(found[3], rare.canonical().min(rare.swapped().canonical()));
    assert_eq!(counts.commonest(100).len(), 5);
    assert_eq!(counts.commonest(0), []);
}

#[test]
fn rare_windows_share_the_row_of_their_core() {
    let [known, rare, like_rare] =
        [window(&[5], &[1]), window(&[5], &[0]), window(&[5], &[10, 0, 1])];
    let dictionary =
        Dictionary::new(vec![Window::EMPTY, known.canonical()]).expect("the windows are valid");
    assert_eq!(dictionary.row(Window::EMPTY).index(), 0);
    assert_eq!(dictionary.row(known).index(), 1);
    assert_eq!(dictionary.row(known.mirrored()).index(), 1);
    let row = dictionary.row(rare);
    assert!((2..dictionary.rows()).contains(&row.index()));
    assert_eq!(dictionary.row(like_rare), row);
    assert_ne!(dictionary.row(rare.swapped()), row);
    // The known window has a part of its own, and the same core as the others.
    assert_eq!(dictionary.parts(row), (None, dictionary.core_of(1)));
    assert_eq!(dictionary.parts(dictionary.row(known)), (Some(1), dictionary.core_of(1)));
}

#[test]
fn impossible_windows_are_refused() {
    let lopsided = window(&[5], &[0]);
    let wrong = lopsided.mirrored().max(lopsided);
    let mut cells = [Cell::Empty; Window::CELLS];
    cells[Window::REACH] = Cell::Outside;
    for windows in [vec![wrong], vec![Window::EMPTY; 2], vec![Window::new(cells)]] {
        let error = Dictionary::new(windows).expect_err("the windows are invalid");
        assert!(error.contains("impossible or occurs twice"), "{error}");
    }
}

#[test]
fn all_rows_of_a_search_have_numbers_of_16_bits() {
    assert!(2 * MAX_WINDOWS + Core::all().count() <= 1 << 16);
}
