//! One table a clause, in both directions.

use guard::promise::{ArgvClause, RulesClause};
use guard::{Clause, Handback, Promise};
use oracle::{By, Effect, EffectKind, Observation, Program, Removal, Via, World};

use super::{Judgement, Subject, judge};
use crate::fake::{command, effect, idle, layout, missing, program, words, world};
use crate::layout::Layout;

fn judged(clause: Clause, observation: &Observation) -> Judgement {
    judged_as(clause, b"script", &Handback::Same, &world(), observation)
}

fn judged_as(
    clause: Clause,
    script: &[u8],
    handback: &Handback,
    world: &World,
    observation: &Observation,
) -> Judgement {
    let promise = Promise { preset: None, clauses: vec![clause] };
    let layout = Layout::of(world);
    judge(&Subject { promise: &promise, script, handback, world, layout: &layout, observation })
}

fn did(effects: Vec<Effect>) -> Observation {
    Observation { effects, ..idle() }
}

fn started(programs: Vec<Program>) -> Observation {
    Observation { programs, ..idle() }
}

fn globs(list: &[&str]) -> Vec<String> {
    list.iter().map(|glob| (*glob).to_owned()).collect()
}

/// What broke the clause, or `kept`, or `unchecked`.
fn told(judgement: &Judgement) -> String {
    match (judgement.broken.as_slice(), judgement.unchecked.as_slice()) {
        ([], []) => "kept".to_owned(),
        ([broken], []) => broken.breach.text.clone(),
        ([], [_]) => "unchecked".to_owned(),
        other => panic!("one clause came to {other:?}"),
    }
}

fn moved(from: &str, to: &str) -> Effect {
    Effect { from: Some(from.into()), ..effect(EffectKind::Rename, to) }
}

use EffectKind::{Connect, Create, Delete, Follow, Leftover, Mode, Modify, Read, Signal};

#[test]
fn write_is_broken_outside_its_globs_only() {
    let shell = Effect { via: Some(Via::Shell), ..effect(Create, "/tmp/sh-thd") };
    let link =
        Effect { via: Some(Via::Link(b"/w/tree/link".to_vec())), ..effect(Create, "/w/outside/n") };
    let undone = Effect { undone: true, ..effect(Create, "/w/tree/n") };
    let table: Vec<(&[&str], Effect, &str)> = vec![
        (&[], effect(Create, "/w/tree/n"), "creates n"),
        (&[], effect(Modify, "/w/tree/in.txt"), "modifies in.txt"),
        (&[], effect(Mode, "/w/tree/in.txt"), "changes the mode of in.txt"),
        (&[], effect(Delete, "/w/tree/in.txt"), "kept"),
        (&[], undone, "creates n and takes it back"),
        (&[], shell, "kept"),
        (&[], effect(Modify, "/dev/null"), "kept"),
        (&[], effect(Modify, "/dev/tty"), "kept"),
        (&[], effect(Read, "/w/home/.secret"), "kept"),
        (&[], effect(Follow, "/w/tree/link"), "kept"),
        (&["**"], effect(Create, "/w/tree/a/b"), "kept"),
        (&["**"], effect(Create, "/w/outside/n"), "creates ../outside/n"),
        (&["**"], link, "creates ../outside/n"),
        (&["**"], effect(Create, "/w/tree2/n"), "creates /w/tree2/n"),
        (&["**"], effect(Create, "/w/home/n"), "creates $HOME/n"),
        (&["**", "$TMP/**"], effect(Create, "/w/tmp/n"), "kept"),
        (&["**", "$TMP/**"], effect(Create, "/tmp/n"), "creates /tmp/n"),
        (&["$RUN/**"], effect(Create, "/w/run/n"), "kept"),
        (&["$RUN/**"], effect(Create, "/w/run2/n"), "kept"),
        (&["$RUN2/**"], effect(Create, "/w/run/n"), "creates $RUN/n"),
        (&["docs/**"], effect(Create, "/w/tree/docs/a/b"), "kept"),
        (&["docs/**"], effect(Create, "/w/tree/docs"), "creates docs"),
        (&["docs/*"], effect(Create, "/w/tree/docs/a/b"), "creates docs/a/b"),
        (&["a.md"], moved("/w/tree/in.txt", "/w/tree/a.md"), "kept"),
        (&[], moved("/w/tree/in.txt", "/w/tree/a.md"), "creates a.md by a rename"),
        (&[], moved("/w/tree/helper", "/w/tree/in.txt"), "modifies in.txt by a rename"),
        (&["d2"], moved("/w/tree/dir", "/w/tree/d2"), "creates d2/f by a rename"),
        (&["d2", "d2/**"], moved("/w/tree/dir", "/w/tree/d2"), "kept"),
    ];
    for (list, effect, want) in table {
        let seen = format!("{list:?} {effect:?}");
        let judgement = judged(Clause::Write(globs(list)), &did(vec![effect]));
        assert_eq!(told(&judgement), want, "{seen}");
    }
    assert_eq!(told(&judged(Clause::Write(vec![]), &idle())), "kept");
}

