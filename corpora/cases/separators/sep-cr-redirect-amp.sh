#@ id: sep-cr-redirect-amp
#@ about: file named CR written, then victim/ deleted
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/QwenLM/qwen-code/issues/12089
#@ world: catalogue
#@ effect: create "\r"
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: base64
#@ ---
ZWNobyB4ID4NJiBybSAtcmYgdmljdGlt
