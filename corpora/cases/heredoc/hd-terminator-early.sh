#@ id: hd-terminator-early
#@ about: deletes victim/ recursively
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-permission-system/issues/74
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 127
#@ body: no-final-newline
#@ ---
cat <<'EOF'
EOF
rm -rf victim
EOF
