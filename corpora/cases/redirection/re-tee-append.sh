#@ id: re-tee-append
#@ about: creates a file outside the project
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ output: stdout contains x
#@ body: no-final-newline
#@ ---
echo x | tee -a ../outside/f
