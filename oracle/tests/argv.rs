//! Handbacks that are an argv: started once, without a shell.

use oracle::{By, Config, Error, Mode, Oracle, Run, Script, Shell, World};

/// An argv, and the name of each program that it leads to with who starts it.
type Row = (&'static [&'static str], &'static [(&'static str, By)]);

fn argv(words: &[&str]) -> Script {
    Script::Argv(words.iter().map(|word| word.as_bytes().to_vec()).collect())
}

#[test]
fn the_argv_itself_is_the_first_program() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = World::new("argv").program("/w/tree/tool", "#!/bin/sh\nexec touch made\n");
    let none = Shell::none();
    let table: &[Row] = &[
        (&["touch", "a b"], &[("touch", By::Oracle)]),
        (&["nobody-installed", "$x"], &[("nobody-installed", By::Oracle)]),
        (&["env", "touch", "x"], &[("env", By::Oracle), ("touch", By::Program)]),
        // A shell that runs a script file is started by the kernel, which nobody asks.
        (&["/w/tree/tool"], &[("/w/tree/tool", By::Oracle), ("touch", By::Shell)]),
        (&["sh", "-c", "ls; id"], &[("sh", By::Oracle), ("ls", By::Shell), ("id", By::Shell)]),
    ];
    for mode in [Mode::Exact, Mode::ForkServer] {
        for (words, programs) in table {
            let mut run = Run::new(b"", &world, &none);
            run.script = argv(words);
            run.mode = mode;
            let seen = oracle.observe(&run).expect("observed");
            let started: Vec<_> = seen
                .programs
                .iter()
                .map(|it| (String::from_utf8_lossy(&it.argv[0]).into_owned(), it.by))
                .collect();
            let expected: Vec<_> =
                programs.iter().map(|(name, by)| ((*name).to_owned(), *by)).collect();
            assert_eq!(started, expected, "{words:?}");
            let first: Vec<_> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
            assert_eq!(seen.programs[0].argv, first);
            assert_eq!(seen.mode, Mode::Exact);
        }
    }
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let mut oracle = Oracle::new(Config::default()).expect("a sandbox");
    let world = World::new("argv").file("/w/tree/plain", "text\n");
    let none = Shell::none();
    for words in [&[][..], &["a\0b"], &["/w/tree/plain"], &["/w/tree/absent"]] {
        let mut run = Run::new(b"", &world, &none);
        run.script = argv(words);
        let error = oracle.observe(&run).expect_err("nothing to observe");
        assert!(error.is_about_the_script(), "{words:?}: {error}");
        assert!(matches!(error, Error::Script(_) | Error::Program(_)));
    }
}
