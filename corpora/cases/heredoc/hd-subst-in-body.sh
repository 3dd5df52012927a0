#@ id: hd-subst-in-body
#@ about: creates PWNED (stands for running any program)
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-packages/issues/741
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
cat <<EOF
$(touch PWNED)
EOF
