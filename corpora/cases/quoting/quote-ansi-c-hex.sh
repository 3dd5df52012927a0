#@ id: quote-ansi-c-hex
#@ about: deletes victim/ recursively
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/FMXExpress/PasClaw/pull/438
#@ world: catalogue
#@ effect: [bash zsh] delete victim
#@ effect: [bash zsh] delete victim/f
#@ effect: [bash zsh] delete victim/sub
#@ effect: [bash zsh] delete victim/sub/g
#@ exit: [bash zsh] 0
#@ exit: [sh] 127
#@ body: no-final-newline
#@ ---
$'\x72\x6d' -rf victim
