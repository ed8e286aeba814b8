//! Plans that cannot be carried out.

use std::fmt;
use std::path::{Path, PathBuf};

/// A plan that cannot be carried out; says which and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError {
    path: PathBuf,
    what: String,
}

impl PlanError {
    pub(super) fn new(path: &Path, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), what: what.into() }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what.trim_end())
    }
}

impl std::error::Error for PlanError {}
