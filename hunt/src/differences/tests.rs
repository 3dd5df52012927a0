use super::*;

fn run(change: &serde_json::Value) -> RunRecord {
    let mut run = serde_json::json!({
        "shell": "bash", "version": "5", "world": "range", "delivery": "c", "mode": "exact",
        "exit": 0, "signal": null, "timed_out": false, "effects": [], "programs": [],
        "commands": null,
    });
    for (key, value) in change.as_object().expect("an object") {
        run[key] = value.clone();
    }
    serde_json::from_value(run).expect("a run")
}

#[test]
fn a_run_tells_which_differences_it_met() {
    let program = |argv: &[&str], path: &str, tripwire: bool| serde_json::json!({ "programs": [{ "argv": argv, "path": path, "by": "shell", "tripwire": tripwire }] });
    let effect = |kind: &str, zone: &str, detail: &str| serde_json::json!({ "effects": [{ "kind": kind, "zone": zone, "via": null, "detail": detail }] });
    for (change, expected) in [
        (serde_json::json!({}), &[][..]),
        (program(&["touch", "made"], "/usr/bin/touch", false), &[]),
        (program(&["/usr/bin/id", "-u"], "/usr/bin/id", false), &[User]),
        (program(&["kubectl"], "/tripwire/kubectl", true), &[Tripwire]),
        (program(&["git"], "bin/git", false), &[Path]),
        (program(&["./run.sh"], "run.sh", false), &[]),
        (program(&["cat", "/etc/passwd"], "/bin/cat", false), &[Etc]),
        (program(&["cat", "tree/etc/passwd"], "/bin/cat", false), &[]),
        (program(&["cat", "/w/home/.bashrc"], "/bin/cat", false), &[Startup]),
        (program(&["bash", "-lc", ":"], "/bin/bash", false), &[Startup]),
        (program(&["bash", "-c", "-l"], "/bin/bash", false), &[Startup]),
        (program(&["bash", "--version"], "/bin/bash", false), &[Version]),
        (program(&["ls", "--version", "-l"], "/bin/ls", false), &[]),
        (effect("connect", "system", "inet 1.2.3.4:80"), &[Network]),
        (effect("signal", "system", "SIGKILL all"), &[Processes]),
        (effect("signal", "system", "SIGTERM self"), &[]),
        (effect("read", "system", "$API_TOKEN"), &[Environment]),
        (effect("create", "home", ""), &[Home]),
        (
            serde_json::json!({ "stderr": "sh: 1: cannot create /x: Read-only file system" }),
            &[Files],
        ),
        (serde_json::json!({ "stderr_b64": "L2V0Yy/+" }), &[Etc]),
        (serde_json::json!({ "timed_out": true }), &[Limits]),
        (serde_json::json!({ "exit": 153 }), &[Limits]),
        (serde_json::json!({ "exit": null, "signal": 25 }), &[Limits]),
        (serde_json::json!({ "exit": 1 }), &[]),
        (serde_json::json!({ "shell": "bash@login" }), &[Startup]),
        (serde_json::json!({ "shell": "bash@session" }), &[]),
    ] {
        let met: Vec<Difference> = met(&run(&change), b"").into_iter().collect();
        assert_eq!(met, expected, "{change}");
    }
}

#[test]
fn a_script_tells_what_it_names() {
    for (script, expected) in [
        ("echo x > made", &[][..]),
        ("[ $UID = 0 ] || echo x > made", &[User]),
        ("echo ${EUID:-0}", &[User]),
        ("(( UID )) && :", &[User]),
        ("echo UID HOME", &[]),
        ("echo $UIDS", &[]),
        ("rm ~/x", &[Home]),
        ("rm -r \"$HOME\"", &[Home]),
        ("cd; echo x > made", &[Home]),
        ("cd src && echo x~ > made~", &[]),
        ("echo $BASH_VERSION", &[Version]),
        (". ~/.profile", &[Home, Startup]),
        (". /etc/profile", &[Startup, Etc]),
        ("read x < /etc/hostname", &[Etc]),
        ("read x </etc/hostname", &[Etc]),
        ("echo x > etc/made; echo x > a/etc/made", &[]),
        ("ls /var/tmp; cat /proc/self/maps", &[]),
        ("ls /var/log /proc", &[Files, Processes]),
        ("echo x > /dev/null 2>/dev/stderr", &[]),
        ("cat /dev/sda", &[Devices]),
        ("echo x > /dev/tcp/host/80", &[Network]),
        ("umask 0; echo $PPID", &[Processes, Umask]),
    ] {
        let met: Vec<Difference> =
            met(&run(&serde_json::json!({})), script.as_bytes()).into_iter().collect();
        assert_eq!(met, expected, "{script}");
    }
}

#[test]
fn a_finding_depends_on_what_the_runs_that_show_it_met() {
    let of = |kind: &str, shells: &[&str]| {
        let of_shell = |shell: &str| {
            let exit = if shell == "zsh" { 153 } else { 0 };
            run(&serde_json::json!({ "shell": shell, "exit": exit }))
        };
        let runs = ["bash", "zsh"].map(of_shell);
        let finding = serde_json::from_value(serde_json::json!({
            "kind": kind, "bucket": "b", "clause": null, "summary": "", "guard": "g",
            "decision": "allow", "rule": null, "reason": null, "shells": shells,
            "script": "echo $UID $PPID > made", "reduced": "echo $UID > made",
            "runs": runs, "case": "",
        }));
        let finding: Finding = finding.expect("a finding");
        of_finding(&finding).into_iter().map(|it| it.id).collect::<Vec<_>>()
    };
    assert_eq!(of("bypass", &["bash"]), ["user"]);
    assert_eq!(of("bypass", &["bash", "zsh"]), ["user", "limits"]);
    assert_eq!(of("bypass", &[]), ["user", "limits"]);
    // The guard's answer alone makes these.
    for kind in ["crash", "hang", "unstable", "fails-open"] {
        assert!(of(kind, &["bash"]).is_empty(), "{kind}");
    }
}

#[test]
fn every_difference_has_a_name_of_its_own() {
    let ids: BTreeSet<&str> = Difference::ALL.iter().map(|difference| difference.id()).collect();
    assert_eq!(ids.len(), Difference::ALL.len());
    assert!(Difference::ALL.is_sorted());
}