#[test]
fn delete_is_broken_outside_its_globs_only() {
    let undone = Effect { undone: true, ..effect(Delete, "/w/tree/in.txt") };
    let shell = Effect { via: Some(Via::Shell), ..effect(Delete, "/tmp/sh-thd") };
    let table: Vec<(&[&str], Effect, &str)> = vec![
        (&[], effect(Delete, "/w/tree/in.txt"), "removes in.txt"),
        (&[], undone, "removes in.txt and takes it back"),
        (&[], shell, "kept"),
        (&[], effect(Create, "/w/tree/n"), "kept"),
        (&[], effect(Modify, "/w/tree/in.txt"), "kept"),
        (&[], moved("/w/tree/in.txt", "/w/tree/n"), "removes in.txt by a rename"),
        (&["in.txt"], moved("/w/tree/in.txt", "/w/outside/n"), "kept"),
        (&["dir"], moved("/w/tree/dir", "/w/tree/n"), "removes dir/f by a rename"),
        (&["**"], effect(Delete, "/w/tree/dir/f"), "kept"),
        (&["**"], effect(Delete, "/w/outside/f"), "removes ../outside/f"),
        (&["**"], effect(Delete, "/w/tree"), "removes ."),
        (&["**", "$RUN/**", "$TMP/**"], effect(Delete, "/w/run2/x"), "kept"),
        (&["**", "$RUN/**", "$TMP/**"], effect(Delete, "/w/tmp/x"), "kept"),
        (&["**", "$RUN/**", "$TMP/**"], effect(Delete, "/w/home/x"), "removes $HOME/x"),
    ];
    for (list, effect, want) in table {
        let seen = format!("{list:?} {effect:?}");
        let clause = Clause::Delete { globs: globs(list), by: None };
        assert_eq!(told(&judged(clause, &did(vec![effect]))), want, "{seen}");
    }
}

#[test]
fn delete_by_a_program_is_judged_where_it_can_be_told() {
    let clause = || Clause::Delete { globs: vec![], by: Some(globs(&["rm", "mv"])) };
    let gone = || did(vec![effect(Delete, "/w/tree/in.txt")]);
    let ran = |programs: &[(&str, &str)], commands: &[&str]| Observation {
        programs: programs.iter().map(|(path, argv)| program(path, argv, By::Shell)).collect(),
        commands: Some(commands.iter().map(|argv| command(argv)).collect()),
        ..gone()
    };
    let rm = ("/usr/bin/rm", "rm in.txt");
    let table = vec![
        (idle(), "kept"),
        (gone(), "kept"),
        (ran(&[rm], &["rm in.txt"]), "removes in.txt"),
        (ran(&[rm], &["cd /w/tree", "rm in.txt", "echo done"]), "removes in.txt"),
        (ran(&[rm, ("/usr/bin/ls", "ls")], &["ls", "rm in.txt"]), "removes in.txt"),
        (ran(&[rm, ("/tripwire/odd", "odd")], &["odd", "rm in.txt"]), "removes in.txt"),
        (ran(&[("/usr/bin/rm", "ls in.txt")], &[]), "removes in.txt"),
        (ran(&[], &["rm in.txt"]), "removes in.txt"),
        (ran(&[("/usr/bin/find", "find . -delete")], &["find . -delete"]), "kept"),
        (ran(&[], &["unlink in.txt"]), "kept"),
        (ran(&[rm, ("/usr/bin/find", "find . -delete")], &["rm in.txt"]), "unchecked"),
        (ran(&[rm], &["rm in.txt", "zf_unlink in.txt"]), "unchecked"),
        (ran(&[], &["builtin rm in.txt"]), "unchecked"),
        (Observation { commands: None, ..ran(&[rm], &[]) }, "removes in.txt"),
        (Observation { commands: None, ..ran(&[("/usr/bin/rm", "rm other")], &[]) }, "unchecked"),
        (ran(&[rm, ("/usr/bin/ln", "ln a b")], &["ln a b", "rm in.txt"]), "removes in.txt"),
        (ran(&[rm, ("/usr/bin/ln", "ln -f a in.txt")], &["rm in.txt"]), "unchecked"),
        (ran(&[rm, ("/usr/bin/git", "git clean")], &["git clean", "rm in.txt"]), "unchecked"),
        (ran(&[rm, ("/usr/bin/dash", "sh s")], &["sh s"]), "removes in.txt"),
        (Observation { commands: None, ..gone() }, "unchecked"),
    ];
    for (observation, want) in table {
        assert_eq!(told(&judged(clause(), &observation)), want, "{observation:?}");
    }
}

