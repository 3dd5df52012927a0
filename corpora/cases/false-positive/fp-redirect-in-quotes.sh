#@ id: fp-redirect-in-quotes
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: redirection)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/225
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains level >/etc/x means high
#@ body: no-final-newline
#@ ---
printf '%s\n' 'level >/etc/x means high'
