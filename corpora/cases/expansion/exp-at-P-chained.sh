#@ id: exp-at-P-chained
#@ about: creates PWNED (stands for running any program)
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-g8r9-g2v8-jv6f
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ output: [bash] stdout contains $$(touch PWNED)
#@ body: no-final-newline
#@ ---
echo ${a="$"}${b="$a(touch PWNED)"}${b@P}
