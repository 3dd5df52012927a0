#@ id: gl-zsh-triple-star
#@ about: follows a symlink out of the project and prints the file
#@ class: glob
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ setup: mkdir d1; ln -s ../../outside d1/link
#@ effect: [zsh] read ../outside/secret.txt
#@ exit: [zsh] 0
#@ exit: [bash sh] 1
#@ output: [bash sh] stdout lacks SECRET-OUT
#@ output: [zsh] stdout contains SECRET-OUT
#@ body: no-final-newline
#@ ---
cat ***/secret.txt
