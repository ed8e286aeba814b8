//! Measures play and undo on the threat board, with all shapes for both colours.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::rules::Rule;
use dolmen::threats::ThreatBoard;

const GAMES: u64 = 20;
const STONES: usize = 40;

/// A position and the empty points to play on.
struct Sample {
    position: Position,
    points: Vec<Point>,
}

/// Returns positions of random stones in the middle of the board, with a few empty points near the
/// stones, as in a search.
fn samples(size: BoardSize) -> Vec<Sample> {
    (0..GAMES)
        .map(|seed| {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = Position::new(size);
            let half = size.width() / 2;
            while position.ply() < STONES {
                let mut coordinate = || half + random.usize(0..9) - 4;
                let point = Point::new(coordinate(), coordinate());
                if position.is_empty_at(point) {
                    position.play(point).expect("the point is empty");
                }
            }
            let near = position.stones(Color::Black).dilated() & position.empty();
            let mut points: Vec<Point> = near.iter().collect();
            random.shuffle(&mut points);
            points.truncate(16);
            Sample { position, points }
        })
        .collect()
}

fn play_undo(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play+undo");
    for (rule, side) in [(Rule::Freestyle, 20), (Rule::Renju, 15), (Rule::Caro, 15)] {
        let mut boards: Vec<(ThreatBoard, Vec<Point>)> = samples(BoardSize::square(side))
            .into_iter()
            .map(|Sample { position, points }| (ThreatBoard::new(&position, rule), points))
            .collect();
        let moves: usize = boards.iter().map(|(_, points)| points.len()).sum();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(format!("{rule} {side}x{side}"), |bencher| {
            bencher.iter(|| {
                for (board, points) in &mut boards {
                    for &point in points.iter() {
                        board.play(black_box(point));
                        black_box(&board);
                        board.undo();
                    }
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, play_undo);
criterion_main!(benches);
