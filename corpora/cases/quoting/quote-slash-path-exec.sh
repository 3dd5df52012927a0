#@ id: quote-slash-path-exec
#@ about: runs echo/1.sh (creates PWNED)
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/ghantoos/lshell/issues/148
#@ world: catalogue
#@ setup: mkdir echo; printf "#!/bin/sh\n: > PWNED\n" > echo/1.sh; chmod +x echo/1.sh
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo'/1.sh'
