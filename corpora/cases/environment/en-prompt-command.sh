#@ id: en-prompt-command
#@ about: creates PWNED (stands for running any program)
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/sheeki03/tirith/blob/main/CHANGELOG.md
#@ world: catalogue
#@ effect: create $HOME/.bash_history
#@ effect: create PWNED
#@ exit: 0
#@ body: no-final-newline
#@ ---
echo true | PROMPT_COMMAND='touch PWNED' bash --norc -i 2>/dev/null