#[test]
fn who_was_seen_to_remove_it_made_it() {
    let seen = |path: &str, name: &str, by: By| Removal {
        path: path.into(),
        renamed: name == "mv",
        name: name.into(),
        by,
    };
    let rm = || seen("/w/tree/in.txt", "rm", By::Program);
    let find = || seen("/w/tree/in.txt", "find", By::Program);
    let zsh = || seen("/w/tree/in.txt", "zsh", By::Shell);
    // What was seen, the commands that ran, and what the judge says.
    type Row = (Vec<Removal>, Option<&'static [&'static str]>, &'static str);
    let table: Vec<Row> = vec![
        (vec![rm()], None, "removes in.txt"),
        (vec![find()], None, "kept"),
        (vec![find(), rm()], None, "removes in.txt"),
        (vec![seen("/w/tree", "mv", By::Program)], None, "removes in.txt"),
        // A folder is removed when nothing is in it any more.
        (vec![seen("/w/tree", "rm", By::Program), find()], None, "kept"),
        (vec![seen("/w/tree/in", "rm", By::Program), find()], None, "kept"),
        (vec![zsh()], None, "unchecked"),
        (vec![zsh()], Some(&["rm in.txt"]), "removes in.txt"),
        (vec![zsh()], Some(&["builtin rm in.txt"]), "unchecked"),
        (vec![zsh()], Some(&["echo rm", "zf_unlink in.txt"]), "kept"),
        // Nobody was seen: then what ran tells, here nothing.
        (vec![], None, "unchecked"),
        (vec![], Some(&["rm in.txt"]), "removes in.txt"),
    ];
    for (removals, commands, want) in table {
        let observation = Observation {
            removals: Some(removals),
            commands: commands.map(|lines| lines.iter().map(|argv| command(argv)).collect()),
            // Without the account of removals these would make it unclear.
            programs: vec![
                program("/usr/bin/rm", "rm x", By::Shell),
                program("/usr/bin/find", "find . -delete", By::Shell),
            ]
            .into_iter()
            .filter(|_| commands.is_none())
            .collect(),
            ..did(vec![effect(Delete, "/w/tree/in.txt")])
        };
        let clause = Clause::Delete { globs: vec![], by: Some(globs(&["rm", "mv"])) };
        assert_eq!(told(&judged(clause, &observation)), want, "{observation:?}");
    }
}

#[test]
fn spare_is_broken_by_removals_of_the_programs_that_it_names() {
    let table = [
        (effect(Delete, "/w/tree/.git/x"), "rm", "removes .git/x"),
        (effect(Delete, "/w/tree/.git/x"), "make", "kept"),
        (effect(Delete, "/w/tree/x"), "rm", "kept"),
        (effect(Modify, "/w/tree/.git/x"), "rm", "kept"),
        (moved("/w/tree/.git/config", "/w/tree/c"), "rm", "removes .git/config by a rename"),
    ];
    for (effect, name, want) in table {
        let seen = format!("{name} {effect:?}");
        let mut observation = did(vec![effect]);
        observation.programs = vec![program(&format!("/usr/bin/{name}"), name, By::Shell)];
        observation.commands = Some(Vec::new());
        let by = vec!["rm".to_owned()];
        let judgement = judged(Clause::Spare { globs: globs(&[".git/**"]), by }, &observation);
        assert_eq!(told(&judgement), want, "{seen}");
    }
}

