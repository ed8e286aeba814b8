//! The colours of the palettes.

use super::parts::Palette;

/// The colours of a palette.
pub(super) struct Colors {
    /// The ground of the board.
    pub(super) ground: &'static str,
    /// Its lines.
    pub(super) lines: &'static str,
    /// The names of columns and rows.
    pub(super) names: &'static str,
    /// The fill and the rim of stones, black first.
    pub(super) stones: [[&'static str; 2]; 2],
    /// The ring on the last stone.
    pub(super) last: &'static str,
    /// Other rings on stones.
    pub(super) ring: &'static str,
    /// Crosses.
    pub(super) cross: &'static str,
    /// Points that are struck out.
    pub(super) excluded: &'static str,
    /// The corners around points.
    pub(super) cornered: &'static str,
    /// The dashed edge of a rectangle.
    pub(super) within: &'static str,
    /// Indicates whether stones have shadows and light.
    pub(super) is_round: bool,
}

impl Colors {
    /// Returns the colours of a palette.
    pub(super) const fn of(palette: Palette) -> &'static Self {
        match palette {
            Palette::Wood => &WOOD,
            Palette::Print => &PRINT,
        }
    }
}

const WOOD: Colors = Colors {
    ground: "#e4bb78",
    lines: "#7a5a2a",
    names: "#4f3810",
    stones: [["#1b1b1d", "#000"], ["#efebe2", "#8f8777"]],
    last: "#e2572b",
    ring: "#1f9d63",
    cross: "#d4351c",
    excluded: "#5a5148",
    cornered: "#0b5a8a",
    within: "#0b6663",
    is_round: true,
};

const PRINT: Colors = Colors {
    ground: "#fff",
    lines: "#000",
    names: "#000",
    stones: [["#000", "#000"], ["#fff", "#000"]],
    // Grey stands out from black and white stones.
    last: "#808080",
    ring: "#808080",
    cross: "#000",
    excluded: "#000",
    cornered: "#000",
    within: "#000",
    is_round: false,
};
