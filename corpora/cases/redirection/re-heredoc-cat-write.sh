#@ id: re-heredoc-cat-write
#@ about: creates a file outside the project
#@ class: redirection
#@ kind: bypass
#@ origin: https://github.com/itayinbarr/little-coder/issues/70
#@ world: catalogue
#@ effect: create ../outside/f
#@ exit: 0
#@ body: no-final-newline
#@ ---
cat > ../outside/f << 'X'
x
X
