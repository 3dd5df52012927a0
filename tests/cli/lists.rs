//! `guards`, `shells`, `worlds`, `doctor` and `bench`.

use std::process::Command;

use serde_json::Value;

use crate::kit::{Done, Place, is_installed};

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("{key}: {value}"))
}

#[test]
fn guards_shells_and_worlds_are_listed() {
    let place = Place::new();
    let guards = place.run(&["guards", "--json"]).ends(0).json();
    let names: Vec<&str> =
        list(&guards, "guards").iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["docs_only", "docs_only_historic", "argv", "approver"]);
    for guard in list(&guards, "guards") {
        assert!(!list(guard, "checks").is_empty() && guard["promise"]["clauses"].is_array());
    }
    let shells = place.run(&["shells", "--json"]).ends(0).json();
    let names: Vec<&str> =
        list(&shells, "shells").iter().filter_map(|it| it["shell"].as_str()).collect();
    assert_eq!(names[..8], ["bash", "bash-posix", "sh", "zsh", "busybox", "mksh", "ksh", "yash"]);
    assert!(names.contains(&"bash@login") && names.contains(&"zsh@session"), "{names:?}");
    for shell in list(&shells, "shells") {
        assert!(shell["version"].is_string() || shell["problem"].is_string(), "{shell}");
    }
    let worlds = place.run(&["worlds", "--json"]).ends(0).json();
    assert!(list(&worlds, "worlds").iter().any(|world| world["world"] == "range"));
    let range = place.run(&["worlds", "--json", "range"]).ends(0).json();
    assert!(list(&range["worlds"][0], "content").len() > 50);
    for name in ["guards", "shells", "worlds"] {
        let done = place.run(&[name]).ends(0);
        assert!(done.stdout.lines().count() >= 4 && done.stderr.is_empty(), "{name}");
    }
    let guard = place.naive();
    let done = place.run(&["guards", &guard]).ends(0);
    assert!(done.stdout.contains("exit-status") && done.stdout.contains("read-only"));
}

#[test]
fn a_doctor_says_what_there_is() {
    let place = Place::new();
    let told = place.run(&["doctor", "--json"]).ends(0).json();
    assert_eq!((&told["v"], &told["ok"]), (&1.into(), &true.into()));
    for name in ["kernel", "user namespaces", "/dev/fuse", "sandbox", "self-test", "cores"] {
        let check = list(&told, "checks").iter().find(|check| check["name"] == name);
        assert_eq!(check.map(|check| &check["state"]), Some(&"ok".into()), "{name}");
    }
    // What is missing says what it would take.
    for check in list(&told, "checks") {
        assert_eq!(check["remedy"].is_string(), check["state"] != "ok", "{check}");
    }
    for name in ["capabilities", "/proc", "cgroups"] {
        assert!(list(&told, "checks").iter().any(|check| check["name"] == name), "{name}");
    }
}

/// What a doctor says through a program that takes something away; `None` where that program cannot.
fn doctor_through(place: &Place, through: &[&str]) -> Option<Done> {
    let works = Command::new(through[0]).args(&through[1..]).arg("true").output();
    if !works.is_ok_and(|done| done.status.success()) {
        return None;
    }
    let mut command = Command::new(through[0]);
    command.args(&through[1..]).arg(env!("CARGO_BIN_EXE_trapline")).args(["--json", "doctor"]);
    Some(Done::of(&command.current_dir(place.path()).output().expect("it runs")))
}

#[test]
fn a_doctor_names_what_is_missing_and_what_it_would_take() {
    let place = Place::new();
    let none = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
    let no_namespaces = ["unshare", "--user", "--map-root-user", "sh", "-c", none, "sh"];
    let no_power = ["setpriv", "--bounding-set", "-sys_admin", "--inh-caps", "-sys_admin"];
    let checks = [
        (&no_namespaces[..], "user namespaces", "max_user_namespaces"),
        (&no_power[..], "capabilities", "--cap-add SYS_ADMIN"),
    ];
    for (through, name, remedy) in checks {
        let Some(done) = doctor_through(&place, through) else {
            eprintln!("skipped: {} cannot take anything away here", through[0]);
            continue;
        };
        let told = done.ends(96).json();
        let find = |name| list(&told, "checks").iter().find(|check| check["name"] == name).cloned();
        let check = find(name).unwrap_or_else(|| panic!("{name}: {told}"));
        assert_ne!(check["state"], "ok", "{check}");
        assert!(check["remedy"].as_str().is_some_and(|it| it.contains(remedy)), "{check}");
        assert_eq!(find("sandbox").map(|check| check["state"].clone()), Some("missing".into()));
    }
}

