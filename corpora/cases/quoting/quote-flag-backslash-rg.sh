#@ id: quote-flag-backslash-rg
#@ about: runs ./helper
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/openai/codex/pull/21392
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains b
#@ body: no-final-newline
#@ ---
rg --pr\e ./helper b in.txt
