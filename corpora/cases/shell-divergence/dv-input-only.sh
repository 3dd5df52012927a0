#@ id: dv-input-only
#@ about: zsh runs the READNULLCMD pager and prints the secret; bash/dash print nothing
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: [bash sh] stdout lacks SECRET-OUT
#@ output: [zsh] stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
< ../outside/secret.txt
