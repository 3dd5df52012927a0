#@ id: sep-nbsp-redirect-amp
#@ about: file named U+00A0 written, victim/ deleted
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/issues/12089
#@ world: catalogue
#@ effect: [bash sh] create "\xc2\xa0"
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ racy: the background job makes its file after the shell has exited, which the oracle waits for and a look at the exit of zsh misses one time in ten
#@ body: no-final-newline
#@ ---
echo x > & rm -rf victim