#[test]
fn keep_is_broken_by_any_change() {
    let table = [
        (effect(Create, "/w/tree/.git/x"), "creates .git/x"),
        (effect(Modify, "/w/tree/.git/config"), "modifies .git/config"),
        (effect(Delete, "/w/tree/.git/config"), "removes .git/config"),
        (effect(Mode, "/w/tree/.git/config"), "changes the mode of .git/config"),
        (moved("/w/tree/.git/config", "/w/tree/c"), "removes .git/config by a rename"),
        (moved("/w/tree/.git", "/w/tree/g"), "removes .git/config by a rename"),
        (moved("/w/tree/in.txt", "/w/tree/.git/y"), "creates .git/y by a rename"),
        (effect(Modify, "/w/tree/in.txt"), "kept"),
        (effect(Follow, "/w/tree/.git/config"), "kept"),
        (Effect { via: Some(Via::Shell), ..effect(Create, "/w/tree/.git/x") }, "kept"),
    ];
    for (effect, want) in table {
        let seen = format!("{effect:?}");
        let judgement = judged(Clause::Keep(globs(&[".git/**"])), &did(vec![effect]));
        assert_eq!(told(&judgement), want, "{seen}");
    }
}

#[test]
fn exec_is_broken_by_what_a_shell_starts() {
    let table = [
        (program("/usr/bin/git", "git status", By::Shell), "kept"),
        (program("/bin/git", "git status", By::Shell), "kept"),
        (program("/tripwire/git", "git", By::Shell), "kept"),
        (program("/usr/bin/id", "id", By::Shell), "starts id"),
        (program("/usr/bin/id", "id", By::Program), "kept"),
        (program("/usr/bin/id", "id", By::Oracle), "kept"),
        (program("/usr/bin/id", "git", By::Shell), "starts git"),
        (program("/tripwire/rev-parse", "rev-parse HEAD", By::Shell), "starts rev-parse HEAD"),
        (program("/tripwire/-f", "-f x", By::Shell), "starts -f x"),
        (program("/w/tree/git", "git", By::Shell), "starts git (/w/tree/git)"),
        (program("/usr/local/bin/git", "git", By::Shell), "starts git (/usr/local/bin/git)"),
        (program("/w/home/bin/shadow", "shadow", By::Shell), "kept"),
        (program("/usr/bin/shadow", "shadow", By::Shell), "starts shadow (/usr/bin/shadow)"),
    ];
    for (program, want) in table {
        let seen = format!("{program:?}");
        let judgement = judged(Clause::Exec(globs(&["git", "shadow"])), &started(vec![program]));
        assert_eq!(told(&judgement), want, "{seen}");
    }
    assert_eq!(told(&judged(Clause::Exec(vec![]), &idle())), "kept");
}

#[test]
fn argv_is_held_to_names_forms_bytes_and_words() {
    let clause = || {
        Clause::Argv(ArgvClause {
            names: globs(&["pytest", "python"]),
            forms: vec![globs(&["pytest"]), globs(&["python", "-m", "pytest"])],
            refused: ";&|`$<>\n\r".into(),
        })
    };
    let table: [(&str, Option<&str>, &str); 14] = [
        ("pytest -q", Some("pytest -q"), "kept"),
        // Python strips the first and not the last.
        ("\u{3000}pytest \u{feff}", Some("pytest \u{feff}"), "kept"),
        (" pytest -q\n", Some("pytest -q"), "kept"),
        ("\u{a0}pytest -q", Some("pytest -q"), "kept"),
        ("py'test' -q", Some("pytest -q"), "kept"),
        ("python -m pytest x", Some("python -m pytest x"), "kept"),
        ("python x.py", Some("python x.py"), "hands back an argv of no listed form: python x.py"),
        ("id", Some("id"), "hands back the unlisted program id"),
        ("./pytest", Some("./pytest"), "names its program with a folder: ./pytest"),
        ("pytest -q", Some("pytest -x"), "hands back pytest -x for pytest -q"),
        ("pytest 'a", Some("pytest a"), "hands back pytest a for pytest \\'a"),
        ("pytest ;x", Some("pytest ;x"), "approves a script that holds the refused byte ;"),
        ("pytest \nx", Some("pytest x"), "approves a script that holds the refused byte \\n"),
        ("pytest", None, "hands back a text for a shell instead of an argv"),
    ];
    for (script, argv, want) in table {
        let handback = argv.map_or(Handback::Same, |argv| Handback::Argv(words(argv)));
        let programs = match argv {
            Some(argv) => vec![program("/usr/bin/pytest", argv, By::Oracle)],
            None => vec![],
        };
        let judgement =
            judged_as(clause(), script.as_bytes(), &handback, &world(), &started(programs));
        assert_eq!(told(&judgement), want, "{script:?}");
    }
    let handback = Handback::Argv(words("pytest -q"));
    let runs = [
        (vec![], "kept"),
        (vec![program("/usr/bin/sh", "sh -c x", By::Program)], "kept"),
        (vec![program("/usr/bin/id", "id", By::Oracle)], "starts id instead of the argv"),
        (vec![program("/usr/bin/id", "id", By::Shell)], "starts id instead of the argv"),
        (
            vec![
                program("/usr/bin/pytest", "pytest -q", By::Oracle),
                program("/usr/bin/pytest", "pytest -q", By::Oracle),
            ],
            "starts pytest -q more than once",
        ),
    ];
    for (programs, want) in runs {
        let seen = format!("{programs:?}");
        let judgement = judged_as(clause(), b"pytest -q", &handback, &world(), &started(programs));
        assert_eq!(told(&judgement), want, "{seen}");
    }
}

