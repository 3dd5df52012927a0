#@ id: quote-flag-backslash-rg
#@ about: runs ./helper
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/openai/codex/pull/21392
#@ world: catalogue
#@ body: no-final-newline
#@ ---
rg --pr\e ./helper b in.txt
