#@ id: re-dev-fd
#@ about: creates a file outside the project
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/crates/nah-actions/tests/bash_descriptors.rs
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x > /proc/self/cwd/../outside/f
