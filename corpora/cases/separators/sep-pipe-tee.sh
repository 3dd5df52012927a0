#@ id: sep-pipe-tee
#@ about: creates PWNED through the pipe's second command
#@ class: separators
#@ kind: bypass
#@ origin: https://github.com/google-gemini/gemini-cli/issues/11510
#@ world: catalogue
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains x
#@ body: no-final-newline
#@ ---
echo x | tee PWNED
