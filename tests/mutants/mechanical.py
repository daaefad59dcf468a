"""Mechanical mutants: one small change of one line, drawn by a seed.

Compared, joined or added otherwise; a number one off; True and False, a condition the other way
round; a statement left out. Drawn from the files that decide play, views and searches, in
proportion to the lines that can be changed. Not touched are comments, strings (so the words of
errors), imports, declarations, numbers in hexadecimal (the constants of hashes), and three files
whole: `_value`, `_plan` and `_policy` are numbers set by hand, of which no rule says that one is
right and the next one wrong; how well they play is measured, not tested. `_playout` and `_bench`
only measure.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mutants.faults import ROOT
from mutants.patch import Mutant, digest_of

SEED = 1
COUNT = 200
ENGINE = Path("engine/covert_engine")
LEFT_OUT = {"_value", "_plan", "_policy", "_playout", "_bench"}
SOURCES = tuple(
    path.relative_to(ROOT)
    for folder in ("covert", "search")
    for path in sorted((ROOT / ENGINE / folder).rglob("*.pyx"))
    if path.stem not in LEFT_OUT
)

TOKEN = re.compile(
    r"""
      (?P<comment>  \#[^\n]* )
    | (?P<string>   [A-Za-z]{0,2} (?: \"\"\".*?\"\"\" | '''.*?''' | "(?:\\.|[^"\\\n])*"
                                                                  | '(?:\\.|[^'\\\n])*' ) )
    | (?P<cast>     <\s* (?:const\s+)? (?:u?int\d*_t|int|double|float|void|char|size_t|action_t
                                         |[A-Z]\w*[a-z]\w*) \s* \**\s*> )
    | (?P<number>   0[xX][0-9a-fA-F]+ | \d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)? )
    | (?P<name>     \w+ )
    | (?P<operator> (?: << | >> | // | \*\* | [-+*/%&|^<>=!:] ) =? | [^\s\w] )
    | (?P<newline>  \n )
    | (?P<space>    [^\S\n]+ | \\\n )
    """,
    re.VERBOSE | re.DOTALL,
)
OTHERWISE = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "and": ("or",),
    "or": ("and",),
    "True": ("False",),
    "False": ("True",),
}
TURNED = {"+": "-", "-": "+", "+=": "-=", "-=": "+="}
DECLARED = re.compile(r"(cdef|cpdef|def|class|from|import|ctypedef)\b|@")
COMPOUND = re.compile(r"(if|elif|else|for|while|with|try|except|finally|raise|pass|assert)\b")
BLOCK = re.compile(r"(cdef|ctypedef)\s+(extern|enum|struct|packed)\b|cdef:")
INITIALISED = re.compile(r"cdef\s[^=()]*=\s*")
UNSEEN = ("__dealloc__",)  # memory that is not given back changes nothing that is played
FUNCTION = re.compile(r"\s*(?:async\s+)?(?:def|cdef|cpdef)\b[^=]*?(\w+)\s*\(")


@dataclass(frozen=True)
class Token:
    sort: str
    text: str
    start: int


@dataclass(frozen=True)
class Line:
    """A logical line: a statement or the head of a compound one."""

    function: str
    tokens: tuple[Token, ...]
    start: int
    end: int


def tokens_of(text: str) -> Iterator[Token]:
    for match in TOKEN.finditer(text):
        yield Token(str(match.lastgroup), match.group(), match.start())


def lines_of(text: str) -> Iterator[Line]:
    """Yield the logical lines that are executed in a function."""
    function, last, within, skipped_below = "", "", -1, -1
    kept: list[Token] = []
    depth = 0
    for token in [*tokens_of(text), Token("newline", "\n", len(text))]:
        if token.sort in ("comment", "space"):
            continue
        if token.sort != "newline":
            kept.append(token)
            depth += (token.text in "([{") - (token.text in ")]}")
            continue
        if depth or not kept:
            continue
        start, end = kept[0].start, kept[-1].start + len(kept[-1].text)
        line = Line(function, tuple(kept), start, end)
        kept = []
        indent = start - (text.rfind("\n", 0, start) + 1)
        words, kind = text[start:end], line.tokens[0].sort
        if skipped_below >= 0 and indent > skipped_below:
            continue
        skipped_below = indent if BLOCK.match(words) else -1
        if indent <= within:
            function, within = "", -1
        if (head := FUNCTION.match(words)) and words.endswith(":"):
            function, within = head.group(1), indent
            last = "return 0" if "except -1" in words else ""  # it only says: no exception
        elif (
            words != last
            and function not in ("", *UNSEEN)
            and skipped_below < 0
            and kind != "string"
        ):
            yield line


def changes_of(text: str, line: Line) -> Iterator[tuple[int, str, str, str]]:
    """Yield each change of a line: its place, the old text, the new text, and a description."""
    words = text[line.start : line.end]
    first = line.start
    if DECLARED.match(words):
        initialised = INITIALISED.match(words)
        if not initialised:
            return
        first += initialised.end()
    elif words.startswith("raise"):
        return
    elif not COMPOUND.match(words):
        yield line.start, words, "pass", "statement left out"
    if (head := re.match(r"(if|elif) (.*):$", words, re.DOTALL)) is not None:
        yield line.start, words, f"{head[1]} not ({head[2]}):", "condition the other way round"
    before: Token | None = None
    for token in line.tokens:
        if token.start >= first:
            yield from changes_at(token, before)
        before = token


def changes_at(token: Token, before: Token | None) -> Iterator[tuple[int, str, str, str]]:
    for new in OTHERWISE.get(token.text, ()) if token.sort in ("operator", "name") else ():
        yield token.start, token.text, new, f"{token.text} is {new}"
    if token.sort == "operator" and token.text in TURNED:
        binary = before is not None and (before.sort in ("number", "name") or before.text in ")]")
        if binary and before is not None and before.text not in ("return", "in", "and", "or"):
            new = TURNED[token.text]
            yield token.start, token.text, new, f"{token.text} is {new}"
    if token.sort == "number" and token.text.isdecimal():
        value = int(token.text)
        for number in (value + 1, value - 1):
            if number >= 0:
                yield token.start, token.text, str(number), f"{value} is {number}"


@cache
def drawn_from(path: Path) -> tuple[tuple[Mutant, ...], int]:
    """Return the mutants of a file as they are drawn, first one of each line, and the number of
    lines."""
    text = (ROOT / path).read_text(encoding="utf-8")
    top = ENGINE / path.relative_to(ENGINE).parts[0]
    chance = random.Random(f"{SEED} {top / path.name}")  # the same when it moves to another folder
    by_line = []
    for line in lines_of(text):
        changes = list(changes_of(text, line))
        if changes:
            chance.shuffle(changes)
            changes.sort(key=lambda change: change[2] == "pass")  # what else there is comes first
            by_line.append((line, changes))
    chance.shuffle(by_line)
    drawn: dict[str, Mutant] = {}
    for turn in range(max((len(changes) for _, changes in by_line), default=0)):
        for line, changes in by_line:
            if turn < len(changes):
                mutant = made(text, path, line, *changes[turn])
                drawn.setdefault(mutant.id, mutant)
    return tuple(drawn.values()), len(by_line)


def made(text: str, path: Path, line: Line, start: int, old: str, new: str, what: str) -> Mutant:
    """Make a mutant whose name stays the same when lines above it come and go."""
    words = text[line.start : line.end]
    twins = text.count(words, text.find(line.function), line.start)
    name = f"{path.stem.lstrip('_')}.{line.function}"
    digest = digest_of(words, str(twins), str(start - line.start), old, new)[:6]
    at = f"{name}, `{' '.join(words.split())}`: {what}"
    return Mutant(f"{name}.{digest}", str(path), start, old, new, at)


@cache
def mutants() -> tuple[Mutant, ...]:
    """Return all mutants as they are drawn: each file in proportion to its lines.

    The first `COUNT` that compile are the ones that are tried.
    """
    order = []
    for path in SOURCES:
        drawn, lines = drawn_from(path)
        order += [((rank + 0.5) / lines, mutant.id, mutant) for rank, mutant in enumerate(drawn)]
    return tuple(mutant for _, _, mutant in sorted(order, key=lambda entry: entry[:2]))
