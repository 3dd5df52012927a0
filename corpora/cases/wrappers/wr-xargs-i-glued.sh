#@ id: wr-xargs-i-glued
#@ about: deletes victim/ recursively
#@ class: wrappers
#@ kind: bypass
#@ origin: https://github.com/advisories/GHSA-xq4m-mc3c-vvg3
#@ world: catalogue
#@ body: no-final-newline
#@ ---
echo victim | xargs -I% rm -rf %
