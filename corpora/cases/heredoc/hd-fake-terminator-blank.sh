#@ id: hd-fake-terminator-blank
#@ about: data only: nothing deleted
#@ class: heredoc
#@ kind: parser-disagreement
#@ origin: https://github.com/gotgenes/pi-permission-system/issues/74
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains "EOF "
#@ body: no-final-newline
#@ ---
cat <<EOF
EOF 
rm -rf victim
EOF
