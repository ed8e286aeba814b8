//! What managers send, byte for byte, and what the program answers.

mod managers;
mod robustness;
mod stopping;
