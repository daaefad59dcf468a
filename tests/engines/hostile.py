"""An engine that misbehaves: `python hostile.py HOW`. It answers all lines before it does so.

It needs nothing but Python itself, so that it starts at once.
"""

import os
import sys
import time

HELLO, GAME = '{"hello":{"name":"hostile","views":"none"}}', '{"game":{}}'
HOURS = 3600.0


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def answers(text: str) -> None:
    """Answer this question and all others in the same way."""
    say(text)
    while sys.stdin.readline():
        say(text)


def floods(descriptor: int) -> None:
    while True:
        os.write(descriptor, b"no end " * 10_000)


def forks() -> None:
    """Leave the pipes to a child, and end."""
    if os.fork():
        os._exit(3)
    time.sleep(HOURS)


def hangs_up() -> None:
    os.closerange(1, 3)
    time.sleep(HOURS)


DEEP = '{"action":' * 5000
WAYS = {
    "sleeps": lambda: time.sleep(HOURS),
    "ends": lambda: os._exit(3),
    "kills itself": lambda: os.kill(os.getpid(), 9),
    "forks": forks,
    "hangs up": hangs_up,
    "half a line": lambda: (say('{"action":{"te'), os._exit(0)),
    "half a line and no end": lambda: (say('{"action":{"te'), time.sleep(HOURS)),
    "a gigabyte": lambda: floods(1),
    "a gigabyte of errors": lambda: floods(2),
    "nonsense": lambda: answers("good morning\n"),
    "bytes": lambda: (sys.stdout.buffer.write(b"\xff\xfe\n"), sys.stdout.buffer.flush(), answers("")),
    "two members": lambda: answers('{"action":{"text":"pass"},"more":{}}\n'),
    "a list": lambda: answers("[]\n"),
    "depth": lambda: answers(DEEP + "\n"),
    "a number": lambda: answers('{"action":{"text":7}}\n'),
    "a huge number": lambda: answers('{"action":{"text":"x","iterations":1' + "0" * 5000 + "}}\n"),
    "iterations": lambda: answers('{"action":{"text":"x","iterations":-1}}\n'),
    "illegal": lambda: answers('{"action":{"text":"resign"}}\n'),
    "control": lambda: answers('{"action":{"text":"\\u001b[2J\\ud800"}}\n'),
    "two lines": lambda: answers('{"action":{"text":"x"}}\n{"action":{"text":"x"}}\n'),
    "an error": lambda: answers('{"error":{"message":"no idea"}}\n'),
}


def main(how: str) -> None:
    if how == "another program":
        print("usage: none", file=sys.stderr)
        sys.exit(2)
    sys.stdin.readline()
    if how == "a wrong hello":
        answers('{"hello":{"views":"all"}}\n')
    say(HELLO + "\n")
    sys.stdin.readline()
    say(GAME + "\n" + ("{}\n" if how == "too early" else ""))
    if how == "reads no more":
        time.sleep(HOURS)
    sys.stdin.readline()
    WAYS[how]()


main(sys.argv[1])
