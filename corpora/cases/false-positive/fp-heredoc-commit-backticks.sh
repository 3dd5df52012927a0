#@ id: fp-heredoc-commit-backticks
#@ about: creates an empty commit (what misleads a guard: heredoc)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/35183
#@ world: catalogue
#@ setup: @GIT@
#@ body: no-final-newline
#@ ---
git commit -q --allow-empty -m "$(cat <<'EOF'
fix `name` handling
EOF
)"
