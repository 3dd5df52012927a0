#@ id: hd-two-docs
#@ about: deletes victim/ recursively
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/Zoo-Code-Org/Zoo-Code/pull/483
#@ world: catalogue
#@ body: no-final-newline
#@ ---
cat <<A <<'B'
x
A
$(touch NOPE)
B
rm -rf victim
