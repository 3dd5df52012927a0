#@ id: op-tee-many
#@ about: appends to several files
#@ class: option-abuse
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create ../outside/f
#@ effect: modify notes.md
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x | tee -a notes.md ../outside/f >/dev/null
