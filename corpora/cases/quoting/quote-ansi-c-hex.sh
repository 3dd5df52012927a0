#@ id: quote-ansi-c-hex
#@ about: deletes victim/ recursively
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/FMXExpress/PasClaw/pull/438
#@ world: catalogue
#@ body: no-final-newline
#@ ---
$'\x72\x6d' -rf victim
