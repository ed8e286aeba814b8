//! Tests of the slopes against finite differences.

use super::{Layers, Model, ModelForm};
use crate::learn::samples::Samples;
use crate::line_network::cells::{PlayedRows, Rounding};
use crate::line_network::dictionary::Dictionary;
use crate::line_network::position_rows::{PositionRows, Scanner};
use crate::line_network::testing::samples;
use crate::line_network::trainer::{Settings, Task, Trainer};

const STEP: f32 = 1e-3;

/// A model and one of the positions.
struct Case<'a> {
    dictionary: &'a Dictionary,
    played: PlayedRows,
    rows: PositionRows,
    urgency: usize,
}

impl<'a> Case<'a> {
    fn new(samples: &Samples, index: usize, dictionary: &'a Dictionary, model: &Model) -> Self {
        let mut rows = PositionRows::default();
        Scanner::default().read(samples.stones(index), dictionary, &mut rows);
        let urgency = usize::from(samples.positions[index].urgency);
        let played = PlayedRows::new(dictionary, model.cells.channels(), Rounding::Exact);
        Self { dictionary, played, rows, urgency }
    }

    fn output(&mut self, model: &Model, layers: &mut Layers) -> f32 {
        self.played.renew(&model.cells);
        self.played.prepare(self.dictionary, &model.cells, &self.rows);
        model.forward(&self.played, &self.rows, self.urgency, layers)
    }

    /// The slope of a number of a table, if that of the output is one.
    fn slope(&self, model: &Model, table: usize, row: usize, place: usize) -> f32 {
        let own = model.tables().nth(table).expect("there is such a table").slopes(row)[place];
        // Windows with the same core share it.
        let windows = 0..self.dictionary.windows().len();
        let sharing =
            windows.filter(|&window| table == 1 && self.dictionary.core_of(window) == row);
        own + sharing.map(|window| model.cells.windows.slopes(window)[place]).sum::<f32>()
    }
}

/// The rows of a table that count in a position.
fn rows_of(case: &Case<'_>, model: &Model, table: usize) -> Vec<usize> {
    let parts = case.rows.views.iter().flatten().flat_map(|cell| cell.rows);
    let parts = parts.map(|row| case.dictionary.parts(row));
    match table {
        0 => parts.filter_map(|(window, _)| window).collect(),
        1 => parts.map(|(_, core)| core).collect(),
        3 => vec![case.urgency],
        _ => (0..model.tables().nth(table).expect("it is there").form().rows).collect(),
    }
}

#[test]
fn slopes_are_those_of_the_output() {
    let samples = samples(6);
    let settings = Settings {
        channels: 32,
        windows: 300,
        passes: 1,
        batch: 4,
        rate: 0.01,
        result_share: 0.0,
        seed: 1,
    };
    let task = Task::new(&samples, &settings);
    let mut trainer = Trainer::new(&task, settings);
    for _ in 0..20 {
        trainer.train_batch();
    }
    let (dictionary, model) = (trainer.dictionary().clone(), trainer.model().clone());
    let form = ModelForm::new(&dictionary, 32);
    let tables = 4 + 2 * form.head.len();
    let (mut checked, mut wrong, mut steep) = (0, 0, vec![0; tables]);
    for index in (0..samples.positions.len()).step_by(17) {
        let mut case = Case::new(&samples, index, &dictionary, &model);
        let mut with_slopes = model.clone();
        let mut layers = Layers::default();
        case.output(&model, &mut layers);
        with_slopes.backward(&case.played, &case.rows, case.urgency, &layers, 1.0);
        for (table, steep) in steep.iter_mut().enumerate() {
            let rows = rows_of(&case, &model, table);
            for row in rows.iter().step_by((rows.len() / 12).max(1)) {
                let width = model.tables().nth(table).expect("it is there").form().width;
                let place = (row * 7 + index) % width;
                let mut output_at = |change: f32| {
                    let mut changed = model.clone();
                    let numbers = changed.tables_mut().nth(table).expect("it is there");
                    numbers.values_mut()[row * width + place] += change;
                    case.output(&changed, &mut layers)
                };
                let expected = (output_at(STEP) - output_at(-STEP)) / (2.0 * STEP);
                let found = case.slope(&with_slopes, table, *row, place);
                checked += 1;
                *steep += usize::from(expected.abs() > 0.002);
                wrong += usize::from((found - expected).abs() > 0.002 + 0.05 * expected.abs());
            }
        }
    }
    // A clamp that begins to hold within the step has two slopes.
    assert!(25 * wrong < checked, "{wrong} of {checked}");
    assert!(
        steep.iter().all(|&steep| steep >= 1),
        "some parameters of each table matter: {steep:?}"
    );
}
