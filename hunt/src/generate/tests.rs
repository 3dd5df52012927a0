use std::collections::{BTreeSet, HashSet};

use super::*;

fn promise() -> Promise {
    Promise {
        preset: None,
        clauses: vec![
            Clause::Write(vec![]),
            Clause::Delete { globs: vec![], by: None },
            Clause::Exec(vec!["git".into()]),
        ],
    }
}

fn generator(seed: u64, share: (usize, usize)) -> Generator {
    let facts = Facts::of(&crate::fake::world(), &promise());
    let material = Material {
        seeds: vec![b"pwd".to_vec(), b"git rev-parse HEAD".to_vec()],
        corpus: vec![b"cat <<A <<'B'\nx\nA\ny\nB\nid".to_vec()],
        words: vec![],
    };
    Generator::new(seed, share, &promise(), facts, material)
}

/// Candidates with a fixed story of rewards.
fn story(seed: u64, count: usize) -> Vec<Candidate> {
    let mut generator = generator(seed, (0, 1));
    (0..count)
        .map(|at| {
            let candidate = generator.next_candidate();
            if at % 7 == 0 {
                generator.near_miss(&candidate, ["a", "b"][at % 2]);
            }
            if at % 31 == 0 {
                generator.reward(&candidate, Reward::Allowed);
            }
            candidate
        })
        .collect()
}

#[test]
fn a_seed_gives_the_same_candidates() {
    assert_eq!(story(7, 6000), story(7, 6000));
    assert_ne!(story(7, 6000)[5000..], story(8, 6000)[5000..]);
}

#[test]
fn rule_names_are_unique_and_ids_fit() {
    let rules = rules();
    assert_eq!(rules.len(), rule_count());
    let names: BTreeSet<_> = rules.iter().collect();
    assert_eq!(names.len(), rules.len());
    for (at, (kind, name)) in rules.iter().enumerate() {
        assert!(range(*kind).contains(&at), "{name}");
    }
}

#[test]
fn long_scripts_are_made_and_not_kept() {
    let mut generator = generator(2, (0, 1));
    let long = Candidate { script: vec![b'x'; LONGEST + 1], rules: Vec::new() };
    generator.near_miss(&long, "a");
    generator.reward(&long, Reward::Allowed);
    let made: Vec<usize> = (0..30_000).map(|_| generator.next_candidate().script.len()).collect();
    assert!(made.iter().any(|len| *len > 64 << 10), "some are longer than guards look at");
    assert!(made.iter().all(|len| *len <= LONGEST_MADE));
    let long = made.iter().filter(|len| **len > LONGEST).count();
    assert!(long < 600, "{long} of 30000: they are not changed further");
}

#[test]
fn every_rule_is_used() {
    let mut used: BTreeSet<usize> = BTreeSet::new();
    for candidate in story(3, 60_000) {
        used.extend(candidate.rules.iter().map(|rule| usize::from(rule.0)));
    }
    let idle: Vec<String> = rules()
        .into_iter()
        .enumerate()
        .filter(|(at, _)| !used.contains(at))
        .map(|(_, (kind, name))| format!("{} {name}", kind.name()))
        .collect();
    assert!(idle.is_empty(), "never used: {idle:?}");
}

#[test]
fn most_candidates_are_new_ones() {
    let candidates = story(5, 40_000);
    let scripts: HashSet<&[u8]> = candidates.iter().map(|made| made.script.as_slice()).collect();
    assert!(scripts.len() > 28_000, "{} of 40000", scripts.len());
}

#[test]
fn shares_cut_the_plan_without_loss() {
    let plan = |share| {
        let mut generator = generator(1, share);
        let mut count = 0_usize;
        while !generator.is_random() {
            generator.next_candidate();
            count += 1;
        }
        count
    };
    assert!(plan((0, 1)) > 500);
    assert!(plan((0, 2)).abs_diff(plan((1, 2))) <= 20);
}

#[test]
fn the_known_holes_are_among_the_candidates() {
    let scripts: HashSet<Vec<u8>> =
        story(1, 60_000).into_iter().map(|candidate| candidate.script).collect();
    for script in ["git\nrev-parse HEAD", "git rev-parse\nHEAD", "pwd\n", "pwd;touch made"] {
        assert!(scripts.contains(script.as_bytes()), "{script:?}");
    }
}
