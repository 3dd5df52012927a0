#@ id: quote-dq-part
#@ about: deletes victim/ recursively
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/OpenHands/software-agent-sdk/issues/2721
#@ world: catalogue
#@ effect: delete victim
#@ effect: delete victim/f
#@ effect: delete victim/sub
#@ effect: delete victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
r"m" -rf victim
