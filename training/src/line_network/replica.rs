//! Replicas of a model, one for each thread that learns from a share of a batch.
//!
//! Invariant: between batches all replicas have the same values, and only the first one has the averages of
//! the steps.

use dolmen::eval::line_network::dictionary::Dictionary;

use crate::line_network::cells::{CellParameters, PlayedRows, Rounding};

/// The parameters of a colour: those of its cells, and others.
pub trait ColorParameters {
    /// Returns the parameters of the cells.
    fn cells(&self) -> &CellParameters;

    /// Returns the parameters of the cells to be changed.
    fn cells_mut(&mut self) -> &mut CellParameters;

    /// Takes the slopes of parameters behind the cells, and leaves none.
    fn take_other_slopes(&mut self, other: &mut Self);

    /// Takes the values of parameters behind the cells.
    fn follow_others(&mut self, leader: &Self);

    /// Changes all parameters against their slopes, which are zero afterwards.
    fn step(&mut self, dictionary: &Dictionary, prepared: &PlayedRows, rate: f32);
}

/// A model with rows of cells.
pub trait CellModel: Clone {
    /// The parameters of a colour.
    type Color: ColorParameters;

    /// Returns the parameters of each colour.
    fn colors(&self) -> &[Self::Color];

    /// Returns the parameters of each colour to be changed.
    fn colors_mut(&mut self) -> &mut [Self::Color];
}

/// A model and the rows that its cells add.
#[derive(Clone, Debug)]
pub struct Replica<M> {
    /// The model.
    pub model: M,
    /// `[colour of the model]`
    pub played: Vec<PlayedRows>,
}

impl<M: CellModel> Replica<M> {
    /// Returns a replica of a model whose rows are rounded.
    #[must_use]
    pub fn new(model: M, dictionary: &Dictionary, rounding: Rounding) -> Self {
        let played = model.colors().iter().map(|_| PlayedRows::new(dictionary, rounding)).collect();
        let mut replica = Self { model, played };
        replica.renew();
        replica
    }

    /// Discards all rows after a change of the parameters.
    fn renew(&mut self) {
        for (played, color) in self.played.iter_mut().zip(self.model.colors()) {
            played.renew(color.cells());
        }
    }

    /// Takes the slopes of another replica, which has none afterwards. The rows that are prepared there are
    /// prepared here, too.
    fn take_slopes(&mut self, dictionary: &Dictionary, other: &mut Self) {
        let others = other.model.colors_mut().iter_mut().zip(&other.played);
        let colors = self.model.colors_mut().iter_mut().zip(&mut self.played);
        for ((color, played), (other, prepared)) in colors.zip(others) {
            color.cells_mut().take_slopes(dictionary, played, (other.cells_mut(), prepared));
            color.take_other_slopes(other);
        }
    }

    /// Changes the parameters against their slopes.
    fn step(&mut self, dictionary: &Dictionary, rate: f32) {
        for (color, prepared) in self.model.colors_mut().iter_mut().zip(&self.played) {
            color.step(dictionary, prepared, rate);
        }
    }

    /// Takes the values that a step has changed in another replica.
    fn follow(&mut self, dictionary: &Dictionary, leader: &Self) {
        let leaders = leader.model.colors().iter().zip(&leader.played);
        for (color, (leader, prepared)) in self.model.colors_mut().iter_mut().zip(leaders) {
            color.cells_mut().follow(dictionary, leader.cells(), prepared);
            color.follow_others(leader);
        }
    }
}

/// Adds the slopes of all replicas in their order, and changes their parameters against them.
pub fn step<'r, M: CellModel + 'r>(
    dictionary: &Dictionary,
    mut replicas: impl Iterator<Item = &'r mut Replica<M>>,
    rate: f32,
) {
    let Some(leader) = replicas.next() else { return };
    let mut others: Vec<&mut Replica<M>> = replicas.collect();
    others.iter_mut().for_each(|other| leader.take_slopes(dictionary, other));
    leader.step(dictionary, rate);
    for other in others {
        other.follow(dictionary, leader);
        other.renew();
    }
    leader.renew();
}
