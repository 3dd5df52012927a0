#@ id: fp-quoted-heredoc-subst
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: heredoc)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/bytedance/deer-flow/pull/4623
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains $(touch PWNED)
#@ body: no-final-newline
#@ ---
cat <<'EOF'
$(touch PWNED)
EOF
