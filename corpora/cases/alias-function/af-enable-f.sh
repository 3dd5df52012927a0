#@ id: af-enable-f
#@ about: loads a shared object into the shell
#@ class: alias-function
#@ kind: bypass
#@ origin: https://www.gnu.org/software/bash/manual/bash.html (from general knowledge; the address was not opened)
#@ world: catalogue
#@ setup: printf '#include <fcntl.h>\n#include <unistd.h>\n__attribute__((constructor)) static void i(void){close(open("PWNED",O_CREAT|O_WRONLY,0644));}\nint x_struct;\n' > x.c && gcc -shared -fPIC -o x.so x.c
#@ effect: [bash] create PWNED
#@ exit: [zsh] 1
#@ exit: [sh] 127
#@ exit: [bash] signal 11
#@ body: no-final-newline
#@ ---
enable -f ./x.so x