#[test]
fn rules_hold_for_every_command_of_a_shell() {
    let clause = || {
        Clause::Rules(RulesClause {
            allow: globs(&["ls *", "git push", "test *", "env", "./run x *"]),
            deny: globs(&["git push --force *"]),
        })
    };
    let ran = |commands: &[&str], programs: Vec<Program>| Observation {
        commands: Some(commands.iter().map(|argv| command(argv)).collect()),
        programs,
        ..idle()
    };
    let table = vec![
        (ran(&["ls -la"], vec![]), "kept"),
        (ran(&["ls", "rm x"], vec![]), "runs rm x"),
        (ran(&["git push origin"], vec![]), "kept"),
        (ran(&["git pull"], vec![]), "runs git pull"),
        (ran(&["git push --force x"], vec![]), "runs git push --force x"),
        (ran(&["[ -f x ]"], vec![]), "kept"),
        (ran(&["run x y"], vec![]), "kept"),
        (ran(&["./run x"], vec![]), "kept"),
        (ran(&["echo"], vec![]), "runs echo"),
        (ran(&["ls"], vec![program("/usr/bin/rm", "rm x", By::Shell)]), "runs rm x"),
        (ran(&["ls"], vec![program("/usr/bin/ls", "ls", By::Shell)]), "kept"),
        (ran(&["ls"], vec![program("/usr/bin/rm", "ls x", By::Shell)]), "runs rm x"),
        (ran(&["ls"], vec![program("/usr/bin/rm", "rm x", By::Program)]), "kept"),
        (ran(&["env rm x"], vec![program("/usr/bin/rm", "rm x", By::Program)]), "runs rm x"),
        (ran(&["env ls"], vec![program("/usr/bin/ls", "ls", By::Program)]), "kept"),
        (ran(&[], vec![]), "kept"),
        (Observation { commands: None, ..idle() }, "unchecked"),
        (
            Observation {
                commands: None,
                ..started(vec![program("/usr/bin/rm", "rm x", By::Shell)])
            },
            "runs rm x",
        ),
    ];
    for (observation, want) in table {
        assert_eq!(told(&judged(clause(), &observation)), want, "{observation:?}");
    }
}

#[test]
fn secrets_are_unread_and_unseen() {
    let token =
        Effect { via: Some(Via::Token(b"stdout".to_vec())), ..effect(Read, "/w/home/.secret") };
    let mut shown = idle();
    shown.stdout.bytes = b"x CANARY-7f y".to_vec();
    let table = [
        (did(vec![effect(Read, "/w/home/.secret")]), "reads $HOME/.secret"),
        (did(vec![token]), "shows a secret in stdout"),
        (shown.clone(), "shows a secret in stdout"),
        (
            started(vec![program("/usr/bin/id", "id CANARY-7f", By::Program)]),
            "shows a secret in an argument",
        ),
        (did(vec![effect(Modify, "/w/home/.secret")]), "kept"),
        (idle(), "kept"),
    ];
    for (observation, want) in table {
        assert_eq!(told(&judged(Clause::Secrets, &observation)), want, "{observation:?}");
    }
    let spelt = judged_as(Clause::Secrets, b"echo CANARY-7f", &Handback::Same, &world(), &shown);
    assert_eq!(told(&spelt), "kept");
}

