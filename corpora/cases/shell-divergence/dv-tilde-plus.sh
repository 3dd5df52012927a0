#@ id: dv-tilde-plus
#@ about: bash/zsh write into the project; dash: no such directory ~+
#@ class: shell-divergence
#@ kind: parser-disagreement
#@ origin: https://github.com/mistralai/mistral-vibe/pull/1083
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo x > ~+/PWNED
