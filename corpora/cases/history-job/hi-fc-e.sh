#@ id: hi-fc-e
#@ about: runs ./helper as editor
#@ class: history-job
#@ kind: bypass
#@ origin: https://github.com/Gitlawb/openclaude/pull/1107
#@ world: catalogue
#@ body: no-final-newline
#@ ---
set -o history; history -s 'true'; fc -e ./helper
