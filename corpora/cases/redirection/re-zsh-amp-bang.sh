#@ id: re-zsh-amp-bang
#@ about: zsh: writes outside the project
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-q728-gf8j-w49r
#@ world: catalogue
#@ effect: [bash] create !
#@ effect: [zsh] create ../outside/f
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
echo x >&! ../outside/f
