#@ id: pr-editorconfig-eslint
#@ about: eslint config is project code
#@ class: project-code-exec
#@ kind: bypass
#@ origin: https://github.com/yonatangross/orchestkit/issues/4216
#@ world: catalogue
#@ skip: was not run when it was collected: eslint config is project code
#@ body: no-final-newline
#@ ---
npx eslint .
