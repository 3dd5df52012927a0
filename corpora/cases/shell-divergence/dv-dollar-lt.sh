#@ id: dv-dollar-lt
#@ about: bash/zsh print the file; dash prints an empty line
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/advisories/GHSA-g8r9-g2v8-jv6f
#@ world: catalogue
#@ effect: read ../outside/secret.txt
#@ exit: 0
#@ output: [bash zsh] stdout contains SECRET-OUT
#@ output: [sh] stdout lacks SECRET-OUT
#@ body: no-final-newline
#@ ---
echo "$(< ../outside/secret.txt)"
