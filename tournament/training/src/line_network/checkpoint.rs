//! Checkpoints: files that a training goes on from.
//!
//! The body holds the windows of the dictionary as `u32`, then the tables of the model in the order
//! of [`Model::tables`], each with its values and the averages of Adam. All numbers are
//! little-endian.

use dolmen::eval::line_network::dictionary::Dictionary;
use dolmen::eval::line_network::window::Window;
use serde::{Deserialize, Serialize};

use crate::line_network::envelope::{FileKind, take};
use crate::line_network::model::{ColorModel, Model, ModelForm};
use crate::line_network::rows::Rows;
use crate::line_network::trainer::{Progress, Settings, Task, Trainer};

pub use crate::line_network::envelope::{OpenError, replace_file};

const KIND: FileKind = FileKind { name: "dolmen line training ", version: '2' };

#[derive(Serialize, Deserialize)]
struct Header {
    settings: Settings,
    progress: Progress,
    /// Of the positions, see [`Task::fingerprint`].
    positions: u32,
    windows: usize,
}

impl<'a> Trainer<'a> {
    /// Returns the training as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            settings: self.settings.clone(),
            progress: self.progress,
            positions: self.task.fingerprint(),
            windows: self.dictionary.windows().len(),
        };
        let windows = self.dictionary.windows().iter();
        let mut body: Vec<u8> =
            windows.flat_map(|window| (window.index() as u32).to_le_bytes()).collect();
        self.model.tables().for_each(|table| body.extend(table.to_bytes()));
        KIND.seal(&header, &body)
    }

    /// Returns the training of a file, to go on with the same positions and settings.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a whole file of a training, or if it has other
    /// positions or settings.
    pub fn from_bytes(
        task: &'a Task<'a>,
        settings: &Settings,
        bytes: &[u8],
    ) -> Result<Self, OpenError> {
        let meaningless = |why: &str| OpenError::Meaningless(why.to_owned());
        let (header, mut body): (Header, _) = KIND.open(bytes)?;
        if header.settings != *settings {
            let why = format!("the training has other settings: {:?}", header.settings);
            return Err(OpenError::Meaningless(why));
        }
        if header.positions != task.fingerprint() {
            return Err(meaningless("the training has other positions or targets"));
        }
        let dictionary = read_dictionary(header.windows, &mut body)?;
        let form = ModelForm::new(&dictionary);
        let mut model = Model { colors: settings.color_models(|_| ColorModel::new(form)) };
        for table in model.tables_mut() {
            let read = Rows::from_bytes(table.form(), &mut body);
            *table = read.ok_or_else(|| meaningless("there are too few numbers"))?;
        }
        if !body.is_empty() {
            return Err(meaningless("there are too many numbers"));
        }
        Ok(Self::at(task, settings.clone(), dictionary, model, header.progress))
    }
}

/// Reads so many windows from the beginning of `bytes`, and drops them there.
///
/// # Errors
/// Returns the reason if there are too few or they make no dictionary.
fn read_dictionary(windows: usize, bytes: &mut &[u8]) -> Result<Dictionary, OpenError> {
    let read = (0..windows).map(|_| {
        let index = take(bytes).map(u32::from_le_bytes).map(|index| index as usize);
        let index = index.filter(|&index| index < Window::COUNT);
        index.map(Window::from_index).ok_or_else(|| "a window is missing or invalid".to_owned())
    });
    let windows = read.collect::<Result<Vec<_>, _>>();
    windows.and_then(Dictionary::new).map_err(OpenError::Meaningless)
}
