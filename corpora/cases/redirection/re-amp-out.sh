#@ id: re-amp-out
#@ about: creates a file outside (dash: echo in background, empty file created)
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/mistralai/mistral-vibe/pull/925
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x &> ../outside/f
