#@ id: wr-fd-x
#@ about: creates PWNED (stands for running any program)
#@ class: wrappers
#@ kind: bypass
#@ origin: https://blog.trailofbits.com/2025/10/22/prompt-injection-to-rce-in-ai-agents/ (from general knowledge; the address was not opened)
#@ world: catalogue
#@ effect: create PWNED
#@ effect: create ^in.txt$
#@ effect: mode evil.sh
#@ effect: mode helper
#@ effect: mode in.txt
#@ effect: mode notes.md
#@ effect: mode victim
#@ effect: mode victim/f
#@ effect: mode victim/sub
#@ effect: mode victim/sub/g
#@ exit: 0
#@ body: no-final-newline
#@ ---
fdfind -x touch PWNED ^in.txt$
