#@ id: wr-zsh-nocorrect
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://zsh.sourceforge.io/Doc/Release/Shell-Grammar.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ body: no-final-newline
#@ ---
nocorrect rm -rf victim
