#@ id: dv-dbl-bracket-gt
#@ about: dash: no [[ keyword: a redirect creates PWNED; bash/zsh: comparison only
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/ldayton/Dippy/pull/38
#@ world: catalogue
#@ effect: [sh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
[[ x > PWNED ]]
