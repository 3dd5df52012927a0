#@ id: dv-tilde-plus
#@ about: bash/zsh write into the project; dash: no such directory ~+
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
echo x > ~+/PWNED
