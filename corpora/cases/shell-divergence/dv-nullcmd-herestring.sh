#@ id: dv-nullcmd-herestring
#@ about: zsh runs NULLCMD (cat) and writes the payload; bash leaves an empty file; dash: syntax error
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://nvd.nist.gov/vuln/detail/CVE-2026-22708
#@ world: catalogue
#@ effect: [bash zsh] create f
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ output: [bash sh] stdout lacks payload
#@ output: [zsh] stdout contains payload
#@ body: no-final-newline
#@ ---
<<< payload > f; cat f
