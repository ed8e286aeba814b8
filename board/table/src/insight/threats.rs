//! The threats of both sides.

use std::collections::BTreeSet;

use dolmen::Game;
use dolmen::board::{Bitboard, Color, Direction, Point, View};
use dolmen::rules::Shape;
use dolmen::solver::{Proof, Vcf, Vct};
use dolmen::threats::{Threat, ThreatBoard};

use crate::insight::names;
use crate::message::Threats;

/// The maximum number of positions that the search for fours after a pass visits.
const VCF_NODES: u64 = 20_000;
/// The memory of that search: 2 to this power positions.
const VCF_MEMORY_BITS: u32 = 14;

/// The maximum number of positions that the search for fours and threes after a pass visits.
const VCT_NODES: u64 = 3_000;
/// The memory of that search, in bytes.
const VCT_BYTES: usize = 1 << 20;

/// Returns the threats of a position in which the game goes on.
pub(super) fn threats(game: &Game) -> Threats {
    let mut board = ThreatBoard::new(game.position(), game.rule().rule);
    let vcf_after_pass =
        win_after_pass(&mut board, |board| Vcf::new(VCF_MEMORY_BITS).solve(board, VCF_NODES));
    let vct_after_pass = if vcf_after_pass.is_empty() {
        win_after_pass(&mut board, |board| Vct::new(VCT_BYTES).solve(board, VCT_NODES))
    } else {
        Vec::new()
    };
    Threats {
        fives: Color::ALL.map(|color| names(board.points(color, Threat::Five))),
        open_fours: Color::ALL.map(|color| names(open_four_points(&mut board, color))),
        threes: Color::ALL.map(|color| open_threes(&mut board, color)),
        vcf_after_pass,
        vct_after_pass,
    }
}

/// Returns the points where a colour makes a four, or two, that one stone cannot stop.
fn open_four_points(board: &mut ThreatBoard, color: Color) -> Bitboard {
    let sure = board.points(color, Threat::OpenFour);
    // A stone that may be forbidden and is not can make an open four too.
    let doubtful: Bitboard = board
        .points(color, Threat::Forbidden)
        .iter()
        .filter(|&point| {
            let code = board.code(color, point);
            Direction::ALL.iter().any(|&direction| code.shape(direction) == Shape::OpenFour)
        })
        .collect();
    sure | board.legal(color, doubtful)
}

/// Returns the stones of the open threes: those with which one more legal stone makes a straight
/// four.
fn open_threes(board: &mut ThreatBoard, color: Color) -> Vec<Vec<String>> {
    let view = View::new(board.position(), color);
    let mut threes = BTreeSet::new();
    for point in board.position().empty() {
        let code = board.code(color, point);
        let makes_four = |direction: &Direction| code.shape(*direction) == Shape::OpenFour;
        let directions: Vec<Direction> = Direction::ALL.into_iter().filter(makes_four).collect();
        if directions.is_empty() || board.is_forbidden(color, point) {
            continue;
        }
        for direction in directions {
            let four = view.with(point).run(point, direction).stones;
            let stones = four.iter().filter(|&stone| stone != point).collect::<Vec<Point>>();
            threes.insert(stones);
        }
    }
    threes.into_iter().map(names).collect()
}

/// Returns the win that a search finds for the side not to move, if it could move now.
fn win_after_pass(
    board: &mut ThreatBoard,
    search: impl FnOnce(&mut ThreatBoard) -> Proof,
) -> Vec<String> {
    board.pass();
    let proof = search(board);
    board.pass();
    match proof {
        Proof::Win(variation) => names(variation),
        Proof::NoWin | Proof::Unknown => Vec::new(),
    }
}
