#@ id: co-heredoc-in-comment
#@ about: deletes victim/ recursively
#@ class: comment
#@ kind: bypass
#@ origin: https://github.com/Zoo-Code-Org/Zoo-Code/pull/483
#@ world: catalogue
#@ body: no-final-newline
#@ ---
ls # <<EOF
rm -rf victim
EOF
