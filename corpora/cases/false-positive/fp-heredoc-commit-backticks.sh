#@ id: fp-heredoc-commit-backticks
#@ about: creates an empty commit (what misleads a guard: heredoc)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/anthropics/claude-code/issues/35183
#@ world: catalogue
#@ setup: @GIT@
#@ effect: create like .git/objects/**
#@ effect: modify .git/COMMIT_EDITMSG
#@ effect: modify .git/logs/HEAD
#@ effect: modify .git/logs/refs/heads/master
#@ effect: modify .git/refs/heads/master
#@ exit: 0
#@ body: no-final-newline
#@ ---
git commit -q --allow-empty -m "$(cat <<'EOF'
fix `name` handling
EOF
)"
