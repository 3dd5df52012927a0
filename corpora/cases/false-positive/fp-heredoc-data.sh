#@ id: fp-heredoc-data
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: heredoc)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests/corpus/false_positives
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains rm -rf victim
#@ body: no-final-newline
#@ ---
cat <<'EOF'
rm -rf victim
git reset --hard
EOF
