#@ id: fp-case-esac
#@ about: harmless: nothing outside the stated output happens (what misleads a guard: group-break)
#@ class: false-positive
#@ kind: false-positive
#@ origin: https://github.com/bigduu/Bamboo-agent/issues/557
#@ world: catalogue
#@ exit: 0
#@ output: stdout contains x
#@ body: no-final-newline
#@ ---
case x in x) echo x;; esac
