//! Layers of weighted sums of small numbers.

/// Returns the scalar product of the inputs with each row of weights.
#[inline(always)]
pub(super) fn layer_sums<const INPUTS: usize, const OUTPUTS: usize>(
    weights: &[[i16; INPUTS]; OUTPUTS],
    inputs: &[i16; INPUTS],
) -> [i32; OUTPUTS] {
    let mut sums = [0; OUTPUTS];
    for (sum, weights) in sums.iter_mut().zip(weights) {
        for (&weight, &input) in weights.iter().zip(inputs) {
            *sum += i32::from(weight) * i32::from(input);
        }
    }
    sums
}
