//! Measures three ways to find fives, fours and open threes: a scan of strings, the general line
//! query on the set view, and the lane queries on line words.
//!
//! The first two search for a list of patterns of existing stones, and the benchmark checks that
//! they find the same number. The lane queries find more: the shape that a stone of either colour
//! would make on every empty cell, in all fourteen classes. All figures are for both colours and one
//! position.

use std::collections::BTreeSet;
use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use dolmen::board::{
    BoardSize, Color, Direction, Geometry, LineIndex, LineSpot, Point, Position, View,
};
use dolmen::query::shapes;
use dolmen::query::{LaneRules, Lanes, LineQuery, Orientation};
use dolmen::rules::Rule;

const POSITIONS: u64 = 24;
const STONES: usize = 50;

/// The patterns of exactly five, and of fours and threes that can become one. Asymmetric patterns
/// are searched in both orientations.
const PATTERNS: [&str; 12] = [
    "oOOOOOo", "__OOOO__", "__OOOO_x", "x_OOOO_x", "_O_OOO_", "xOOOO_o", "xO_OOOx", "xOOO_Oo",
    "oOO_OOo", "__OOO__", "x_OOO__", "o_OO_O_o",
];

/// Returns positions of random stones, each near an earlier one, as in the middle of a game.
fn positions(size: BoardSize) -> Vec<Position> {
    let geometry = Geometry::of(size);
    let position = |seed| {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = Position::new(size);
        position.play(geometry.center()).expect("the board is empty");
        while position.ply() < STONES {
            let stone = random.choice(position.history()).expect("there is a stone").point;
            let free = *geometry.nearby(stone) & position.empty();
            if let Some(point) = random.choice(free.iter().collect::<Vec<_>>()) {
                position.play(point).expect("the point is empty");
            }
        }
        position
    };
    (0..POSITIONS).map(position).collect()
}

/// Returns the strings that a pattern stands for, in both orientations. A cell beyond an edge is
/// written as an opponent's stone.
fn strings(pattern: &str) -> BTreeSet<String> {
    let mut strings = BTreeSet::from([String::new()]);
    for letter in pattern.chars() {
        let cells: &[char] = match letter {
            'o' => &['X', '_'],
            'x' => &['X'],
            ref cell => std::slice::from_ref(cell),
        };
        strings = strings
            .iter()
            .flat_map(|s| cells.iter().map(move |cell| format!("{s}{cell}")))
            .collect();
    }
    let reversed: Vec<String> = strings.iter().map(|s| s.chars().rev().collect()).collect();
    strings.into_iter().chain(reversed).collect()
}

/// Returns the cells of a line from edge to edge, with one cell beyond each edge.
fn rendered(position: &Position, color: Color, line: LineIndex) -> String {
    let cells = position.geometry().cells(line);
    let cell = |bit| match position.color_at(line.point(bit)) {
        Some(stone) if stone == color => 'O',
        Some(_) => 'X',
        None => '_',
    };
    let inside = (0..u32::BITS).filter(|bit| cells >> bit & 1 == 1).map(cell);
    std::iter::once('X').chain(inside).chain(std::iter::once('X')).collect()
}

/// Returns the number of occurrences of all patterns in a line, including overlapping ones.
fn count_strings(line: &str, patterns: &[String]) -> usize {
    let mut count = 0;
    for pattern in patterns {
        let mut from = 0;
        while let Some(found) = line[from..].find(pattern.as_str()) {
            count += 1;
            from += found + 1;
        }
    }
    count
}

/// A line query with the orientations in which to search it.
struct OrientedQuery {
    query: LineQuery,
    orientations: &'static [Orientation],
}

/// Returns the queries of all patterns.
fn queries() -> Vec<OrientedQuery> {
    PATTERNS
        .iter()
        .map(|pattern| {
            let symmetric = pattern.chars().eq(pattern.chars().rev());
            let orientations: &[Orientation] = if symmetric {
                &[Orientation::Forward]
            } else {
                &[Orientation::Forward, Orientation::Backward]
            };
            OrientedQuery { query: pattern.parse().expect("a pattern"), orientations }
        })
        .collect()
}

fn count_queries(position: &Position, queries: &[OrientedQuery]) -> usize {
    let mut count = 0;
    for color in Color::ALL {
        let view = View::new(position, color);
        for direction in Direction::ALL {
            for OrientedQuery { query, orientations } in queries {
                for &orientation in *orientations {
                    count += query.matches(&view, direction, orientation).len();
                }
            }
        }
    }
    count
}

