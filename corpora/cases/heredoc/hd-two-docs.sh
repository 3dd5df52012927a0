#@ id: hd-two-docs
#@ about: deletes victim/ recursively
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/Zoo-Code-Org/Zoo-Code/pull/483
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ output: [bash sh] stdout contains $(touch NOPE)
#@ output: [zsh] stdout contains x
#@ body: no-final-newline
#@ ---
cat <<A <<'B'
x
A
$(touch NOPE)
B
rm -rf victim
