#@ id: sep-pipe-amp
#@ about: creates PWNED (bash/zsh; syntax error in dash)
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/issues/94314
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash zsh] stdout contains x
#@ body: no-final-newline
#@ ---
echo x |& tee PWNED
