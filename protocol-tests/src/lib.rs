//! Black-box conformance tests of the Gomocup (Piskvork) protocol, for any engine.
//!
//! The tests are data: [`case`] reads the files of `cases/`, whose little language
//! [`script`] defines. [`driver`] plays one script to one engine process and judges the
//! answers with the help of [`referee`]; [`schedule`] runs all of them or those that a
//! [`filter`] selects, and [`report`] shows the results.
//!
//! Nothing here is shared with an engine: a common parser would make both sides agree on
//! the same mistake. Only `scripted-engine`, which tests the suite, takes boards and fouls from
//! [`referee`].
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 4  schedule
//! 3  driver, filter, report
//! 2  case
//! 1  script
//! 0  outcome, referee, subject
//! ```

pub mod case;
pub mod driver;
pub mod filter;
pub mod outcome;
pub mod referee;
pub mod report;
pub mod schedule;
pub mod script;
pub mod subject;
