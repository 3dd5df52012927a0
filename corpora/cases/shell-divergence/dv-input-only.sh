#@ id: dv-input-only
#@ about: zsh runs the READNULLCMD pager and prints the secret; bash/dash print nothing
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ body: no-final-newline
#@ ---
< ../outside/secret.txt
