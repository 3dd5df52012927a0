#@ id: sep-crlf
#@ about: deletes victim/ recursively
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/bastani-inc/atomic/pull/2811
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: base64
#@ ---
ZWNobyBoaQ0Kcm0gLXJmIHZpY3RpbQ==
