#@ id: fp-cd-toplevel
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: cwd-path)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/cooneycw/claude-power-pack/issues/541
#@ world: catalogue
#@ setup: @GIT@
#@ exit: 0
#@ body: no-final-newline
#@ ---
cd "$(git rev-parse --show-toplevel)" && ls > /dev/null
