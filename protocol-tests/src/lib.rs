//! Black-box conformance tests of the Gomocup protocol, for any engine.
pub mod referee;
