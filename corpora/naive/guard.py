"""Example guards with well-known mistakes, one process for many requests.

    python3 guard.py NAME

speaks Trapline's jsonl protocol on standard input and output. Each guard means to
allow harmless commands only, and each overlooks something; `trapline hunt` shows
what. Nothing here is meant to be used as a guard.
"""

import base64
import json
import re
import shlex
import sys


def naive(command):
    """Allows `echo ...` unless it can see an operator; it knows three."""
    if any(operator in command for operator in (";", "&&", "|")):
        return "deny", "operator"
    if command == "echo" or command.startswith("echo "):
        return "allow", "echo"
    return "deny", "not-echo"


def prefix(command):
    """Allows what begins like a command on its list, however it goes on."""
    for allowed in ("ls", "pwd", "git log", "cat README"):
        if command.startswith(allowed):
            return "allow", "prefix"
    return "ask", "unknown"


def multiline(command):
    """Anchors its pattern at both ends, but of a line and not of the text."""
    pattern = r"^(ls|pwd|whoami|date)( -[A-Za-z]+)*$"
    if re.search(pattern, command, re.MULTILINE):
        return "allow", "pattern"
    return "deny", "no-match"


def split(command):
    """Splits by quotes and looks for operators that stand alone as words."""
    try:
        words = shlex.split(command)
    except ValueError:
        return "deny", "syntax"
    if any(word in (";", "&", "&&", "|", "||", ">", ">>", "<") for word in words):
        return "deny", "operator"
    if words and words[0] in ("echo", "ls", "cat", "head", "wc", "grep"):
        return "allow", "word"
    return "deny", "word"


GUARDS = {guard.__name__: guard for guard in (naive, prefix, multiline, split)}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in GUARDS:
        sys.exit(f"usage: python3 guard.py {'|'.join(GUARDS)}")
    guard = GUARDS[sys.argv[1]]
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if "command" in request:
            decision, rule = guard(request["command"])
        else:
            # Not UTF-8, so it comes as base64; none of these guards can read such text.
            base64.b64decode(request["command_b64"], validate=True)
            decision, rule = "deny", "not-text"
        reply = {"id": request["id"], "decision": decision, "rule": rule}
        print(json.dumps(reply), flush=True)


main()
