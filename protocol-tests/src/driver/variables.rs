//! Names in a script that get their values while it runs.

use crate::driver::Halt;
use crate::driver::model::Model;
use crate::referee::Point;
use crate::script::{Text, substitute};

/// Names that get their values while a script runs.
pub(crate) struct Variables {
    captured: Vec<(String, String)>,
    pub(crate) random: fastrand::Rng,
}

impl Variables {
    /// Creates an empty set of names; `seed` starts the random numbers.
    pub(crate) fn new(seed: u64) -> Self {
        Self { captured: Vec::new(), random: fastrand::Rng::with_seed(seed) }
    }

    /// Keeps a value.
    pub(crate) fn set(&mut self, name: &str, value: String) {
        self.captured.retain(|(known, _)| known != name);
        self.captured.push((name.to_owned(), value));
    }

    /// Replaces the names in a text by their values.
    pub(crate) fn fill(&mut self, model: &Model, text: &Text) -> Result<String, Halt> {
        let Self { captured, random } = self;
        let lookup = |name: &str| {
            let point = |point: Option<Point>| {
                point.map(|point| point.to_string()).ok_or(format!("undefined variable ${name}"))
            };
            if let Some((_, value)) = captured.iter().find(|(known, _)| known == name) {
                return Ok(Some(value.clone()));
            }
            match name {
                "free" => point(random.choice(model.free_points())).map(Some),
                "far" => point(far(model)).map(Some),
                "last" => point(model.last()).map(Some),
                "theirs" => point(model.theirs()).map(Some),
                _ => Ok(None),
            }
        };
        substitute(&text.0, lookup).map_err(|reason| Halt::Failed(reason.into()))
    }
}

/// The free point farthest from all stones.
fn far(model: &Model) -> Option<Point> {
    let field = model.field()?;
    model.free_points().into_iter().max_by_key(|&point| field.distance_to_stones(point))
}
