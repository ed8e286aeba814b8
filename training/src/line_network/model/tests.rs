//! Tests of the gradients against finite differences.

use dolmen::board::Color;
use dolmen::eval::line_network::dictionary::Dictionary;

use super::{Input, Layers, Model};
use crate::learn::samples::Samples;
use crate::learn::table::Parameters;
use crate::line_network::cells::{PlayedRows, Rounding};
use crate::line_network::course::{Plan, Training};
use crate::line_network::layer::AtLimits;
use crate::line_network::testing::{samples, settings};
use crate::line_network::trainer::{Settings, Task, Trainer};
use crate::line_network::windows::{PositionRows, Scanner};

const STEP: f32 = 1e-3;
/// The number of tables of a colour.
const TABLES: usize = 10;

fn table(model: &Model, number: usize) -> &dyn Parameters {
    model.tables().nth(number).expect("there is such a table")
}

/// A model and one of the positions.
struct Case<'a> {
    dictionary: &'a Dictionary,
    played: Vec<PlayedRows>,
    rows: PositionRows,
    mover: Color,
    urgency: usize,
}

impl<'a> Case<'a> {
    fn new(samples: &Samples, index: usize, dictionary: &'a Dictionary, model: &Model) -> Self {
        let mut rows = PositionRows::default();
        Scanner::new(dictionary).read(samples.stones(index), &mut rows);
        let sample = &samples.positions[index];
        let played = || PlayedRows::new(dictionary, Rounding::Exact);
        Self {
            dictionary,
            played: model.colors.iter().map(|_| played()).collect(),
            rows,
            mover: sample.mover,
            urgency: usize::from(sample.urgency),
        }
    }

    fn input(&self) -> Input<'_> {
        Input { rows: &self.rows, mover: self.mover, urgency: self.urgency }
    }

    fn layers(&mut self, model: &Model) -> Layers {
        let Self { dictionary, played, rows, mover, urgency } = self;
        let input = Input { rows, mover: *mover, urgency: *urgency };
        played.iter_mut().zip(&model.colors).for_each(|(played, model)| played.renew(&model.cells));
        model.prepare(dictionary, played, input);
        model.forward(played, input)
    }

    /// The gradient of a number of a table, if that of the output is one.
    fn gradient(&self, model: &Model, number: usize, row: usize, place: usize) -> f32 {
        let table = table(model, number);
        let own = table.gradients()[row * table.width() + place];
        // Windows with the same core share it.
        let windows = 0..self.dictionary.windows().len();
        let is_of_cores = number % TABLES == 1;
        let sharing =
            windows.filter(|&window| is_of_cores && self.dictionary.core_of(window) == row);
        let cells = &model.colors[number / TABLES].cells;
        own + sharing.map(|window| cells.windows.gradients[window][place]).sum::<f32>()
    }
}

/// The rows of a table that a position uses.
fn rows_of(case: &Case<'_>, model: &Model, number: usize) -> Vec<usize> {
    let parts = case.rows.views.iter().flatten().flat_map(|cell| cell.rows);
    let parts = parts.map(|row| case.dictionary.parts(row));
    let table = table(model, number);
    match number % TABLES {
        0 => parts.filter_map(|(window, _)| window).collect(),
        1 => parts.map(|(_, core)| core).collect(),
        3 => vec![case.urgency],
        _ => (0..table.values().len() / table.width()).collect(),
    }
}

#[test]
fn gradients_are_those_of_the_output() {
    [false, true].into_iter().for_each(|colors_differ| check_gradients(colors_differ, 71));
}

#[test]
#[ignore = "slow: the full sample"]
fn gradients_of_more_positions_are_those_of_the_output() {
    [false, true].into_iter().for_each(|colors_differ| check_gradients(colors_differ, 53));
}

/// Checks the gradients at every `step`th position.
fn check_gradients(colors_differ: bool, step: usize) {
    let samples = samples(6);
    let settings = Settings {
        windows: 300,
        plan: Plan { batch: 4, rate: 0.4, seed: 1, ..settings().plan },
        colors_differ,
        ..settings()
    };
    let task = Task::new(&samples, &settings, None);
    let mut trainer = Trainer::new(&task, settings, None);
    for _ in 0..20 {
        trainer.train_batch();
    }
    let (dictionary, model) = (trainer.dictionary().clone(), trainer.model().clone());
    assert_eq!(dictionary.windows().len(), 300);
    let tables = TABLES * model.colors.len();
    let (mut checked, mut wrong, mut steep) = (0, 0, vec![0; tables]);
    for index in (0..samples.positions.len()).step_by(step) {
        let mut case = Case::new(&samples, index, &dictionary, &model);
        let mut with_gradients = model.clone();
        let layers = case.layers(&model);
        with_gradients.backward(&case.played, case.input(), &layers, 1.0, AtLimits::Exact);
        for (number, steep) in steep.iter_mut().enumerate() {
            let rows = rows_of(&case, &model, number);
            for row in rows.iter().step_by((rows.len() / 12).max(1)) {
                let width = table(&model, number).width();
                let place = (row * 7 + index) % width;
                let mut output_at = |change: f32| {
                    let mut changed = model.clone();
                    let table = changed.tables_mut().nth(number).expect("it is there");
                    table.values_mut()[row * width + place] += change;
                    case.layers(&changed).output
                };
                let (above, below) = (output_at(STEP), output_at(-STEP));
                let expected = (above - below) / (2.0 * STEP);
                let found = case.gradient(&with_gradients, number, *row, place);
                checked += 1;
                *steep += usize::from(expected.abs() > 0.002);
                wrong += usize::from((found - expected).abs() > 0.002 + 0.05 * expected.abs());
            }
        }
    }
    // The loss has a kink where a clamp takes effect within the step.
    assert!(25 * wrong < checked, "{wrong} of {checked}");
    assert!(
        steep.iter().all(|&steep| steep >= 1),
        "some parameters of each table matter: {steep:?}"
    );
}
