//! What the reader reads without a doubt, shells run as its tree says. The input is the script.
#![no_main]
use hunt::agree::target::{agree, mutate, open};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(init: open(), |data: &[u8]| agree(data));
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed, fuzzer_mutate)
});
