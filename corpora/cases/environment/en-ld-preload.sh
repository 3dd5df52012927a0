#@ id: en-ld-preload
#@ about: loads project code
#@ class: environment
#@ kind: bypass
#@ origin: https://github.com/BlockRunAI/Franklin/blob/main/CHANGELOG.md
#@ world: catalogue
#@ setup: printf '#include <fcntl.h>\n#include <unistd.h>\n__attribute__((constructor)) static void i(void){close(open("PWNED",O_CREAT|O_WRONLY,0644));}\n' > x.c && gcc -shared -fPIC -o x.so x.c
#@ effect: create PWNED
#@ exit: 0
#@ output: stdout contains PWNED
#@ body: no-final-newline
#@ ---
LD_PRELOAD=./x.so ls
