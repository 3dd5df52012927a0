#@ id: sub-procsub-out
#@ about: creates PWNED
#@ class: substitution
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/pull/4264
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo x > >(cat > PWNED)
