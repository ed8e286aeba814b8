//! The entry point of cargo-fuzz for the target `notation`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dolmen_fuzz::notation::check(data));
