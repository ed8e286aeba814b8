//! Networks for tests.

use std::sync::Arc;

use fastrand::Rng;

use crate::board::PerColor;
use crate::eval::line_network::LineNetwork;
use crate::eval::line_network::dictionary::{Dictionary, WindowCounts};
use crate::eval::line_network::numbers::{ColorNumbers, Layer, MAX_HEAD, MAX_ROW};
use crate::eval::line_network::policy::{Policy, PolicyNumbers};
use crate::eval::line_network::window::{Cell, Window};
use crate::eval::urgency::URGENCIES;

/// Returns a network of random numbers.
pub(crate) fn arbitrary_network(colors_differ: bool) -> LineNetwork {
    let mut rng = Rng::with_seed(11);
    let mut counts = WindowCounts::default();
    for _ in 0..3_000 {
        let mut cells = [Cell::Empty; Window::CELLS];
        for _ in 0..rng.usize(..4) {
            cells[rng.usize(..Window::CELLS)] = Cell::ALL[rng.usize(1..3)];
        }
        counts.add(Window::new(cells));
    }
    let dictionary = Dictionary::new(counts.commonest(1_000)).expect("the windows are possible");
    let black = Arc::new(arbitrary_numbers(&dictionary, &mut rng));
    let white = if colors_differ {
        Arc::new(arbitrary_numbers(&dictionary, &mut rng))
    } else {
        Arc::clone(&black)
    };
    let dictionary = Arc::new(dictionary);
    LineNetwork { units: 403, dictionary, colors: PerColor::new(black, white) }
}

/// Returns random numbers of a colour, some of which are as large as possible.
fn arbitrary_numbers(dictionary: &Dictionary, rng: &mut Rng) -> ColorNumbers {
    let rows = (0..dictionary.rows())
        .map(|_| std::array::from_fn(|_| rng.i16(-MAX_ROW..=MAX_ROW) / 4))
        .collect();
    let mut numbers = ColorNumbers { rows, ..ColorNumbers::default() };
    numbers.rows[3] = [MAX_ROW; _];
    numbers.rows[4] = [-MAX_ROW; _];
    numbers.bias.iter_mut().for_each(|number| *number = rng.i16(-20..MAX_ROW));
    let head = &mut numbers.head;
    head.urgencies = (0..URGENCIES).map(|_| std::array::from_fn(|_| rng.i16(-300..300))).collect();
    fill(&mut head.first, rng);
    fill(&mut head.second, rng);
    fill(&mut head.output, rng);
    head.first.weights[0] = [MAX_HEAD; _];
    head.first.weights[1] = [-MAX_HEAD; _];
    numbers
}

/// Returns a policy of random numbers, some of which are as large as possible.
pub(crate) fn arbitrary_policy(dictionary: &Dictionary, colors_differ: bool) -> Policy {
    let mut rng = Rng::with_seed(12);
    let black = Arc::new(arbitrary_policy_numbers(dictionary, &mut rng));
    let white = if colors_differ {
        Arc::new(arbitrary_policy_numbers(dictionary, &mut rng))
    } else {
        Arc::clone(&black)
    };
    Policy { units: 53, colors: PerColor::new(black, white) }
}

fn arbitrary_policy_numbers(dictionary: &Dictionary, rng: &mut Rng) -> PolicyNumbers {
    let rows = (0..dictionary.rows()).map(|_| std::array::from_fn(|_| rng.i8(..) / 4)).collect();
    let mut numbers = PolicyNumbers { rows, ..PolicyNumbers::default() };
    numbers.rows[3] = [i8::MAX; _];
    numbers.rows[4] = [i8::MIN; _];
    numbers.bias.iter_mut().for_each(|number| *number = rng.i16(-20..MAX_ROW / 8));
    numbers.mixing[0].iter_mut().for_each(|number| *number = rng.i16(..));
    numbers.mixing[1].iter_mut().for_each(|number| *number = rng.i16(..));
    numbers.mixing[2].iter_mut().for_each(|number| *number = rng.i16(..) / 4);
    numbers.mixed_bias.iter_mut().for_each(|number| *number = rng.i16(-100..200));
    numbers.urgencies =
        (0..URGENCIES).map(|_| std::array::from_fn(|_| rng.i16(-300..300))).collect();
    numbers.evaluation.iter_mut().for_each(|number| *number = rng.i16(-700..700));
    fill(&mut numbers.to_hidden, rng);
    fill(&mut numbers.to_weights, rng);
    numbers.to_weights.weights[0] = [MAX_HEAD; _];
    numbers
}

fn fill<const I: usize, const O: usize>(layer: &mut Layer<I, O>, rng: &mut Rng) {
    let numbers = layer.weights.as_flattened_mut().iter_mut().chain(&mut layer.biases);
    numbers.for_each(|number| *number = rng.i16(-700..700));
}
