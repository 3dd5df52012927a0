#@ id: op-grep-f
#@ about: reads a file outside
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/anthropics/claude-code/blob/main/CHANGELOG.md
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains x
#@ body: no-final-newline
#@ ---
echo x | grep -v -f ../outside/secret.txt
