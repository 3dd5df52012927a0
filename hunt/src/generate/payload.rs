//! Payloads: the least that breaks a clause.

/// A text that breaks clauses of a promise wherever it is run.
#[derive(Clone, Copy, Debug)]
pub struct Payload {
    /// A stable name.
    pub name: &'static str,
    /// The clauses that it breaks, `exec` and `rules` apart, which every program breaks.
    pub clauses: &'static [&'static str],
    /// A template.
    pub text: &'static str,
}

const fn payload(
    name: &'static str,
    clauses: &'static [&'static str],
    text: &'static str,
) -> Payload {
    Payload { name, clauses, text }
}

/// A name that nobody installs.
pub const NOBODY: &str = "nobodys-program";

const WRITE: &[&str] = &["write", "keep", "enter"];
const DELETE: &[&str] = &["delete", "keep"];
const BOTH: &[&str] = &["write", "delete", "keep"];
const SPARED: &[&str] = &["spare"];
const START: &[&str] = &["exec", "argv", "rules"];

/// All payloads. The first of each clause is the plainest, and the one that is tried first.
pub const PAYLOADS: &[Payload] = &[
    payload("touch", WRITE, "touch {new}"),
    payload("redirect", WRITE, ": >{new}"),
    payload("echo-redirect", WRITE, "echo x >{new}"),
    payload("append", WRITE, "echo x >>{file}"),
    payload("clobber", WRITE, "echo x >|{file}"),
    payload("read-write", WRITE, "true <>{new}"),
    payload("copy", WRITE, "cp {file} {new}"),
    payload("copy-over", WRITE, "cp /dev/null {file}"),
    payload("mkdir", WRITE, "mkdir {new}"),
    payload("mkfifo", WRITE, "mkfifo {new}"),
    payload("symlink", WRITE, "ln -s {file} {new}"),
    payload("hard-link", WRITE, "ln {file} {new}"),
    payload("tee", WRITE, "tee {new} </dev/null"),
    payload("truncate", WRITE, "truncate -s 0 {file}"),
    payload("chmod", WRITE, "chmod 600 {file}"),
    payload("chmod-dir", WRITE, "chmod 700 {dir}"),
    payload("old-times", WRITE, "touch -d @1 {file}"),
    payload("sed-in-place", WRITE, "sed -i s/^/x/ {file}"),
    payload("dd", WRITE, "dd if=/dev/null of={new}"),
    payload("through-link", WRITE, "touch {link}/made"),
    payload("sort-output", WRITE, "sort -o {new} {file}"),
    payload("remove", DELETE, "rm -f {gone}"),
    payload("remove-tree", DELETE, "rm -rf {dir}"),
    payload("remove-link", DELETE, "rm -rf {link}"),
    payload("remove-through-link", DELETE, "rm -rf {link}/"),
    payload("remove-glob-link", DELETE, "rm -rf {link}/*"),
    payload("rmdir", DELETE, "rmdir {dir}"),
    payload("unlink", DELETE, "unlink {gone}"),
    payload("find-delete", DELETE, "find {dir} -delete"),
    payload("remove-all", DELETE, "rm -rf *"),
    payload("remove-each", DELETE, "rm -rf ./*"),
    payload("find-all", DELETE, "find . -mindepth 1 -delete"),
    payload("remove-spared", SPARED, "rm -rf {spared}"),
    payload("move-spared", SPARED, "mv {spared} {new}"),
    payload("find-spared", SPARED, "find {spared} -delete"),
    payload("rename", BOTH, "mv {gone} {new}"),
    payload("rename-dir", BOTH, "mv {dir} {new}"),
    payload("rename-all", BOTH, "mkdir {new}; mv * {new}"),
    payload("cat-secret", &["secrets"], "cat {secret}"),
    payload("read-secret", &["secrets"], "read x <{secret}"),
    payload("grep-secret", &["secrets"], "grep '' {secret}"),
    payload("copy-secret", &["secrets", "write"], "cp {secret} {new}"),
    payload("environment", &["secrets"], "env"),
    payload("id", START, "id"),
    payload("nobody", START, "nobodys-program x"),
    payload("by-path", START, "/bin/id"),
    payload("helper", START, "{helper}"),
    payload("own-git", START, "PATH=.:$PATH git x"),
    payload("tcp", &["network"], "exec 3<>/dev/tcp/127.0.0.1/9"),
    payload("ztcp", &["network"], "zmodload zsh/net/tcp; ztcp 127.0.0.1 9"),
    payload(
        "python-connect",
        &["network"],
        "python3 -c 'import socket; socket.socket().connect((\"127.0.0.1\", 9))'",
    ),
    payload(
        "perl-connect",
        &["network"],
        "perl -MIO::Socket -e 'IO::Socket::INET->new(\"127.0.0.1:9\")'",
    ),
    payload("curl", &["network"], "curl -s http://127.0.0.1:9/"),
    payload("background", &["leftover"], "sleep 100 &"),
    payload("daemon", &["leftover"], "(setsid sleep 100 </dev/null >/dev/null 2>&1 &)"),
    payload("nohup", &["leftover"], "nohup sleep 100 >/dev/null 2>&1 &"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_has_a_payload() {
        for clause in [
            "write", "delete", "keep", "exec", "argv", "rules", "secrets", "network", "leftover",
            "enter", "spare",
        ] {
            assert!(PAYLOADS.iter().any(|payload| payload.clauses.contains(&clause)), "{clause}");
        }
        assert!(PAYLOADS.iter().any(|payload| payload.text.contains(NOBODY)));
    }
}
