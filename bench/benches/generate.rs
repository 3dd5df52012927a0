//! How fast a hunt makes scripts.
#![forbid(unsafe_code)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use guard::promise::Preset;
use hunt::generate::{Facts, Generator, Material};

/// How many scripts one iteration makes.
const SCRIPTS: u64 = 1_000;

fn generate(criterion: &mut Criterion) {
    let world = oracle::worlds::get("range").expect("a named world");
    let promise = Preset::ReadOnly.promise();
    let material = || Material {
        seeds: [&b"git status"[..], b"ls -la", b"cat README.md"].map(<[u8]>::to_vec).to_vec(),
        ..Material::default()
    };
    let generator = || Generator::new(1, (0, 1), &promise, Facts::of(&world, &promise), material());
    let mut group = criterion.benchmark_group("generate");
    group.bench_function("what is tried first", |bencher| bencher.iter(generator));
    let mut random = generator();
    while !random.is_random() {
        random.next_candidate();
    }
    group.throughput(Throughput::Elements(SCRIPTS));
    group.bench_function("by chance", |bencher| {
        bencher.iter(|| (0..SCRIPTS).map(|_| random.next_candidate().script.len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, generate);
criterion_main!(benches);
