#@ id: quote-ansi-c-in-path
#@ about: prints a secret file
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/pull/95
#@ world: catalogue
#@ effect: [bash zsh] read ../outside/secret.txt
#@ exit: [bash zsh] 0
#@ exit: [sh] 1
#@ output: [bash zsh] stdout contains SECRET-OUT
#@ output: [sh] stdout lacks SECRET-OUT
#@ body: no-final-newline
#@ ---
cat ../outside/$'\x73'ecret.txt
