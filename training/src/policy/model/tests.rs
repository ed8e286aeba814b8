//! Tests of the gradients against finite differences.

use super::{Layers, Model};
use crate::learn::table::Parameters;
use crate::line_network::cells::{PlayedRows, Rounding};
use crate::line_network::course::{Plan, Training};
use crate::line_network::layer::AtLimits;
use crate::policy::position::{MovePosition, Reader};
use crate::policy::testing::{Games, settings};
use crate::policy::trainer::{Settings, Trainer};

const STEP: f32 = 1e-3;
/// The number of tables of a colour.
const TABLES: usize = 12;

fn table(model: &Model, number: usize) -> &dyn Parameters {
    model.tables().nth(number).expect("there is such a table")
}

/// Returns a sum of the logits with different factors.
fn output(games: &Games, model: &Model, position: &MovePosition) -> (f32, Layers) {
    let mut layers = Layers::default();
    let played = || PlayedRows::new(&games.dictionary, Rounding::Exact);
    let mut played: Vec<_> = model.colors.iter().map(|_| played()).collect();
    played.iter_mut().zip(&model.colors).for_each(|(played, model)| played.renew(&model.cells));
    model.forward(&games.dictionary, &mut played, position, &mut layers);
    let terms = layers.logits.iter().zip(factors(position.candidates.len()));
    (terms.map(|(logit, factor)| logit * factor).sum(), layers)
}

/// Returns the gradients of that sum.
fn factors(candidates: usize) -> Vec<f32> {
    (0..candidates).map(|number| (number * 7 % 5) as f32 / 2.0 - 1.0).collect()
}

/// Returns the rows of a table that a position uses.
fn rows_of(games: &Games, position: &MovePosition, model: &Model, number: usize) -> Vec<usize> {
    let parts = position.cells.iter().flatten().map(|&row| games.dictionary.parts(row));
    let table = table(model, number);
    match number % TABLES {
        0 => parts.filter_map(|(window, _)| window).collect(),
        1 => parts.map(|(_, core)| core).collect(),
        5 => vec![position.urgency],
        _ => (0..table.values().len() / table.width()).collect(),
    }
}

/// Returns the gradient of a number of a table; windows with the same core share it.
fn gradient(games: &Games, model: &Model, number: usize, row: usize, place: usize) -> f32 {
    let table = table(model, number);
    let own = table.gradients()[row * table.width() + place];
    let windows = 0..games.dictionary.windows().len();
    let is_of_cores = number % TABLES == 1;
    let sharing = windows.filter(|&window| is_of_cores && games.dictionary.core_of(window) == row);
    let cells = &model.colors[number / TABLES].cells;
    own + sharing.map(|window| cells.windows.gradients[window][place]).sum::<f32>()
}

#[test]
fn gradients_are_those_of_the_logits() {
    let games = Games::new(6);
    for colors_differ in [false, true] {
        let task = games.task();
        let settings = Settings {
            plan: Plan { batch: 4, rate: 0.1, seed: 1, ..settings().plan },
            colors_differ,
            ..settings()
        };
        let mut trainer = Trainer::new(&task, settings.clone(), None);
        for _ in 0..40 {
            trainer.train_batch();
        }
        let model = trainer.model().clone();
        let mut reader = Reader::new(settings.rule, games.evaluator.clone(), &games.dictionary);
        let mut position = MovePosition::empty();
        let (mut checked, mut wrong) = (0, 0);
        let mut steep = vec![0; TABLES * model.colors.len()];
        for index in (0..games.samples.positions.len()).step_by(41) {
            let sample = &games.samples.positions[index];
            if !reader.read(games.samples.stones(index), sample, &mut position) {
                continue;
            }
            let mut with_gradients = model.clone();
            let (_, mut layers) = output(&games, &model, &position);
            let of_logits = factors(position.candidates.len());
            with_gradients.backward(&position, &mut layers, &of_logits, AtLimits::Exact);
            for (number, steep) in steep.iter_mut().enumerate() {
                let rows = rows_of(&games, &position, &model, number);
                for row in rows.iter().step_by((rows.len() / 6).max(1)) {
                    let width = table(&model, number).width();
                    let place = (row * 7 + index) % width;
                    let output_at = |change: f32| {
                        let mut changed = model.clone();
                        let table = changed.tables_mut().nth(number).expect("it is there");
                        table.values_mut()[row * width + place] += change;
                        f64::from(output(&games, &changed, &position).0)
                    };
                    let expected = (output_at(STEP) - output_at(-STEP)) / f64::from(2.0 * STEP);
                    let found = f64::from(gradient(&games, &with_gradients, number, *row, place));
                    checked += 1;
                    *steep += usize::from(expected.abs() > 0.005);
                    wrong += usize::from((found - expected).abs() > 0.01 + 0.05 * expected.abs());
                }
            }
        }
        // The loss has a kink where a clamp takes effect within the step.
        assert!(25 * wrong < checked, "{wrong} of {checked}");
        assert!(steep.iter().all(|&steep| steep >= 1), "all tables matter: {steep:?}");
    }
}