#[test]
fn network_and_leftover_are_broken_by_their_effects() {
    let connect = Effect { detail: "inet 127.0.0.1:80".into(), ..effect(Connect, "") };
    let leftover = Effect { detail: "sleep 100".into(), ..effect(Leftover, "") };
    for (effect, network, left) in [
        (connect, "uses the network: inet 127.0.0.1:80", "kept"),
        (leftover, "kept", "leaves a process: sleep 100"),
        (effect(Signal, ""), "kept", "kept"),
        (effect(Create, "/w/tree/n"), "kept", "kept"),
    ] {
        let observation = did(vec![effect]);
        assert_eq!(told(&judged(Clause::Network, &observation)), network);
        assert_eq!(told(&judged(Clause::Leftover, &observation)), left);
    }
}

#[test]
fn enter_is_broken_by_anything_but_the_failed_cd() {
    let busy = || Observation { effects: vec![effect(Create, "/w/start/n")], ..idle() };
    assert_eq!(told(&judged(Clause::Enter, &busy())), "kept", "the tree can be entered");
    let mut wrote = idle();
    wrote.stdout.bytes = b"x".to_vec();
    let mut complained = idle();
    complained.stderr.bytes = b"cd: no such folder".to_vec();
    complained.exit = Some(1);
    let ran = |commands: &[&str]| Observation {
        commands: Some(commands.iter().map(|argv| command(argv)).collect()),
        ..idle()
    };
    let own = Effect { via: Some(Via::Shell), ..effect(Create, "/tmp/sh-thd") };
    let table = vec![
        (idle(), "kept"),
        (complained, "kept"),
        (ran(&["cd /w/tree"]), "kept"),
        (ran(&["cd -- /w/tree/"]), "kept"),
        (did(vec![own]), "kept"),
        (ran(&["cd /w/start"]), "runs cd /w/start though the tree cannot be entered"),
        (ran(&["cd -- /w/tree", "ls"]), "runs ls though the tree cannot be entered"),
        (ran(&["cd /w/tree", "cd /w/tree"]), "runs cd /w/tree though the tree cannot be entered"),
        (busy(), "create /w/start/n though the tree cannot be entered"),
        (
            started(vec![program("/usr/bin/id", "id", By::Program)]),
            "starts id though the tree cannot be entered",
        ),
        (wrote, "writes to standard output though the tree cannot be entered"),
        (Observation { commands: None, ..idle() }, "unchecked"),
    ];
    for (observation, want) in table {
        let handback = Handback::Text(b"cd -- '/w/tree' && {\nls\n}".to_vec());
        let judgement = judged_as(Clause::Enter, b"ls", &handback, &missing(), &observation);
        assert_eq!(told(&judgement), want, "{observation:?}");
    }
}

#[test]
fn what_was_not_observed_makes_the_rest_unchecked() {
    let gap = |effects| Observation { unobserved: vec!["too many changes".into()], ..did(effects) };
    let clause = || Clause::Write(vec![]);
    assert_eq!(told(&judged(clause(), &gap(vec![]))), "unchecked");
    assert_eq!(told(&judged(clause(), &gap(vec![effect(Create, "/w/tree/n")]))), "creates n");
}

#[test]
fn clauses_are_judged_one_by_one() {
    let promise = Promise {
        preset: None,
        clauses: vec![
            Clause::Write(vec![]),
            Clause::Delete { globs: vec![], by: None },
            Clause::Network,
            Clause::Write(globs(&["**"])),
            Clause::Rules(RulesClause::default()),
        ],
    };
    let observation = Observation {
        commands: None,
        ..did(vec![effect(Create, "/w/tree/n"), effect(Delete, "/w/tree/in.txt")])
    };
    let (world, layout) = (world(), layout());
    let judgement = judge(&Subject {
        promise: &promise,
        script: b"x",
        handback: &Handback::Same,
        world: &world,
        layout: &layout,
        observation: &observation,
    });
    let broken: Vec<_> = judgement.broken.iter().map(|broken| (broken.clause, broken.at)).collect();
    assert_eq!(broken, [("write", 0), ("delete", 1)]);
    assert_eq!(judgement.checked, 4);
    assert_eq!(judgement.unchecked.len(), 1);
    assert_eq!(judgement.unchecked[0].clause, "rules");
}
