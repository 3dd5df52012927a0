#@ id: dv-herestring
#@ about: bash/zsh run both; dash: syntax error, nothing at all runs
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash zsh] stdout contains x
#@ body: no-final-newline
#@ ---
cat <<< x; touch PWNED
