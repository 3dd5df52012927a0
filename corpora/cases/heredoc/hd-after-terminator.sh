#@ id: hd-after-terminator
#@ about: deletes victim/ recursively
#@ class: heredoc
#@ kind: bypass
#@ origin: https://github.com/Zoo-Code-Org/Zoo-Code/pull/483
#@ world: catalogue
#@ body: no-final-newline
#@ ---
cat <<EOF
data
EOF
rm -rf victim
