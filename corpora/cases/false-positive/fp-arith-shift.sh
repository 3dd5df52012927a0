#@ id: fp-arith-shift
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: arithmetic)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/bytedance/deer-flow/pull/4623
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains 256
#@ body: no-final-newline
#@ ---
echo $((1<<8))
