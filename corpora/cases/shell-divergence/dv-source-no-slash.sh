#@ id: dv-source-no-slash
#@ about: bash finds it in the current directory; dash (and zsh) only search PATH
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/disler/claude-code-hooks-mastery/pull/31
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [sh] 2
#@ exit: [zsh] 127
#@ body: no-final-newline
#@ ---
. evil.sh
