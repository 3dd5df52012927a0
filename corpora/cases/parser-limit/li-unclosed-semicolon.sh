#@ id: li-unclosed-semicolon
#@ about: syntax error on the same line: no shell runs anything
#@ class: parser-limit
#@ kind: parser-disagreement
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/189
#@ world: catalogue
#@ exit: [zsh] 1
#@ exit: [bash sh] 2
#@ body: no-final-newline
#@ ---
rm -rf victim ; $($($($($($($($($($($($($($($($($($($($($($($($($($($($($($(
