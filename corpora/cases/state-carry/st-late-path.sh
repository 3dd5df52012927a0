#@ id: st-late-path
#@ about: creates PWNED (stands for running any program)
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1081
#@ world: catalogue
#@ effect: create PWNED
#@ effect: create b
#@ effect: create b/ls
#@ exit: 0
#@ body: no-final-newline
#@ ---
mkdir b; cp helper b/ls; PATH=b:$PATH; ls
