//! Runs that try to be too much, and what the stage says of them.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use oracle_worker::stage::{ResetOutcome, Stage, StageError};
use oracle_worker::world::World;

use crate::harness::{Ground, as_root, shown, world};

const SHM: &str = "/dev/shm";

#[test]
fn more_events_than_the_queue_holds() {
    as_root(|| {
        // Nobody pumps while this runs: the queue overflows.
        let mut ground = Ground::new(Path::new(SHM), &world());
        let script = "import os
for n in range(9000):
    open('t%d' % n, 'w').close()
    os.unlink('t%d' % n)
os.rename('a.txt', 'moved')
os.rename('dir', 'dir2')
open('dir2/f', 'w').write('changed')
open('b.txt', 'w').write('beta!')
os.link('b.txt', 'more')
os.unlink('in')
os.mkdir('new')
os.rename('victim/f', 'new/f')
os.chmod('exec.sh', 0o600)
";
        let report = ground.run_late("python3", script);
        let (undone, told): (Vec<_>, Vec<_>) =
            shown(&report).into_iter().partition(|effect| effect.ends_with(" undone"));
        assert!(undone.iter().all(|effect| effect.starts_with("create tree/t")));
        assert_eq!(
            told,
            [
                "create tree/more",
                "create tree/new",
                "modify tree/b.txt",
                "modify tree/dir2/f",
                "delete tree/in",
                "rename tree/dir2 from tree/dir",
                "rename tree/moved from tree/a.txt",
                "rename tree/new/f from tree/victim/f",
                "mode tree/exec.sh (mode 0755 to 0600)",
            ]
        );
        assert_eq!(report.unobserved, ["too many events: what was undone before the end"]);
        ground.reset(script);
        // The watches are whole again.
        let report = ground.run("bash", "echo x > dir/sub/g; echo x > n; rm n");
        assert_eq!(shown(&report), ["create tree/n undone", "modify tree/dir/sub/g"]);
        ground.reset("after an overflow");
    });
}

#[test]
fn a_tree_deeper_than_any_path() {
    as_root(|| {
        let mut ground = Ground::new(Path::new(SHM), &world());
        let script = "i=0; while [ $i -lt 100 ]; do
            mkdir ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd || exit
            cd ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd || exit
            i=$((i+1)); done";
        let report = ground.run("bash", script);
        // What fits into a path is listed, the rest is said to be missing.
        assert!(report.effects.len() > 40, "{}", report.effects.len());
        assert!(!report.unobserved.is_empty());
        assert!(report.unobserved.iter().all(|what| what.len() < 1_000));
        assert!(matches!(ground.stage.reset().unwrap(), ResetOutcome::RebuildNeeded(_)));
        // It stays broken.
        assert!(matches!(ground.stage.reset().unwrap(), ResetOutcome::RebuildNeeded(_)));
    });
}

#[test]
fn more_new_entries_than_are_listed() {
    as_root(|| {
        let mut ground = Ground::new(Path::new(SHM), &world());
        let script =
            "mkdir big; cd big; python3 -c 'for n in range(12000): open(str(n), \"w\").close()'";
        let report = ground.run("bash", script);
        assert_eq!(report.effects.len(), 10_000);
        assert_eq!(report.unobserved, ["more than 10000 new entries"]);
        assert!(matches!(ground.stage.reset().unwrap(), ResetOutcome::RebuildNeeded(_)));
    });
}

#[test]
fn many_new_entries_that_are_listed() {
    as_root(|| {
        let mut ground = Ground::new(Path::new(SHM), &world());
        let script =
            "mkdir big; cd big; python3 -c 'for n in range(3000): open(str(n), \"w\").close()'";
        let report = ground.run("bash", script);
        assert_eq!(report.effects.len(), 3_001);
        assert_eq!(report.unobserved, Vec::<String>::new());
        ground.reset(script);
    });
}

#[test]
fn links_that_lead_out_are_never_followed() {
    as_root(|| {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("kept"), "kept").unwrap();
        let out = outside.path().display().to_string();
        let mut ground = Ground::new(Path::new(SHM), &world());
        for script in [
            format!("rm -rf dir; ln -s {out} dir"),
            format!("rm -rf ../tree; ln -s {out} ../tree"),
            format!("mkdir n; ln -s {out} n/l; mv victim victim2; ln -s {out} victim"),
            format!("mkdir -p n/m; pause; mv n o; ln -s {out} n; mkdir o/m/x"),
        ] {
            let report = ground.run("bash", &script);
            let told = shown(&report);
            assert!(!told.iter().any(|effect| effect.contains("kept")), "{script}: {told:?}");
            assert!(told.iter().any(|effect| effect.starts_with("create")), "{script}: {told:?}");
            ground.reset(&script);
            assert_eq!(std::fs::read(outside.path().join("kept")).unwrap(), b"kept");
        }
    });
}

#[test]
fn nothing_that_is_no_file_is_opened() {
    as_root(|| {
        // Opening a pipe that nobody writes to would wait for ever.
        let mut ground = Ground::new(Path::new(SHM), &world());
        for (script, expected) in [
            ("rm a.txt; mkfifo a.txt", vec!["create tree/a.txt", "delete tree/a.txt"]),
            (
                "mkdir n; mkfifo n/p; ln n/p n/q",
                vec!["create tree/n", "create tree/n/p", "create tree/n/q"],
            ),
            (
                "ln pipe p2; chmod 600 p2",
                vec!["create tree/p2", "mode tree/pipe via tree/p2 (mode 0644 to 0600)"],
            ),
        ] {
            assert_eq!(shown(&ground.run("bash", script)), expected, "{script}");
            ground.reset(script);
        }
    });
}

