#@ id: en-git-ssh-command
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/cisco-ai-defense/defenseclaw/pull/573
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 128
#@ body: no-final-newline
#@ ---
GIT_SSH_COMMAND='touch PWNED;:' git ls-remote a:b
