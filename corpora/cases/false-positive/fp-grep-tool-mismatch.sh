#@ id: fp-grep-tool-mismatch
#@ about: writes one project file (what misleads a guard: spelling)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/SchneiderDaniel/cheasee-pi/issues/631
#@ world: catalogue
#@ effect: create t.md
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo "use grep or cat" > t.md
