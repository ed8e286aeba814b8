//! Layers of weighted sums of small numbers.

/// The number of sums of a layer.
pub(crate) const LAYER_OUTPUTS: usize = 16;

/// The sums of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct LayerSums(pub(crate) [i32; LAYER_OUTPUTS]);

/// The weights of two inputs in each sum, in one cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct PairWeights(pub(crate) [[i16; 2]; LAYER_OUTPUTS]);

/// Adds the weighted inputs to the first sums, which are the biases. Two inputs have weights
/// together.
#[inline(always)]
pub(super) fn layer_sums(biases: &LayerSums, weights: &[PairWeights], inputs: &[i16]) -> LayerSums {
    let mut sums = *biases;
    let (pairs, _) = inputs.as_chunks::<2>();
    for (&[first, second], weights) in pairs.iter().zip(weights) {
        for (sum, weights) in sums.0.iter_mut().zip(weights.0) {
            *sum += i32::from(weights[0]) * i32::from(first);
            *sum += i32::from(weights[1]) * i32::from(second);
        }
    }
    sums
}
