#@ id: sep-nbsp-redirect-amp
#@ about: file named U+00A0 written, victim/ deleted
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/issues/12089
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo x > & rm -rf victim
