//! The integration tests of the library, as one crate.

mod data;
