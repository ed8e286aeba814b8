//! The entry point of cargo-fuzz for the target `protocol`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dolmen_fuzz::protocol::check(data));
