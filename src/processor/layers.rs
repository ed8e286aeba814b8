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

/// Returns the weights of a layer, `[output][input]`, in pairs of inputs.
pub(crate) fn pairs<const INPUTS: usize>(
    weights: &[[i16; INPUTS]; LAYER_OUTPUTS],
) -> Vec<PairWeights> {
    let of_pair =
        |pair: usize| PairWeights(weights.each_ref().map(|row| [row[2 * pair], row[2 * pair + 1]]));
    (0..INPUTS / 2).map(of_pair).collect()
}

/// Returns the sums of a layer without inputs: its biases and others, with `bits` fractional bits.
pub(crate) fn bias_sums(
    biases: &[i16; LAYER_OUTPUTS],
    others: &[i16; LAYER_OUTPUTS],
    bits: u32,
) -> LayerSums {
    LayerSums(std::array::from_fn(|unit| {
        (i32::from(biases[unit]) + i32::from(others[unit])) << bits
    }))
}

/// The units of a layer.
pub(crate) type LayerUnits = [i16; LAYER_OUTPUTS];

/// The step from sums to units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitClamp {
    /// The number of low bits that a sum loses.
    pub(crate) bits: u32,
    /// The largest unit; larger ones are clamped, and so are negative ones.
    pub(crate) max: i16,
}

/// Adds the weighted inputs to the biases, and returns the units of the sums. Inputs come in pairs, as their weights
/// do.
#[inline(always)]
pub(super) fn layer_units(
    biases: &LayerSums,
    weights: &[PairWeights],
    inputs: &[i16],
    clamp: UnitClamp,
) -> LayerUnits {
    clamped(&layer_sums(biases, weights, inputs), clamp)
}

/// Adds the weighted inputs to the biases. Inputs come in pairs, as their weights do.
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

/// Returns the units of sums.
#[inline(always)]
pub(super) fn clamped(sums: &LayerSums, clamp: UnitClamp) -> LayerUnits {
    let UnitClamp { bits, max } = clamp;
    sums.0.map(|sum| (sum >> bits).clamp(0, i32::from(max)) as i16)
}
