#@ id: hd-terminator-early
#@ about: deletes victim/ recursively
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/gotgenes/pi-permission-system/issues/74
#@ world: catalogue
#@ body: no-final-newline
#@ ---
cat <<'EOF'
EOF
rm -rf victim
EOF
