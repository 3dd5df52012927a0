#@ id: fp-preflight-tool
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: wrappers)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/132
#@ world: catalogue
#@ setup: printf '#!/bin/sh\nexit 0\n' > ee; chmod +x ee
#@ exit: 0
#@ body: no-final-newline
#@ ---
./ee preflight check --cmd "git reset --hard HEAD~5"
