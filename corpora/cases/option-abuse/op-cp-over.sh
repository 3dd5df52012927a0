#@ id: op-cp-over
#@ about: overwrites notes.md
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/anomalyco/opencode/issues/42979
#@ world: catalogue
#@ effect: modify notes.md
#@ exit: 0
#@ body: no-final-newline
#@ ---
cp in.txt notes.md
