#@ id: dv-dbl-bracket-gt
#@ about: dash: no [[ keyword: a redirect creates PWNED; bash/zsh: comparison only
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/ldayton/Dippy/pull/38
#@ world: catalogue
#@ body: no-final-newline
#@ ---
[[ x > PWNED ]]
