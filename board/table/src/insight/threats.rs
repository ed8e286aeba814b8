//! The threats of both sides.

use dolmen::Game;
use dolmen::board::{Color, Point};
use dolmen::solver::{Proof, Vcf, Vct};
use dolmen::threats::{Overview, ThreatBoard};

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
    let Overview { fives, open_fours, open_threes } = Overview::of(&mut board);
    let rows = |rows: &[Vec<Point>]| rows.iter().map(|row| names(row.iter().copied())).collect();
    Threats {
        fives: Color::ALL.map(|color| names(fives[color])),
        open_fours: Color::ALL.map(|color| names(open_fours[color])),
        threes: Color::ALL.map(|color| rows(&open_threes[color])),
        vcf_after_pass,
        vct_after_pass,
    }
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
