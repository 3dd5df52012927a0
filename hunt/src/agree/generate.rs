//! Scripts nobody wrote: built from the grammar, from tokens, and by changing others.

use fastrand::Rng;

use super::tokens::TOKENS;

/// Builds scripts.
#[derive(Debug)]
pub struct Generator {
    rng: Rng,
    seeds: Vec<Vec<u8>>,
}

impl Generator {
    /// A generator of this seed, which changes these scripts too.
    pub fn new(seed: u64, seeds: Vec<Vec<u8>>) -> Self {
        Self { rng: Rng::with_seed(seed), seeds }
    }

    /// The next script.
    pub fn script(&mut self) -> Vec<u8> {
        let mut script = match self.rng.u8(0..10) {
            0..=4 => {
                let mut out = Vec::new();
                self.list(&mut out, 3);
                out
            }
            5..=6 => {
                let count = self.rng.usize(1..9);
                (0..count).flat_map(|_| self.token().bytes().collect::<Vec<_>>()).collect()
            }
            _ if self.seeds.is_empty() => b"a".to_vec(),
            _ => {
                let at = self.rng.usize(..self.seeds.len());
                self.seeds[at].clone()
            }
        };
        for _ in 0..[0, 1, 1, 1, 2, 2, 3][self.rng.usize(..7)] {
            self.change(&mut script);
        }
        script
    }

    /// This script, changed in one to three places.
    pub fn around(&mut self, script: &[u8]) -> Vec<u8> {
        let mut script = script.to_vec();
        for _ in 0..self.rng.u8(1..4) {
            self.change(&mut script);
        }
        script
    }

