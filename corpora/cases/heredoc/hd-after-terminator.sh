#@ id: hd-after-terminator
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
#@ output: stdout contains data
#@ body: no-final-newline
#@ ---
cat <<EOF
data
EOF
rm -rf victim
