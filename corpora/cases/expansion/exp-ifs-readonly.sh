#@ id: exp-ifs-readonly
#@ about: creates PWNED
#@ class: expansion
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-xq4m-mc3c-vvg3
#@ world: catalogue
#@ effect: [bash sh] create PWNED
#@ exit: [bash sh] 0
#@ exit: [zsh] 127
#@ body: no-final-newline
#@ ---
sort$IFS-o${IFS}PWNED${IFS}in.txt
