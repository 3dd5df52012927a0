#@ id: sub-procsub-in
#@ about: creates PWNED (stands for running any program)
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/charmbracelet/crush/pull/3426
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash] stdout contains /dev/fd/63
#@ output: [zsh] stdout contains /proc/self/fd/11
#@ body: no-final-newline
#@ ---
ls <(touch PWNED)
