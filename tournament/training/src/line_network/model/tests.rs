//! Tests of the slopes against finite differences.

use dolmen::board::Color;
use dolmen::eval::line_network::dictionary::Dictionary;

use super::{AtLimits, Input, Layers, Model, ModelForm, OutputSlope};
use crate::learn::samples::Samples;
use crate::line_network::cells::{PlayedRows, Rounding};
use crate::line_network::position_rows::{PositionRows, Scanner};
use crate::line_network::testing::samples;
use crate::line_network::trainer::{Settings, Task, Trainer};

const STEP: f32 = 1e-3;

/// The tables of a colour: windows, cores, the bias of cells, urgencies, and two of each layer.
const TABLES: usize = 10;

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

    fn output(&mut self, model: &Model, layers: &mut Layers) -> f32 {
        let Self { dictionary, played, rows, mover, urgency } = self;
        let input = Input { rows, mover: *mover, urgency: *urgency };
        played.iter_mut().zip(&model.colors).for_each(|(played, model)| played.renew(&model.cells));
        model.prepare(dictionary, played, input);
        model.forward(played, input, layers)
    }

    fn add_slopes(&self, model: &mut Model, layers: &Layers) {
        let input = Input { rows: &self.rows, mover: self.mover, urgency: self.urgency };
        let of_output = OutputSlope { slope: 1.0, at_limits: AtLimits::Exact };
        model.backward(&self.played, input, layers, of_output);
    }

    /// The slope of a number of a table, if that of the output is one.
    fn slope(&self, model: &Model, table: usize, row: usize, place: usize) -> f32 {
        let own = model.tables().nth(table).expect("there is such a table").slopes(row)[place];
        // Windows with the same core share it.
        let windows = 0..self.dictionary.windows().len();
        let is_of_cores = table % TABLES == 1;
        let sharing =
            windows.filter(|&window| is_of_cores && self.dictionary.core_of(window) == row);
        let cells = &model.colors[table / TABLES].cells;
        own + sharing.map(|window| cells.windows.slopes(window)[place]).sum::<f32>()
    }
}

/// The rows of a table that count in a position.
fn rows_of(case: &Case<'_>, model: &Model, table: usize) -> Vec<usize> {
    let parts = case.rows.views.iter().flatten().flat_map(|cell| cell.rows);
    let parts = parts.map(|row| case.dictionary.parts(row));
    match table % TABLES {
        0 => parts.filter_map(|(window, _)| window).collect(),
        1 => parts.map(|(_, core)| core).collect(),
        3 => vec![case.urgency],
        _ => (0..model.tables().nth(table).expect("it is there").form().rows).collect(),
    }
}

#[test]
fn slopes_are_those_of_the_output() {
    check_slopes(false);
}

#[test]
fn slopes_are_those_of_the_output_if_colours_differ() {
    check_slopes(true);
}

fn check_slopes(colors_differ: bool) {
    let samples = samples(6);
    let settings = Settings {
        windows: 300,
        passes: 1,
        batch: 4,
        rate: 0.4,
        result_share: 0.0,
        seed: 1,
        colors_differ,
    };
    let task = Task::new(&samples, &settings);
    let mut trainer = Trainer::new(&task, settings, None);
    for _ in 0..20 {
        trainer.train_batch();
    }
    let (dictionary, model) = (trainer.dictionary().clone(), trainer.model().clone());
    assert_eq!(ModelForm::new(&dictionary).cells.windows, 300);
    let tables = TABLES * model.colors.len();
    let (mut checked, mut wrong, mut steep) = (0, 0, vec![0; tables]);
    for index in (0..samples.positions.len()).step_by(17) {
        let mut case = Case::new(&samples, index, &dictionary, &model);
        let mut with_slopes = model.clone();
        let mut layers = Layers::default();
        case.output(&model, &mut layers);
        case.add_slopes(&mut with_slopes, &layers);
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
                let (above, below) = (output_at(STEP), output_at(-STEP));
                let expected = (above - below) / (2.0 * STEP);
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
