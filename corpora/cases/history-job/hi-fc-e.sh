#@ id: hi-fc-e
#@ about: runs ./helper as editor
#@ class: history-job
#@ kind: bypass
#@ origin: https://github.com/Gitlawb/openclaude/pull/1107
#@ world: catalogue
#@ effect: [bash] create PWNED
#@ exit: [bash] 0
#@ exit: [zsh] 1
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
set -o history; history -s 'true'; fc -e ./helper
