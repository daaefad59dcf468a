"""An engine that misbehaves: `python hostile.py HOW`. It answers all lines before it does so.

It needs nothing but Python itself, so that it starts at once.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial

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


def half_a_line() -> None:
    say('{"action":{"te')


def half_a_line_and_the_end() -> None:
    half_a_line()
    os._exit(0)


def half_a_line_and_no_end() -> None:
    half_a_line()
    time.sleep(HOURS)


def no_text() -> None:
    sys.stdout.buffer.write(b"\xff\xfe\n")
    sys.stdout.flush()
    time.sleep(HOURS)


WAYS: dict[str, Callable[[], object]] = {
    "sleeps": partial(time.sleep, HOURS),
    "ends": partial(os._exit, 3),
    "kills itself": partial(os.kill, os.getpid(), signal.SIGKILL),
    "forks": forks,
    "hangs up": hangs_up,
    "half a line": half_a_line_and_the_end,
    "half a line and no end": half_a_line_and_no_end,
    "a gigabyte": partial(floods, 1),
    "a gigabyte of errors": partial(floods, 2),
    "bytes": no_text,
}
ANSWERS = {
    "nonsense": "good morning",
    "two members": '{"action":{"text":"pass"},"more":{}}',
    "a list": "[]",
    "depth": '{"action":' * 5000,
    "a number": '{"action":{"text":7}}',
    "a huge number": '{"action":{"text":"x","iterations":1' + "0" * 5000 + "}}",
    "iterations": '{"action":{"text":"x","iterations":-1}}',
    "illegal": '{"action":{"text":"resign"}}',
    "control": '{"action":{"text":"\\u001b[2J\\ud800"}}',
    "two lines": '{"action":{"text":"x"}}\n{"action":{"text":"x"}}',
    "an error": '{"error":{"message":"no idea"}}',
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
    if how in ANSWERS:
        answers(ANSWERS[how] + "\n")
    WAYS[how]()


main(sys.argv[1])
