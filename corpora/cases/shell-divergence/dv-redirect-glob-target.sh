#@ id: dv-redirect-glob-target
#@ about: bash and zsh write in.txt; dash writes a file named in.t?t
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/kenryu42/claude-code-safety-net
#@ world: catalogue
#@ effect: [sh] create in.t?t
#@ effect: [bash zsh] modify in.txt
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo x > in.t?t
