#@ id: sub-procsub-out
#@ about: creates PWNED
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/pull/4264
#@ world: catalogue
#@ effect: [bash zsh] create PWNED
#@ exit: [bash zsh] 0
#@ exit: [sh] 2
#@ body: no-final-newline
#@ ---
echo x > >(cat > PWNED)