    fn token(&mut self) -> &'static str {
        TOKENS[self.rng.usize(..TOKENS.len())]
    }

    /// Changes one place.
    fn change(&mut self, script: &mut Vec<u8>) {
        let at = self.rng.usize(..=script.len());
        match self.rng.u8(0..12) {
            0..=5 => {
                let token = self.token();
                script.splice(at..at, token.bytes());
            }
            6..=7 if at < script.len() => {
                let length = self.rng.usize(1..4).min(script.len() - at);
                script.drain(at..at + length);
            }
            8 if at < script.len() => {
                let token = self.token();
                script.splice(at..=at, token.bytes());
            }
            9 if at < script.len() => {
                let length = self.rng.usize(1..8).min(script.len() - at);
                let piece = script[at..at + length].to_vec();
                let to = self.rng.usize(..=script.len());
                script.splice(to..to, piece);
            }
            10 => {
                // A blank becomes another separator.
                let blanks: Vec<usize> =
                    (0..script.len()).filter(|&at| matches!(script[at], b' ' | b';')).collect();
                if let Some(&at) = blanks.get(self.rng.usize(..blanks.len().max(1))) {
                    let by = ["\n", " \\\n", "\t", ";", " ; ", "\\\n", ""][self.rng.usize(..7)];
                    script.splice(at..=at, by.bytes());
                }
            }
            _ => {
                let token = self.token();
                script.extend(token.bytes());
            }
        }
    }

    fn one<'s>(&mut self, of: &[&'s str]) -> &'s str {
        of[self.rng.usize(..of.len())]
    }

    fn put(&mut self, out: &mut Vec<u8>, of: &[&str]) {
        let text = self.one(of);
        out.extend_from_slice(text.as_bytes());
    }

    fn list(&mut self, out: &mut Vec<u8>, depth: u8) {
        for index in 0..self.rng.u8(1..4) {
            if index > 0 {
                self.put(out, &["; ", ";", "\n", " && ", "&&", " || ", " | ", "|", " & ", "\n\n"]);
            }
            self.command(out, depth);
        }
    }

    /// A list with the separator that a keyword needs before it.
    fn body(&mut self, out: &mut Vec<u8>, depth: u8) {
        self.put(out, &[" ", " ", "\n", "  "]);
        self.list(out, depth.saturating_sub(1));
        self.put(out, &["; ", "; ", "\n", " & ", " ;\n"]);
    }

    fn command(&mut self, out: &mut Vec<u8>, depth: u8) {
        if self.rng.u8(0..12) == 0 {
            out.extend_from_slice(b"! ");
        }
        let kind = if depth == 0 { 0 } else { self.rng.u8(0..22) };
        match kind {
            12 => {
                out.extend_from_slice(b"{");
                self.body(out, depth);
                out.extend_from_slice(b"}");
            }
            13 => {
                self.put(out, &["(", "( "]);
                self.list(out, depth - 1);
                self.put(out, &[")", " )", "\n)"]);
            }
            14 => {
                out.extend_from_slice(b"if");
                self.body(out, depth);
                out.extend_from_slice(b"then");
                self.body(out, depth);
                if self.rng.bool() {
                    self.put(out, &["else", "else", "elif b; then"]);
                    self.body(out, depth);
                }
                out.extend_from_slice(b"fi");
            }
            15 => {
                self.put(out, &["while", "until"]);
                self.body(out, depth);
                out.extend_from_slice(b"do");
                self.body(out, depth);
                out.extend_from_slice(b"done");
            }
            16 => {
                out.extend_from_slice(b"for x in ");
                self.words(out, depth);
                self.put(out, &["; do", ";do", "\ndo"]);
                self.body(out, depth);
                out.extend_from_slice(b"done");
            }
            17 => {
                out.extend_from_slice(b"case ");
                self.word(out, depth);
                out.extend_from_slice(b" in ");
                for _ in 0..self.rng.u8(1..3) {
                    self.put(out, &["a)", "(a)", "a|b)", "*)", "'a')", "[ab])", "$x)", "a | b )"]);
                    self.body(out, depth);
                    self.put(out, &[";; ", ";;\n", ";;"]);
                }
                out.extend_from_slice(b"esac");
            }
            18 => {
                self.put(out, &["f() {", "f () {", "f()\n{"]);
                self.body(out, depth);
                self.put(out, &["}", "}; f", "}\nf a"]);
            }
            19 => {
                self.put(
                    out,
                    &[
                        "cat <<E",
                        "cat <<'E'",
                        "a <<-E",
                        "a <<E | b",
                        "a <<\\E && c",
                        "a <<E >f",
                        "a <<\"E\"",
                        "a <<''E",
                        "a << E",
                        "a <<E\"\"",
                    ],
                );
                self.put(
                    out,
                    &[
                        "\n", "\nx\n", "\n$x\n", "\n$(b)\n", "\n\tx\n", "\nE x\n", "\n`c`\n",
                        "\n'\n",
                    ],
                );
                out.extend_from_slice(b"E\n");
                self.put(out, &["b", "c d", ":"]);
            }
            20 => {
                self.put(
                    out,
                    &[
                        "eval ", "command ", "exec ", "trap ", "export ", "set -- ", "unset ",
                        "cd ", "test ",
                    ],
                );
                self.words(out, depth);
            }
            _ => self.simple(out, depth),
        }
        if self.rng.u8(0..8) == 0 {
            self.put(
                out,
                &[
                    " >f",
                    " 2>&1",
                    " <f",
                    " >>f",
                    ">f",
                    " 2>/dev/null",
                    " >&2",
                    " 2>f",
                    " >\"f\"",
                    " <&-",
                ],
            );
        }
    }

    fn simple(&mut self, out: &mut Vec<u8>, depth: u8) {
        if self.rng.u8(0..6) == 0 {
            self.put(
                out,
                &["x=1 ", "x=a ", "x='a b' ", "x=$x ", "x=$(a) ", "x= ", "x=\"$x\"; ", "x=b; "],
            );
        }
        self.put(
            out,
            &[
                "a", "b", "c", "d", "a", "b", "ab", "\"a\"", "'b'", "\\c", "a\"b\"", ":", "true",
                "$x",
            ],
        );
        if self.rng.u8(0..4) > 0 {
            out.push(b' ');
            self.words(out, depth);
        }
    }

    fn words(&mut self, out: &mut Vec<u8>, depth: u8) {
        for index in 0..self.rng.u8(1..4) {
            if index > 0 {
                self.put(out, &[" ", " ", " ", "  ", "\t", " \\\n "]);
            }
            self.word(out, depth);
        }
    }

    fn word(&mut self, out: &mut Vec<u8>, depth: u8) {
        for _ in 0..[1, 1, 1, 2, 3][self.rng.usize(..5)] {
            match self.rng.u8(0..24) {
                0..=9 => self.put(
                    out,
                    &[
                        "a", "b", "x", "-f", "--x=y", "1", "f.c", "./d", "a:b", "@", "%", "a,b",
                        "+x", "HEAD", "a=b",
                    ],
                ),
                10..=12 => {
                    self.put(out, &["'a b'", "''", "'$x'", "'\"'", "'{'", "'a\nb'", "';'", "'*'"])
                }
                13..=15 => {
                    out.push(b'"');
                    for _ in 0..self.rng.u8(0..3) {
                        self.put(
                            out,
                            &[
                                "a", " ", "$x", "${x}", "'", "\\\"", "\\$", "\\\\", ";", "#", "{",
                                "}", "$(b)", "`c`", "$((1+1))", "\n", "*", "~", "!", "${x:-d}",
                                "$", "(", ")", "\\n", "${x%a}", "$1", "$@", "|",
                            ],
                        );
                    }
                    out.push(b'"');
                }
                16 => self.put(
                    out,
                    &[
                        "\\a", "\\ ", "\\;", "\\\"", "\\'", "\\$", "\\{", "\\}", "\\*", "\\\\",
                        "\\(", "\\#", "\\~", "\\=",
                    ],
                ),
                17..=18 => self.put(
                    out,
                    &[
                        "$x",
                        "${x}",
                        "$1",
                        "$@",
                        "$?",
                        "$#",
                        "${x:-a}",
                        "${x:=b}",
                        "${x#a}",
                        "${x%%b*}",
                        "${#x}",
                        "${x:+a b}",
                        "$$",
                        "${x-$y}",
                        "${x:-\"a b\"}",
                        "${x:-'c'}",
                        "${x:-$(d)}",
                    ],
                ),
                19 => self.put(out, &["*", "?", "[ab]", "a*", "*.c", "[!a]", "[a-z]*", "**"]),
                20 => self.put(
                    out,
                    &[
                        "~",
                        "~/a",
                        "/bin/[ab]",
                        "$(<f)",
                        "{}",
                        "{a}",
                        "a{b}c",
                        "@{1}",
                        "^{tree}",
                        "a~",
                        "#a",
                        "a#",
                        "!",
                        "=",
                        "a=b",
                        "a^b",
                        "]",
                        "[",
                        "-",
                        "--",
                    ],
                ),
                21 if depth > 0 => {
                    self.put(out, &["$(", "$( "]);
                    self.list(out, depth - 1);
                    self.put(out, &[")", " )", "\n)"]);
                }
                22 if depth > 0 => {
                    out.push(b'`');
                    self.simple(out, 0);
                    out.push(b'`');
                }
                23 => self.put(
                    out,
                    &[
                        "$((1))",
                        "$((x+1))",
                        "$(( 1 < 2 ))",
                        "$((x))",
                        "$((1<<2))",
                        "$(($x*2))",
                        "$((x?1:2))",
                        "$(((1)))",
                        "$((x=2))",
                        "$(( (1) + 2 ))",
                    ],
                ),
                _ => out.push(b'a'),
            }
        }
    }
}
