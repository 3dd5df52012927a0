#@ id: in-python-flags-c
#@ about: deletes victim/ recursively
#@ class: interpreter
#@ kind: bypass
#@ origin: https://github.com/Dicklesworthstone/destructive_command_guard/tree/main/tests
#@ world: catalogue
#@ body: no-final-newline
#@ ---
python3 -B -v -c "import os; os.system('rm -rf victim')"
