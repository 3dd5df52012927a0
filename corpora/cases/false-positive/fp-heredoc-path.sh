#@ id: fp-heredoc-path
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: heredoc)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/gotgenes/pi-permission-system/issues/74
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains /etc/hosts
#@ body: no-final-newline
#@ ---
cat <<'EOF'
/etc/hosts
EOF
