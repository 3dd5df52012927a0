//! Scripts on which a guard that looks at every reading would take too long.

use std::sync::Arc;
use std::time::{Duration, Instant};

use guard::Guard;
use guard::files::Files;

use super::{approver, request, verdict, world};

/// A text several times, and what stands behind it.
fn repeat(text: &str, count: usize, rest: &str) -> String {
    text.repeat(count) + rest
}

/// Numbered texts.
fn numbered(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// Scripts with many readings, or with many pairs of things to compare, each with a name.
fn scripts() -> Vec<(&'static str, String)> {
    let names = numbered(5000, |at| format!(" f{at}"));
    vec![
        ("nice", repeat("nice -Z ", 22, "ls")),
        ("loops with a chain of variables", {
            let chain = numbered(40, |at| format!("x{at}=$x{}; ", at + 1));
            let sed = "sed \"1$x0 p\" f; ";
            repeat("for i in 1 2; do ", 20, sed) + &chain + "x40=e; " + &repeat("done; ", 20, "ls")
        }),
        (
            "functions with a chain of variables",
            numbered(800, |at| format!("f{at}() {{ x{at}=$x{}; f{}; }}; ", at + 1, at + 1)) + "f0",
        ),
        (
            "trials with many variables",
            numbered(2000, |at| format!("v{at}=e; ")) + &repeat("myrun sh ls; ", 1500, "ls"),
        ),
        ("a script with ever other arguments", {
            numbered(1200, |at| format!("cd sub; cd ..; v{at}=e; sh ./ok.sh $v{at}; "))
        }),
        (
            "traps and files",
            repeat(
                "trap 'sed \"1$(cat x) p\" f' EXIT; echo e > x | sed \"1$(cat y) p\" f; ",
                400,
                "ls",
            ),
        ),
        ("sudo", repeat("sudo -X ", 22, "ls")),
        ("env", repeat("env -y ", 22, "ls")),
        ("nice with a variable", repeat("nice $x ", 22, "ls")),
        ("xargs", repeat("xargs -Z ", 22, "rm")),
        ("xargs long", repeat("xargs -Z ", 6000, "rm")),
        ("fd", repeat("fd -x ", 24, "ls")),
        ("fd in fd", repeat("fd -x ", 10000, "ls")),
        ("several", repeat("nice --foo stdbuf --bar timeout --baz ", 8, "ls")),
        ("several long", repeat("nice --foo stdbuf --bar timeout --baz ", 1500, "ls")),
        ("tool", format!("tool {}", repeat("nice -Z ", 20, "ls"))),
        ("tools", repeat(&format!("tool {};", repeat("nice -Z ", 20, "ls")), 350, "ls")),
        ("parallel", repeat("parallel -Z ", 12, "ls")),
        ("parallel long", repeat("parallel -Z ", 4000, "ls")),
        ("watch", repeat("watch -Z ", 20, "ls")),
        ("watch long", repeat("watch -Z ", 6000, "ls")),
        ("fd actions", format!("fd {}", repeat("-x ", 3000, ""))),
        ("fd actions long", format!("fd {}", repeat("-x ", 20000, ""))),
        ("fd and ends", format!("fd {}", repeat("-x ls ';' ", 6000, ""))),
        ("find", format!("find . {}", repeat("-exec find . -exec ls {} \\; ", 1500, ""))),
        ("find short", format!("find . {}", repeat("-exec ls ';' ", 4800, ""))),
        ("find in find", repeat("find . -exec ", 4500, "ls")),
        ("find rm", format!("find . {}", repeat("-exec rm {} ';' ", 4000, ""))),
        ("rmdir", format!("rmdir -p {}", repeat("a/", 4000, "a"))),
        ("rmdirs", repeat(&format!("rmdir -p {};", repeat("a/", 20, "a")), 300, "ls")),
        ("rmdir operands", format!("rmdir -p {}", repeat(&(repeat("a/", 24, "a") + " "), 300, ""))),
        ("rm deep", repeat(&format!("rm {};", repeat("a/", 2000, "a")), 4, "ls")),
        ("touch", format!("touch{names}; {}", repeat("./nx;", 3000, "ls"))),
        (
            "touches",
            numbered(2500, |at| format!("touch f{at};"))
                + &numbered(2500, |at| format!("./x{at}.sh;")),
        ),
        ("touch and run", numbered(2500, |at| format!("touch f{at}; ./x{at}.sh;"))),
        (
            "touch and loops",
            format!("touch{names}; {}", repeat("for i in 1; do ls; done;", 1000, "ls")),
        ),
        ("curl cluster", format!("curl -d{} u", repeat("a/oa/o", 700, ""))),
        ("curl outputs", format!("curl -{} u", repeat("oDc", 1400, ""))),
        ("sort cluster", format!("sort -{} x", repeat("o", 4000, ""))),
        ("tee signs", format!("tee a{}", repeat("=", 4000, ""))),
        ("cp signs", format!("cp a{} b", repeat("=b", 2000, ""))),
        ("make signs", format!("make a{}", repeat("=./b", 1000, ""))),
        ("make programs", format!("make{}", repeat(" CC='./b -x'", 350, ""))),
        ("sed writes", format!("sed '{}' f", numbered(700, |at| format!("w f{at}\n")))),
        ("sed copies", format!("sed{} s/a/b/ f", numbered(700, |at| format!(" -i.{at}")))),
        ("sed scripts", format!("touch{names}; sed{} f", repeat(" -f s", 800, ""))),
        ("awk writes", format!("awk '{}' f", numbered(700, |at| format!("{{print > {at}}}")))),
        ("touch in loops", numbered(1200, |at| format!("for i in 1; do touch f{at}; done;"))),
    ]
}

#[test]
fn no_script_takes_long() {
    let files: Arc<dyn Files> = Arc::new(world());
    let start = Instant::now();
    let times: Vec<(Duration, &str, String)> = scripts()
        .into_iter()
        .map(|(name, script)| {
            let start = Instant::now();
            let answer = verdict(approver().decide(&request(files.clone(), &script)));
            (start.elapsed(), name, answer)
        })
        .collect();
    assert!(times.iter().all(|(_, _, answer)| answer != "command-too-long"), "{times:#?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{times:#?}");
    println!("{times:?}");
}
