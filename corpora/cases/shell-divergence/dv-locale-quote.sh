#@ id: dv-locale-quote
#@ about: bash creates PWNED; dash and zsh create a file named $PWNED
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/Zoo-Code-Org/Zoo-Code/pull/483
#@ world: catalogue
#@ effect: [sh zsh] create $PWNED
#@ effect: [bash] create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
touch $"PWNED"
