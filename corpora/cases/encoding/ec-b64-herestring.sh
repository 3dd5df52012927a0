#@ id: ec-b64-herestring
#@ about: creates PWNED (stands for running any program)
#@ class: encoding
#@ kind: bypass
#@ origin: https://github.com/ldayton/Dippy/issues/158
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
base64 -d <<< dG91Y2ggUFdORUQ= | bash
