pub mod case;
pub mod driver;
pub mod outcome;
pub mod referee;
pub mod script;
pub mod subject;
