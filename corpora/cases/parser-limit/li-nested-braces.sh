#@ id: li-nested-braces
#@ about: deletes victim/ recursively
#@ class: parser-limit
#@ kind: bypass
#@ origin: https://github.com/melodic-software/claude-code-plugins/pull/4324
#@ world: catalogue
#@ body: no-final-newline
#@ ---
{ { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { { rm -rf victim; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }; }
