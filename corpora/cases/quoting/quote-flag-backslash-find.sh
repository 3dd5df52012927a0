#@ id: quote-flag-backslash-find
#@ about: creates PWNED (stands for running any program)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/openai/codex/pull/20277
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
find . -maxdepth 0 -e\xec touch PWNED \;
