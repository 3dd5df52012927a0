#@ id: dv-zsh-bang-redirect
#@ about: zsh writes f, bash/dash write a file named ! with "data f"
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/advisories/GHSA-q728-gf8j-w49r
#@ world: catalogue
#@ effect: [bash sh] create !
#@ effect: [zsh] create f
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo data >! f
