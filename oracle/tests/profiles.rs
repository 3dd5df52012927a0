//! Shells as real hosts start them, in the sandbox.

use oracle::{
    Config, EffectKind, Observation, Oracle, Profile, Run, Script, Shell, ShellName, World,
};

fn find(name: &str) -> Shell {
    let name: ShellName = name.parse().expect("a shell");
    Shell::find(name).expect("installed")
}

/// A home in which every start-up file says that it was read.
fn world() -> World {
    let files = [
        ".bashrc",
        ".bash_profile",
        ".profile",
        ".zshenv",
        ".zprofile",
        ".zshrc",
        ".zlogin",
        ".shrc",
    ];
    files.into_iter().fold(World::new("home").dir("/w/tree/src", 0o755), |world, file| {
        world.file(format!("/w/home/{file}"), format!("echo read {file}\n"))
    })
}

fn said(seen: &Observation) -> String {
    String::from_utf8_lossy(&seen.stdout.bytes).into_owned()
}

#[test]
fn each_profile_reads_what_its_host_reads() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = world();
    for (name, reads) in [
        ("bash", ""),
        ("bash@login", "read .bash_profile\n"),
        ("zsh@login", "read .zshenv\nread .zprofile\nread .zlogin\n"),
        ("zsh@startup", "read .zshenv\n"),
        ("sh@system", ""),
        ("bash@session", ""),
        ("sh@session", ""),
        ("zsh@session", ""),
    ] {
        let shell = find(name);
        for mode in [oracle::Mode::Exact, oracle::Mode::ForkServer] {
            let run = Run { mode, ..Run::new("echo here", &world, &shell) };
            let seen = oracle.observe(&run).expect("observed");
            assert_eq!(said(&seen), format!("{reads}here\n"), "{name}: {seen:?}");
            assert!(seen.effects.is_empty() && seen.stderr.bytes.is_empty(), "{name}: {seen:?}");
        }
    }
    let seen = oracle.run("echo $0", &world, &find("sh@system")).expect("observed");
    assert_eq!(said(&seen), "sh\n");
}

#[test]
fn a_session_keeps_its_state_and_survives_mistakes() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = world();
    for profile in Profile::ALL.into_iter().filter(|profile| profile.is_session()) {
        let shell = find(profile.name());
        let calls = [
            "cd src",
            "alias greet='echo aliased'; f() { echo \"f $1\"; }; x='it'\\''s'",
            "greet; f one; echo \"$x\"; pwd",
            "cat",
            "fi",
            "nobody-has-this 2>/dev/null",
            "echo \"last $?\"; touch made",
        ];
        let script = Script::Calls(calls.map(|call| call.as_bytes().to_vec()).to_vec());
        let seen = oracle.run(&script, &world, &shell).expect("observed");
        // The tripwire answers the unknown name, with the status of a name that is not found.
        let expected = "aliased\nf one\nit's\n/w/tree/src\nlast 127\n";
        assert_eq!(said(&seen), expected, "{profile}: {seen:?}");
        let made: Vec<_> = seen.effects.iter().map(|it| (it.kind, it.path.as_slice())).collect();
        assert_eq!(made, [(EffectKind::Create, &b"/w/tree/src/made"[..])], "{profile}");
        // Without a session a call starts anew.
        let alone = oracle.run("pwd; f one 2>/dev/null", &world, &shell).expect("observed");
        assert_eq!(said(&alone), "/w/tree\n", "{profile}");
    }
}

#[test]
fn only_a_session_takes_several_calls_and_none_takes_a_nul() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = world();
    let calls = Script::Calls(vec![b"a".to_vec(), b"b".to_vec()]);
    let error = oracle.run(&calls, &world, &find("bash")).expect_err("one shell, one text");
    assert!(error.is_about_the_script() && error.to_string().contains("several calls"), "{error}");
    let nul = oracle.run(b"echo \0", &world, &find("zsh@session")).expect_err("no word");
    assert!(nul.is_about_the_script() && nul.to_string().contains("NUL"), "{nul}");
}

#[test]
fn names_of_profiles_are_names_of_shells() {
    for profile in Profile::ALL {
        let name: ShellName = profile.name().parse().expect("a shell");
        assert_eq!(name, ShellName::Host(profile));
        assert_eq!((name.name(), name.base()), (profile.name(), profile.base()));
        assert!(profile.name().starts_with(&format!("{}@", profile.base())));
    }
    assert!("bash@nothing".parse::<ShellName>().is_err());
}
