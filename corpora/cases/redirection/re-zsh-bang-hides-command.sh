#@ id: re-zsh-bang-hides-command
#@ about: zsh: redirect to out.log and run rm
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-q728-gf8j-w49r
#@ world: catalogue
#@ body: no-final-newline
#@ ---
>! out.log rm -rf victim
