#@ id: dv-dbl-bracket-guarded
#@ about: bash/zsh delete; dash: [[ not found, so nothing is deleted
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/ldayton/Dippy/pull/38
#@ world: catalogue
#@ body: no-final-newline
#@ ---
[[ -f in.txt ]] && rm -rf victim
