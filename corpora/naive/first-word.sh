#!/bin/sh
# An example guard with a well-known mistake, in POSIX sh: it looks at the first word
# and forgets what may follow. It is started once per request, reads the script on
# standard input, and answers with its exit status: 0 allows, 1 denies, 2 asks. What it
# writes to standard error is the reason.

read -r word rest

case $word in
    echo | ls | pwd | cat | wc)
        echo "$word only reads" >&2
        exit 0
        ;;
    git)
        echo "git may write" >&2
        exit 2
        ;;
    *)
        echo "not on the list: $word" >&2
        exit 1
        ;;
esac
