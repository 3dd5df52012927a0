//! How long guards take to decide: the built-in policies, and the reader that one of them rests on.
#![forbid(unsafe_code)]

use std::path::Path;

use corpora::suite;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use guard::TargetShell;
use hunt::Layout;

/// The scripts of the stored cases.
fn scripts() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora/cases");
    let cases = suite::load(&[folder]).expect("the stored cases");
    cases.into_iter().map(|loaded| loaded.case.body).collect()
}

fn decide(criterion: &mut Criterion) {
    let layout = Layout::of(&oracle::worlds::get("range").expect("a named world"));
    let scripts = scripts();
    let requests: Vec<_> =
        scripts.iter().map(|script| layout.request(script, TargetShell::Bash)).collect();
    let mut group = criterion.benchmark_group("decide the stored cases");
    group.throughput(Throughput::Elements(requests.len() as u64));
    for entry in guard::registry::BUILT_IN {
        let mut guard = entry.make();
        group.bench_function(BenchmarkId::from_parameter(entry.name), |bencher| {
            bencher.iter(|| guard.decide_many(&requests));
        });
    }
    group.finish();
}

fn read(criterion: &mut Criterion) {
    let scripts = scripts();
    let bytes: usize = scripts.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group("read the stored cases");
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("reader", |bencher| {
        bencher.iter(|| {
            scripts.iter().filter(|text| guard::syntax::read(text).doubts.is_empty()).count()
        });
    });
    group.finish();
}

criterion_group!(benches, decide, read);
criterion_main!(benches);
