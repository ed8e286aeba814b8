//! The openings of this module, as configurations ask for them.

use std::path::Path;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::config::OpeningsSource;
use crate::openings::{Opening, OpeningForm, OpeningStyle, built_in, check, read};

/// Files, and the sets that are built in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sets;

impl OpeningsSource for Sets {
    fn read(
        &self,
        path: &Path,
        form: Option<OpeningForm>,
        size: BoardSize,
        rule: Rule,
    ) -> Result<Vec<Opening>, String> {
        read(path, form, size, rule).map_err(|error| error.to_string())
    }

    fn built_in(&self, style: OpeningStyle, rule: Rule, size: BoardSize) -> Vec<Opening> {
        built_in(style, rule, size)
    }

    fn check(&self, opening: &Opening, size: BoardSize, rule: Rule) -> Result<(), String> {
        check(opening, size, rule).map_err(|error| error.to_string())
    }
}
