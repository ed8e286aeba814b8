//! Replicas of a model, one for each thread that learns from a share of a batch.
//!
//! Invariant: between batches all replicas have the same values, and only the first one, the leader, has
//! the moving averages of the optimizer.

use dolmen::eval::line_network::dictionary::Dictionary;

use crate::line_network::cell_model::{CellModel, ColorParameters};
use crate::line_network::cells::{PlayedRows, Rounding};

/// A model and the rows that its cells sum.
#[derive(Clone, Debug)]
pub struct Replica<C> {
    /// The model.
    pub model: CellModel<C>,
    /// `[colour of the model]`
    pub played: Vec<PlayedRows>,
}

impl<C: ColorParameters> Replica<C> {
    /// Returns a replica of a model whose rows are rounded.
    #[must_use]
    pub fn new(model: CellModel<C>, dictionary: &Dictionary, rounding: Rounding) -> Self {
        let played = model.colors.iter().map(|_| PlayedRows::new(dictionary, rounding)).collect();
        let mut replica = Self { model, played };
        replica.renew();
        replica
    }

    /// Discards all rows after a change of the parameters.
    fn renew(&mut self) {
        for (played, color) in self.played.iter_mut().zip(&self.model.colors) {
            played.renew(color.parts().0);
        }
    }

    /// Moves the gradients of another replica into this one, and prepares the rows that are
    /// prepared there.
    fn take_gradients(&mut self, dictionary: &Dictionary, other: &mut Self) {
        let others = other.model.colors.iter_mut().zip(&other.played);
        let colors = self.model.colors.iter_mut().zip(&mut self.played);
        for ((color, played), (other, prepared)) in colors.zip(others) {
            let ((cells, tables), (other_cells, others)) = (color.parts_mut(), other.parts_mut());
            cells.take_gradients(dictionary, played, (other_cells, prepared));
            tables.into_iter().zip(others).for_each(|(table, other)| table.take_gradients(other));
        }
    }

    /// Moves the parameters against their gradients.
    fn step(&mut self, dictionary: &Dictionary, rate: f32) {
        for (color, prepared) in self.model.colors.iter_mut().zip(&self.played) {
            color.step(dictionary, prepared, rate);
        }
    }

    /// Copies the values that a step has changed in the leader.
    fn follow(&mut self, dictionary: &Dictionary, leader: &Self) {
        let leaders = leader.model.colors.iter().zip(&leader.played);
        for (color, (leader, prepared)) in self.model.colors.iter_mut().zip(leaders) {
            let ((cells, tables), (leading_cells, leading)) = (color.parts_mut(), leader.parts());
            cells.follow(dictionary, leading_cells, prepared);
            for (table, leading) in tables.into_iter().zip(leading) {
                table.values_mut().copy_from_slice(leading.values());
            }
        }
    }
}

/// Adds the gradients of all replicas in their order, and moves the parameters of all against the sum.
pub fn step<'r, C: ColorParameters + 'r>(
    dictionary: &Dictionary,
    mut replicas: impl Iterator<Item = &'r mut Replica<C>>,
    rate: f32,
) {
    let Some(leader) = replicas.next() else { return };
    let mut others: Vec<&mut Replica<C>> = replicas.collect();
    others.iter_mut().for_each(|other| leader.take_gradients(dictionary, other));
    leader.step(dictionary, rate);
    for other in others {
        other.follow(dictionary, leader);
        other.renew();
    }
    leader.renew();
}
