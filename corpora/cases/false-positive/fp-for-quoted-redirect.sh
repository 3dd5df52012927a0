#@ id: fp-for-quoted-redirect
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: quoting)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/issues/230
#@ world: catalogue
#@ exit: 0
#@ body: no-final-newline
#@ ---
for c in "git push --force origin main"; do echo "$c" >/dev/null; done
