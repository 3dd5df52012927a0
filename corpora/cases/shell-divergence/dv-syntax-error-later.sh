#@ id: dv-syntax-error-later
#@ about: bash/dash run the first line before the error; zsh -c parses everything first and runs nothing
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/189
#@ world: catalogue
#@ effect: [bash sh] create PWNED
#@ exit: [zsh] 1
#@ exit: [bash sh] 2
#@ body: no-final-newline
#@ ---
touch PWNED
if then fi(
