#@ id: dv-echo-escapes
#@ about: dash and zsh echo turn \n into a newline: touch runs; bash echo keeps it literal
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/gptme/gptme/pull/840
#@ world: catalogue
#@ effect: [sh zsh] create PWNED
#@ exit: [sh zsh] 0
#@ exit: [bash] 127
#@ body: no-final-newline
#@ ---
echo 'true\ntouch PWNED' | sh
