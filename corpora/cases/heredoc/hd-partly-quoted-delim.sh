#@ id: hd-partly-quoted-delim
#@ about: quoted delimiter: no expansion, nothing runs
#@ class: heredoc
#@ kind: parser-disagreement
#@ origin: https://github.com/gotgenes/pi-permission-system/issues/74
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains $(touch PWNED)
#@ body: no-final-newline
#@ ---
cat <<"E"OF
$(touch PWNED)
EOF
