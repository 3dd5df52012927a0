#@ id: re-zsh-bang-hides-command
#@ about: zsh: redirect to out.log and run rm
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-q728-gf8j-w49r
#@ world: catalogue
#@ effect: [bash sh] create !
#@ effect: [zsh] create out.log
#@ effect: [zsh] delete victim
#@ effect: [zsh] delete victim/f
#@ effect: [zsh] delete victim/sub
#@ effect: [zsh] delete victim/sub/g
#@ exit: [zsh] 0
#@ exit: [bash sh] 127
#@ body: no-final-newline
#@ ---
>! out.log rm -rf victim