/// Returns up to four lines from the point of view of both colours.
fn lanes(position: &Position, lines: &[LineIndex]) -> Lanes {
    let mut lanes = Lanes::default();
    for (lane, &line) in lines.iter().enumerate() {
        for color in Color::ALL {
            let lane = lane + 4 * color.index();
            let word = |color| {
                let spots = position.stones(color).iter();
                let spots = spots.map(|point| LineSpot::of(point, line.direction()));
                spots.filter(|spot| spot.line == line).fold(0, |word, spot| word | 1 << spot.bit)
            };
            lanes.own[lane] = word(color);
            lanes.opponent[lane] = word(!color);
            lanes.cells[lane] = position.geometry().cells(line);
        }
    }
    lanes
}

/// Returns the lines that are long enough for a five.
fn long_lines(size: BoardSize) -> Vec<LineIndex> {
    let geometry = Geometry::of(size);
    LineIndex::all().filter(|&line| geometry.cells(line).count_ones() >= 5).collect()
}

/// Returns the four lines through a point.
fn lines_through(point: Point) -> Vec<LineIndex> {
    Direction::ALL.map(|direction| LineSpot::of(point, direction).line).to_vec()
}

/// A position and the lines of it to search.
struct Board {
    position: Position,
    lines: Vec<LineIndex>,
}

/// Measures the scan of strings, with and without rendering them.
fn measure_strings(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, boards: &[Board]) {
    let patterns: Vec<String> = PATTERNS.iter().flat_map(|pattern| strings(pattern)).collect();
    let all_rendered = |Board { position, lines }: &Board| {
        let lines = Color::ALL.iter().flat_map(|&color| lines.iter().map(move |&l| (color, l)));
        lines.map(|(color, line)| rendered(position, color, line)).collect::<Vec<_>>()
    };
    let ready: Vec<Vec<String>> = boards.iter().map(all_rendered).collect();
    let count = |lines: &Vec<String>| -> usize {
        lines.iter().map(|line| count_strings(line, black_box(&patterns))).sum()
    };
    group.bench_function(BenchmarkId::new("strings", name), |bencher| {
        bencher.iter(|| ready.iter().map(count).sum::<usize>());
    });
    group.bench_function(BenchmarkId::new("strings, rendered anew", name), |bencher| {
        bencher.iter(|| boards.iter().map(all_rendered).map(|lines| count(&lines)).sum::<usize>());
    });
}

/// Measures the lane queries.
fn measure_lanes(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, boards: &[Board]) {
    let rules = LaneRules::of(Rule::Standard);
    let ready: Vec<Vec<Lanes>> = boards
        .iter()
        .map(|Board { position, lines }| {
            lines.chunks(4).map(|lines| lanes(position, lines)).collect()
        })
        .collect();
    group.bench_function(BenchmarkId::new("lanes", name), |bencher| {
        bencher.iter(|| {
            for lanes in ready.iter().flatten() {
                black_box(shapes(black_box(lanes), &rules));
            }
        });
    });
}

/// Measures all lines of the board.
fn whole_board(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("whole board");
    group.throughput(Throughput::Elements(POSITIONS));
    let queries = queries();
    let patterns: Vec<String> = PATTERNS.iter().flat_map(|pattern| strings(pattern)).collect();
    for side in [15, 19, 20] {
        let size = BoardSize::square(side);
        let boards: Vec<_> = positions(size)
            .into_iter()
            .map(|position| Board { position, lines: long_lines(size) })
            .collect();
        for Board { position, lines } in &boards {
            let lines = Color::ALL.iter().flat_map(|&color| lines.iter().map(move |&l| (color, l)));
            let in_strings: usize = lines
                .map(|(color, line)| count_strings(&rendered(position, color, line), &patterns))
                .sum();
            assert_eq!(count_queries(position, &queries), in_strings, "{position}");
        }
        let name = size.to_string();
        measure_strings(&mut group, &name, &boards);
        group.bench_function(BenchmarkId::new("line queries", &name), |bencher| {
            let count = |board: &Board| count_queries(&board.position, black_box(&queries));
            bencher.iter(|| boards.iter().map(count).sum::<usize>());
        });
        measure_lanes(&mut group, &name, &boards);
    }
    group.finish();
}

/// Measures the four lines through the last stone, which change with a move.
fn per_stone(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lines of one stone");
    group.throughput(Throughput::Elements(POSITIONS));
    for side in [15, 19, 20] {
        let size = BoardSize::square(side);
        let boards: Vec<_> = positions(size)
            .into_iter()
            .map(|position| {
                let last = position.last_move().expect("there are stones").point;
                Board { lines: lines_through(last), position }
            })
            .collect();
        measure_strings(&mut group, &size.to_string(), &boards);
        measure_lanes(&mut group, &size.to_string(), &boards);
    }
    group.finish();
}

criterion_group!(benches, whole_board, per_stone);
criterion_main!(benches);