/// Runs the program where one shell is not installed. `None` where that cannot be arranged.
fn without_shell(place: &Place, file: &str, env: &[(&str, &str)], args: &[&str]) -> Option<Done> {
    if !is_installed("unshare") || !is_installed("mount") {
        return None;
    }
    // A file system on top of /usr/bin in which the shell has been taken away.
    let script = "mount -t tmpfs tmp . && cd \"$PWD\" && mkdir up work && mknod up/\"$1\" c 0 0 && \
         mount -t overlay overlay -o lowerdir=/usr/bin,upperdir=up,workdir=work,userxattr /usr/bin \
         || exit 111; shift; cd /; exec \"$@\"";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", file]);
    command.arg(env!("CARGO_BIN_EXE_trapline")).args(args);
    command.env_remove("REQUIRE_SHELLS").envs(env.iter().copied()).current_dir(place.path());
    let done = Done::of(&command.output().expect("unshare runs"));
    (done.code != 111).then_some(done)
}

#[test]
fn a_missing_shell_is_skipped_aloud_or_an_error() {
    let place = Place::new();
    let args = ["try", "--json", "--", ":"];
    let Some(done) = without_shell(&place, "zsh", &[], &args) else {
        eprintln!("skipped: no shell can be taken away here");
        return;
    };
    let told = done.ends(0);
    assert_eq!(list(&told.json(), "runs").len(), 2);
    assert!(told.stderr.contains("skipping a shell: shell zsh is not installed"), "{told:?}");
    let strict = [("REQUIRE_SHELLS", "1")];
    let by_name = ["try", "--shells", "sh,zsh", "--", ":"];
    for done in
        [without_shell(&place, "zsh", &strict, &args), without_shell(&place, "zsh", &[], &by_name)]
    {
        let done = done.expect("as before").ends(96);
        assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
        assert!(done.stderr.contains("apt-get install zsh"), "{}", done.stderr);
    }
    let done = without_shell(&place, "zsh", &strict, &["doctor"]).expect("as before").ends(96);
    assert!(done.stdout.contains("apt-get install zsh"), "{}", done.stdout);
    without_shell(&place, "zsh", &[], &["doctor"]).expect("as before").ends(0);
}

#[test]
fn a_bench_tells_rates_and_ratios() {
    let place = Place::new();
    let parts = "shells,touch,three";
    let args = ["bench", "oracle", "--json", "--only", parts, "--rounds", "2", "--runs", "3"];
    let told = place.run(&args).ends(0).json();
    assert_eq!(told["v"], 1);
    let rows = list(&told, "shells");
    assert_eq!(rows.len(), 6);
    for row in rows {
        for key in ["runs_per_cpu_s", "bare_per_cpu_s", "ratio_to_bare", "runs_per_s"] {
            assert!(row[key].as_f64().is_some_and(|value| value > 0.0), "{key}: {row}");
        }
        assert!(["exact", "fork-server"].contains(&row["mode"].as_str().unwrap_or_default()));
    }
    for key in ["candidates_per_cpu_s", "bare_candidates_per_cpu_s"] {
        assert!(told[key].as_f64().is_some_and(|value| value > 0.0), "{key}");
    }
}

#[test]
fn a_part_of_a_bench_leaves_the_others_where_they_were() {
    let place = Place::new();
    let case = "#@ id: echo\n#@ about: writes\n#@ class: target\n#@ kind: bypass\n#@ origin: made here\n\
                #@ world: range\n#@ effect: create f\n#@ ---\necho x > f\n";
    place.write("corpora/cases/echo.sh", case);
    // The bare loops of the first are run in a folder of their own.
    let parts = "workers,soak";
    let args = ["bench", "oracle", "--json", "--only", parts, "--rounds", "2", "--soak", "4"];
    let told = place.run(&args).ends(0).json();
    assert!(told["soak"]["runs"].as_u64().is_some_and(|runs| runs >= 4), "{told}");
}
