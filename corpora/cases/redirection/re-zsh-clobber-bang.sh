#@ id: re-zsh-clobber-bang
#@ about: zsh: writes outside the project (bash: file named ! in the project)
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-q728-gf8j-w49r
#@ world: catalogue
#@ effect: [bash sh] create !
#@ effect: [zsh] create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x >! ../outside/f