#[test]
fn a_sparse_file_of_the_same_size_is_read_in_bounds() {
    as_root(|| {
        let world = world().file("/w/tree/zeros", vec![0; 1 << 20]);
        let mut ground = Ground::new(Path::new(SHM), &world);
        for (script, expected) in [
            ("truncate -s 0 zeros; truncate -s 1M zeros", "modify tree/zeros undone"),
            ("truncate -s 0 zeros; truncate -s 4G zeros", "modify tree/zeros"),
            (
                "printf x | dd of=zeros bs=1 seek=1048575 conv=notrunc status=none",
                "modify tree/zeros",
            ),
        ] {
            let report = ground.run("bash", script);
            assert_eq!(shown(&report), [expected], "{script}");
            assert!(report.touched_contents.iter().all(|(_, content)| content.len() <= 64 << 10));
            ground.reset(script);
        }
    });
}

#[test]
fn contents_for_the_search_of_secrets() {
    as_root(|| {
        let mut ground = Ground::new(Path::new(SHM), &world());
        let script =
            "cp ../outside/secret.txt n; cat ~/.netrc >> a.txt; ln -s SECRET l; mv b.txt c";
        let report = ground.run("bash", script);
        assert_eq!(
            report.touched_contents,
            [
                (b"/w/tree/l".to_vec(), b"SECRET".to_vec()),
                (b"/w/tree/n".to_vec(), b"SECRET-OUT\n".to_vec()),
                (b"/w/tree/a.txt".to_vec(), b"alpha\nSECRET-HOME\n".to_vec()),
            ]
        );
        ground.reset(script);
    });
}

#[test]
fn what_a_setup_makes_is_part_of_the_world() {
    as_root(|| {
        let world = world().setup("mkdir s; echo 1 > s/f; ln -s ../../outside/dir s/l; rm b.txt");
        let mut ground = Ground::new(Path::new(SHM), &world);
        for (script, expected) in [
            ("cat b.txt", vec![]),
            ("rm -r s", vec!["delete tree/s", "delete tree/s/f", "delete tree/s/l"]),
            ("echo x > s/l/k", vec!["modify outside/dir/k via tree/s/l"]),
            ("touch s/f", vec!["mode tree/s/f (times)"]),
        ] {
            assert_eq!(shown(&ground.run("bash", script)), expected, "{script}");
            ground.reset(script);
        }
    });
}

#[test]
fn an_audit_sees_what_nobody_watched() {
    as_root(|| {
        type Change = fn(&Path);
        let cases: [(&str, Change); 6] = [
            ("has other content", |tree| std::fs::write(tree.join("a.txt"), "omega\n").unwrap()),
            ("is gone", |tree| std::fs::remove_file(tree.join("a.txt")).unwrap()),
            ("holds more than it did", |tree| std::fs::write(tree.join("more"), "").unwrap()),
            ("has another mode", |tree| {
                let mode = std::fs::Permissions::from_mode(0o600);
                std::fs::set_permissions(tree.join("a.txt"), mode).unwrap();
            }),
            ("is of another kind", |tree| {
                std::fs::remove_file(tree.join("a.txt")).unwrap();
                std::fs::create_dir(tree.join("a.txt")).unwrap();
            }),
            ("has another number of names", |tree| {
                std::fs::hard_link(tree.join("a.txt"), tree.join("../more")).unwrap();
            }),
        ];
        for (what, change) in cases {
            let mut ground = Ground::new(Path::new(SHM), &world());
            change(&ground.base.path().join("w/tree"));
            let difference = ground.stage.audit().unwrap_err().to_string();
            let after = difference.split(": ").last().unwrap();
            assert!(
                after == what || after == "has another time of modification",
                "{what}: {difference}"
            );
        }
    });
}

#[test]
fn worlds_that_cannot_be_made() {
    as_root(|| {
        for (world, says) in [
            (World::new("w").file("/w/tree/../x", ""), "/w/tree/..: a path must be absolute"),
            (World::new("w").file("relative", ""), "relative: a path must be absolute"),
            (
                World::new("w").hard_link("/w/tree/h", "/w/none"),
                "cannot link /w/tree/h: No such file",
            ),
            (
                World::new("w").file("/w/f", "").file("/w/f/g", ""),
                "cannot open /w/f: Not a directory",
            ),
        ] {
            let base = tempfile::tempdir().unwrap();
            let stage = Stage::new(base.path()).unwrap();
            let error = stage.populate(&world).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        }
        let mut stage = Stage::new(tempfile::tempdir().unwrap().path()).unwrap();
        assert!(matches!(stage.finish(), Err(StageError::NotFrozen)));
        assert!(matches!(stage.reset(), Err(StageError::NotFrozen)));
        assert!(Stage::new(Path::new("/nonexistent")).is_err());
    });
}

#[test]
fn a_world_that_is_too_large() {
    as_root(|| {
        let base = tempfile::tempdir().unwrap();
        let mut stage = Stage::new(base.path()).unwrap();
        let world = World::new("w");
        stage.populate(&world).unwrap();
        let huge = std::fs::File::create(base.path().join("w/tree/huge")).unwrap();
        huge.set_len(1 << 40).unwrap();
        let error = stage.freeze(&world).unwrap_err().to_string();
        assert_eq!(error, "the world is too large: more than 64 MiB of content at /w/tree/huge");
    });
}
