//! Random beginnings in a style, one after the other, for the engine to judge.

use dolmen::board::{BoardSize, Point};

use super::contest::Layout;
use super::middle;
use crate::openings::OpeningStyle;

/// The number of beginnings of one layout that are drawn before another layout has its turn.
///
/// Of many stones few positions are even. As a layout is tried again and again, such openings
/// are not crowded out by those of three stones.
const TRIES: u32 = 60;

/// A source of beginnings.
#[derive(Debug)]
pub(super) struct Beginnings {
    size: BoardSize,
    style: StyleState,
}

/// The memory of a style from one beginning to the next.
#[derive(Debug)]
enum StyleState {
    Middle,
    Contest {
        /// The layout in use; none at first, and after an opening was kept.
        layout: Option<Layout>,
        /// The number of beginnings that are still drawn of it.
        left: u32,
    },
}

impl Beginnings {
    pub(super) fn new(style: OpeningStyle, size: BoardSize) -> Self {
        let style = match style {
            OpeningStyle::Middle => StyleState::Middle,
            OpeningStyle::Contest => StyleState::Contest { layout: None, left: 0 },
        };
        Self { size, style }
    }

    /// Draws different points, black's first; none where the stones found no place.
    pub(super) fn draw(&mut self, random: &mut fastrand::Rng) -> Option<Vec<Point>> {
        match &mut self.style {
            StyleState::Middle => middle::draw(self.size, random),
            StyleState::Contest { layout, left } => {
                if *left == 0 {
                    *layout = None;
                    *left = TRIES;
                }
                *left -= 1;
                layout.get_or_insert_with(|| Layout::draw(random)).place(self.size, random)
            }
        }
    }

    /// Takes notice that the beginning drawn last has become an opening.
    pub(super) fn keep(&mut self) {
        match &mut self.style {
            StyleState::Middle => {}
            StyleState::Contest { left, .. } => *left = 0,
        }
    }
}
