//! The entry point of cargo-fuzz for the target `weights`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dolmen_fuzz::weights::check(data));
