"""The sentences of a hint, each checked on the view, the beliefs and the figures of the search.

A sentence of no known kind is a fault. The beliefs are those of the engine, which tests compare
with a count of all worlds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import hypot
from typing import NamedTuple

from covert_bots.players.suggestion import Suggestion
from covert_engine.covert_action import Belief, View, format_action, parse_action
from covert_engine.covert_action.rules.names import ROLES
from covert_engine.search import ActionResult


class Said(NamedTuple):
    """A hint: the view, and the answer of the bot."""

    view: View
    suggestion: Suggestion

    @property
    def first(self) -> ActionResult:
        return self.suggestion.moves[0]

    @property
    def tried(self) -> list[ActionResult]:
        return [move for move in self.suggestion.moves[1:] if move.visits]

    @property
    def role(self) -> str:
        return self.view.fields()["players"][self.view.seat]["role"] or ""


Check = Callable[[Said, re.Match[str]], bool]
KINDS: list[tuple[re.Pattern[str], Check]] = []
PERCENT = r"(\d+)%"
VALUE = r"(\d\.\d\d)"
CLAIM = r"that you are (?:the|a) (\w+)"
OTHER = r"(?:that Seat (\d+) is the (\w+)|to shoot Seat (\d+))"


def sentence(form: str) -> Callable[[Check], Check]:
    def registered(check: Check) -> Check:
        KINDS.append((re.compile(form), check))
        return check

    return registered


def faults(view: View, suggestion: Suggestion, reason: str) -> Iterator[str]:
    """Yield the sentences of a reason that are of no known kind, or false."""
    said = Said(view, suggestion)
    if not reason.endswith("."):
        yield f"unknown: {reason}"
    for text in reason.removesuffix(".").split(". "):
        for form, check in KINDS:
            match = form.fullmatch(text)
            if match:
                if not check(said, match):
                    yield f"false: {text}"
                break
        else:
            yield f"unknown: {text}"


def is_first(said: Said, text: str) -> bool:
    return said.first.action == parse_action(text)


def is_share(probability: float, percent: str) -> bool:
    return f"{probability:.0%}" == f"{percent}%"


@sentence(rf"Say {CLAIM}: this is your story")
def _(said: Said, words: re.Match[str]) -> bool:
    heard = said.view.fields()["statements"]
    own = [one["text"] for one in heard if one["seat"] == said.view.seat]
    claims = [text for text in own if text.startswith("am ")]
    text = f"am {words[1].lower()}"
    return is_first(said, text) and claims[-1:] == [text]


@sentence(rf"Say {CLAIM}: this is the truth")
def _(said: Said, words: re.Match[str]) -> bool:
    return is_first(said, f"am {words[1].lower()}") and said.role == words[1].lower()


@sentence(rf"Say {CLAIM}: this hides your card")
def _(said: Said, words: re.Match[str]) -> bool:
    return is_first(said, f"am {words[1].lower()}") and said.role != words[1].lower()


@sentence(rf"Say (?:nothing|{OTHER})")
def _(said: Said, words: re.Match[str]) -> bool:
    of, role, target = words.groups()
    text = f"is {of} {role.lower()}" if of else f"urge {target}" if target else "pass"
    return is_first(said, text)


@sentence(rf"The table sees a {PERCENT} chance that you are the Mole, and {PERCENT} that you act "
          "as Sniper")  # fmt: skip
def _(said: Said, words: re.Match[str]) -> bool:
    public, seat = Belief().beliefs(said.view, public=True), said.view.seat
    mole = public.roles[seat][ROLES.index("mole")]
    return is_share(mole, words[1]) and is_share(public.acts[seat], words[2])


@sentence(rf"Shoot Seat (\d+): the chance of a good shot is {PERCENT}"
          rf"(?:, and at Seat (\d+), the (best|next best) target, {PERCENT})?")  # fmt: skip
def _(said: Said, words: re.Match[str]) -> bool:
    seat, chance, other, which, chance_there = words.groups()
    good = Belief().beliefs(said.view).good
    target = int(seat) - 1
    rest = [share for number, share in enumerate(good) if number != target and share > 0]
    if not is_first(said, f"shoot {seat}") or not is_share(good[target], chance):
        return False
    if other is None:
        return not rest
    there = good[int(other) - 1]
    best = there > good[target]
    return there == max(rest) and is_share(there, chance_there) and best == (which == "best")


@sentence(r"Hold: no shot of yours can be a good one")
def _(said: Said, words: re.Match[str]) -> bool:
    return is_first(said, "hold") and not any(Belief().beliefs(said.view).good)


@sentence(rf"Hold: Seat (\d+) is the best target, with a chance of {PERCENT} of a good shot")
def _(said: Said, words: re.Match[str]) -> bool:
    good = Belief().beliefs(said.view).good
    there = good[int(words[1]) - 1]
    return is_first(said, "hold") and there == max(good) and is_share(there, words[2])


def told_apart(said: Said, move: ActionResult) -> bool:
    """Return true if a move's mean lies further from the first one's than 95 % of chance."""
    error = hypot(move.standard_error, said.first.standard_error)
    error = error if move.paired_error is None else move.paired_error
    return abs(move.value - said.first.value) > 1.96 * error


@sentence(r"The search sees no difference between this and (another|\d+ other) actions?")
def _(said: Said, words: re.Match[str]) -> bool:
    count = 1 if words[1] == "another" else int(words[1].split()[0])
    return count == sum(not told_apart(said, move) for move in said.tried)


@sentence(rf"The search values this at {VALUE}(?:, and its second choice, to (.+), at {VALUE})?")
def _(said: Said, words: re.Match[str]) -> bool:
    value, other, value_there = words.groups()
    if not said.first.visits or f"{said.first.value:.2f}" != value:
        return False
    if other is None:
        return not said.tried
    second = said.tried[0]
    named = format_action(second.action) == notation(other)
    return named and f"{second.value:.2f}" == value_there and told_apart(said, second)


def notation(words: str) -> str:
    """Return the notation of an action in words: "say that you are the Mole"."""
    if words in ("hold", "say nothing"):
        return {"hold": "hold", "say nothing": "pass"}[words]
    if match := re.fullmatch(rf"say {CLAIM}", words):
        return f"am {match[1].lower()}"
    if match := re.fullmatch(rf"say {OTHER}", words):
        return f"is {match[1]} {match[2].lower()}" if match[1] else f"urge {match[3]}"
    match = re.fullmatch(r"shoot Seat (\d+)", words)
    return f"shoot {match[1]}" if match else words
