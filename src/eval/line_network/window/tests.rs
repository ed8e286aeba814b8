//! Tests of windows against their cells.

use fastrand::Rng;

use super::{Cell, Core, Window, window_at};
use crate::board::{BoardSize, Color, Direction, Point, Position};

/// The window of a text: `.` empty, `x` own, `o` the opponent's, `#` outside.
fn window(text: &str) -> Window {
    let cells = text.chars().map(|c| match c {
        'x' => Cell::Own,
        'o' => Cell::Opponent,
        '#' => Cell::Outside,
        _ => Cell::Empty,
    });
    let cells: Vec<Cell> = cells.collect();
    Window::new(cells.try_into().expect("the text has eleven cells"))
}

#[test]
fn windows_are_their_cells() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..2_000 {
        let window = Window::from_index(rng.usize(0..Window::COUNT));
        let cells = window.cells();
        assert_eq!(Window::new(cells), window);
        let mut other_way = cells;
        other_way.reverse();
        assert_eq!(window.mirrored(), Window::new(other_way));
        assert_eq!(window.swapped(), Window::new(cells.map(Cell::swapped)));
        let next = Cell::ALL[rng.usize(0..4)];
        let mut moved = cells;
        moved.rotate_left(1);
        moved[Window::CELLS - 1] = next;
        assert_eq!(window.moved(next), Window::new(moved));
        let mut middle = [Cell::Empty; Window::CELLS];
        middle[2..9].copy_from_slice(&cells[2..9]);
        assert_eq!(window.core(), Window::new(middle).core());
        assert_eq!(window.canonical(), window.mirrored().canonical());
        assert_eq!(window.core().canonical(), window.mirrored().core().canonical());
    }
}

#[test]
fn outside_lies_beyond_edges() {
    for possible in ["...........", "#####x.....", ".....o#####", "###.xoxo.##", "xxxxxxxxxxx"] {
        assert!(window(possible).is_possible(), "{possible}");
    }
    for impossible in [".....#.....", "..#........", "........#..", "#.#........", "...#######."] {
        assert!(!window(impossible).is_possible(), "{impossible}");
    }
}

#[test]
fn cores_are_those_of_possible_windows() {
    let cores: Vec<Core> = Core::all().collect();
    assert!(cores.is_sorted());
    assert_eq!(cores[0], Window::EMPTY.core());
    assert_eq!(cores.first(), Some(&window("xx.......oo").core()));
    let possible = (0..Window::COUNT).map(Window::from_index).filter(|window| window.is_possible());
    let mut found: Vec<Core> = possible.map(|window| window.core().canonical()).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, cores);
}

#[test]
fn dead_points_are_edges() {
    let mut position = Position::new(BoardSize::square(15));
    for text in ["h8", "j8", "l8"] {
        position.play(text.parse().expect("a point")).expect("the point is empty");
    }
    position.block(Point::new(6, 7)).expect("the point is empty");
    let at = |point: &str| {
        let point = point.parse().expect("a point");
        window_at(&position, Color::Black, point, Direction::Horizontal)
    };
    assert_eq!(at("i8"), window("####x.o.x.."));
    assert_eq!(at("k8"), window("##x.o.x...#"));
    assert_eq!(at("f8"), window("......#####"));
}
