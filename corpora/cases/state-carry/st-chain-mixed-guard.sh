#@ id: st-chain-mixed-guard
#@ about: creates a file in HOME
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/issues/81157
#@ world: catalogue
#@ effect: create $HOME/probe
#@ exit: 0
#@ body: no-final-newline
#@ ---
touch "../home/probe"; true
