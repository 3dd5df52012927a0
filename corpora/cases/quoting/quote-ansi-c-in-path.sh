#@ id: quote-ansi-c-in-path
#@ about: prints a secret file
#@ class: quoting
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/pull/95
#@ world: catalogue
#@ body: no-final-newline
#@ ---
cat ../outside/$'\x73'ecret.txt
