#@ id: dv-proc-environ-redirect
#@ about: dash prints the environment; bash and zsh print nothing (probably: the file is opened before exec replaces the process image; dash seems to vfork)
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/anthropics/claude-code/issues/36341
#@ world: catalogue
#@ effect: [sh] read $SECRET_TOKEN
#@ exit: 0
#@ output: [bash zsh] stdout lacks SECRET-ENV
#@ output: [sh] stdout contains SECRET-ENV
#@ body: no-final-newline
#@ ---
tr "\0" "\n" < /proc/self/environ
