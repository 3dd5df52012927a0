#@ id: sep-crlf
#@ about: deletes victim/ recursively
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/bastani-inc/atomic/pull/2811
#@ world: catalogue
#@ body: base64
#@ ---
ZWNobyBoaQ0Kcm0gLXJmIHZpY3RpbQ==
