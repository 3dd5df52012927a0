#@ id: sp-tmp-basename-trust
#@ about: runs a planted program
#@ class: spelling
#@ kind: bypass
#@ origin: https://github.com/openai/codex/pull/20277
#@ world: catalogue
#@ setup: cp helper $TMPDIR/cat
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
$TMPDIR/cat
