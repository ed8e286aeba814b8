//! Models with rows of cells, whose parameters are shared by both colours or separate for each.

use dolmen::board::Color;
use dolmen::eval::line_network::dictionary::Dictionary;

use crate::learn::table::Parameters;
use crate::line_network::cells::{CellParameters, PlayedRows};

/// The parameters of a colour: those of its cells, and the tables of the later layers.
pub trait ColorParameters {
    /// Returns the parameters of the cells, and the tables of the later layers in the order of a
    /// checkpoint.
    fn parts(&self) -> (&CellParameters, Vec<&dyn Parameters>);

    /// Returns the same as [`parts`](Self::parts), mutably.
    fn parts_mut(&mut self) -> (&mut CellParameters, Vec<&mut dyn Parameters>);

    /// Moves all parameters against their gradients, and resets these to zero.
    fn step(&mut self, dictionary: &Dictionary, prepared: &PlayedRows, rate: f32);
}

/// A model with rows of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct CellModel<C> {
    /// The shared parameters of both colours, or the parameters of black and those of white.
    pub colors: Vec<C>,
}

impl<C> CellModel<C> {
    /// Returns a model with parameters for each colour, or for both if they do not differ.
    pub fn new(colors_differ: bool, of_color: impl FnMut(Color) -> C) -> Self {
        let colors = if colors_differ { &Color::ALL[..] } else { &Color::ALL[..1] };
        Self { colors: colors.iter().copied().map(of_color).collect() }
    }

    /// Returns the index of the parameters of a colour.
    #[must_use]
    pub fn place(&self, color: Color) -> usize {
        color.index().min(self.colors.len() - 1)
    }
}

impl<C: ColorParameters> CellModel<C> {
    /// Returns the tables of all colours, in the order of a checkpoint.
    pub fn tables(&self) -> impl Iterator<Item = &dyn Parameters> {
        self.colors.iter().flat_map(|color| {
            let (cells, others) = color.parts();
            cells.tables().into_iter().chain(others)
        })
    }

    /// Returns the tables of all colours mutably, in the order of [`tables`](Self::tables).
    pub fn tables_mut(&mut self) -> impl Iterator<Item = &mut dyn Parameters> {
        self.colors.iter_mut().flat_map(|color| {
            let (cells, others) = color.parts_mut();
            cells.tables_mut().into_iter().chain(others)
        })
    }
}
