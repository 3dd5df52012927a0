#@ id: quote-flag-quoted
#@ about: creates PWNED
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/openai/codex/pull/20277
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
sort -'o' PWNED in.txt
