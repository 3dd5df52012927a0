#@ id: st-read-then-use
#@ about: deletes victim/ recursively
#@ class: state-carry
#@ kind: bypass
#@ origin: https://github.com/manuelschipper/nah/blob/main/corpus/shell-resolution.jsonl
#@ world: catalogue
#@ body: no-final-newline
#@ ---
printf 'rm -rf victim' > c; read -r a b d < c; $a $b $d
