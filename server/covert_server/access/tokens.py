"""Bearer tokens: the callers allowed, in a file that holds no secret.

A token is 32 random bytes, so its plain SHA-256 is safe to keep: nobody can try that many. A
presented token is compared with all known ones, in constant time. The file is TOML, with a table
for each holder:

    [lobby]
    sha256 = "..."        # of the token
    class = "batch"       # by default interactive
    calls = 600           # a minute; by default unlimited
    seconds = 90          # of worker threads, a minute; by default unlimited
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hmac import compare_digest
from pathlib import Path
from typing import Any

from covert_engine.input.hints import nearest
from covert_engine.input.toml import TomlError, TomlFile, toml_value
from covert_server.access.files import AccessFileError
from covert_server.access.quotas import MOST, Quota

PREFIX = "covertbots_"  # marks a secret that has strayed into a text
HIDDEN = "(not shown)"
RANDOM_BYTES = 32
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
INTERACTIVE, BATCH = "interactive", "batch"
DIGEST = re.compile(r"[0-9a-f]{64}")
FIELDS = ("sha256", "class", "calls", "seconds")


class TokenError(Exception):
    """A call without a known token."""

    def __init__(self, given: bool) -> None:
        """`given` is True if the call had a token at all."""
        self.given = given
        super().__init__(given)


@dataclass(frozen=True)
class Holder:
    """The holder of a token."""

    name: str
    digest: str
    """The SHA-256 of the token, in hexadecimal digits."""
    batch: bool = False
    """True if all its calls wait until no interactive call does."""
    quota: Quota = field(default_factory=Quota)


class Tokens:
    """The tokens of a file."""

    def __init__(self, holders: tuple[Holder, ...]) -> None:
        self.holders = holders

    def holder_of(self, authorization: str | None) -> Holder:
        """Return the holder of the token in the header `authorization`; TokenError if unknown."""
        if authorization is None:
            raise TokenError(given=False)
        scheme, _, token = authorization.partition(" ")
        digest = _digest(token.strip())
        match = None
        for holder in self.holders:  # all of them, so that the time does not reveal the match
            if compare_digest(holder.digest, digest):
                match = holder
        if match is None or scheme.lower() != "bearer":
            raise TokenError(given=True)
        return match


def read_tokens(file: Path) -> Tokens:
    """Return the tokens in a file; AccessFileError if it cannot be used."""
    try:
        read = TomlFile.read(file)
    except OSError as error:
        raise AccessFileError(f"{file}: {error.strerror}") from None
    except TomlError as error:
        said = TomlError(_shown(error.wrong), error.line, error.file)
        raise AccessFileError(f"{said}; expected a table for each holder") from None
    holders = tuple(_holder(read, name, table) for name, table in read.values.items())
    first: dict[str, str] = {}
    for holder in holders:
        other = first.setdefault(holder.digest, holder.name)
        if other != holder.name:
            wrong = f"{holder.name}.sha256 is that of {other} too; expected a token of its own"
            raise AccessFileError(f"{read.at(holder.name, 'sha256')}: {wrong}")
    return Tokens(holders)


def add_holder(file: Path, name: str, batch: bool, quota: Quota) -> str:
    """Add a holder to the file, which is made if need be, and return the new token.

    AccessFileError if the file cannot be used, or has a holder of that name.
    """
    if not NAME.fullmatch(name):
        raise AccessFileError(f"NAME: {name!r}; expected 1 to 64 letters, digits, - or _")
    token = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    lines = [f"[{name}]", f'sha256 = "{_digest(token)}"']
    if batch:
        lines.append(f'class = "{BATCH}"')
    if quota.calls is not None:
        lines.append(f"calls = {quota.calls}")
    if quota.seconds is not None:
        lines.append(f"seconds = {quota.seconds!r}")
    try:
        with _alone_in(file.resolve()) as whole:
            known = read_tokens(file).holders if whole.exists() else ()
            if any(holder.name == name for holder in known):
                wrong = f"{name} has a token; choose another name, or remove its entry first"
                raise AccessFileError(f"{file}: {wrong}")
            before = whole.read_text(encoding="utf-8-sig") if whole.exists() else ""
            if before:
                before = before.rstrip("\n") + "\n\n"
            _replace(whole, before + "\n".join([*lines, ""]))
    except OSError as error:
        raise AccessFileError(f"{file}: {error.strerror}") from None
    return token


@contextmanager
def _alone_in(file: Path) -> Iterator[Path]:
    """Lock the file against other additions, and so all files of its folder."""
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield file
        os.fsync(folder)  # the replacement survives a crash
    finally:
        os.close(folder)


def _replace(file: Path, text: str) -> None:
    """Rewrite the file at once: a server reads the old one or the new one. It keeps its owner, who
    may be another than the present user."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as new:
            if file.exists():
                old = file.stat()
                os.fchown(new.fileno(), old.st_uid, old.st_gid)
                os.fchmod(new.fileno(), old.st_mode & 0o777)
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
        beside.replace(file)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _shown(text: str) -> str:
    """Return the text, unless it holds a token: errors go to the log and to terminals."""
    return HIDDEN if PREFIX in text else text


def _holder(file: TomlFile, name: str, table: Any) -> Holder:
    def wrong(field: str, expected: str) -> AccessFileError:
        value = toml_value(table[field]) if field in table else "missing"
        value = HIDDEN if field == "sha256" and field in table else _shown(value)
        return AccessFileError(
            f"{file.at(name, field)}: {_shown(name)}.{_shown(field)} is {value}; {expected}"
        )

    if not NAME.fullmatch(name) or not isinstance(table, Mapping):
        expected = "expected tables named by 1 to 64 letters, digits, - or _"
        raise AccessFileError(f"{file.at(name)}: {_shown(repr(name))} is not a holder; {expected}")
    for key in table:
        if key not in FIELDS:
            known = f"no such field; expected {', '.join(FIELDS)}"
            near = nearest(key, FIELDS)
            raise wrong(key, known if near is None else f"did you mean {near!r}?")
    digest, kind = table.get("sha256"), table.get("class", INTERACTIVE)
    if not isinstance(digest, str) or not DIGEST.fullmatch(digest):
        raise wrong("sha256", "expected 64 hexadecimal digits")
    if kind not in (INTERACTIVE, BATCH):
        raise wrong("class", f"expected {INTERACTIVE} or {BATCH}")
    calls, seconds = table.get("calls"), table.get("seconds")
    if calls is not None and (type(calls) is not int or not 1 <= calls <= MOST):
        raise wrong("calls", f"expected a whole number from 1 to {MOST}")
    if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds <= MOST):
        raise wrong("seconds", f"expected a number greater than 0, at most {MOST}")
    return Holder(name, digest, kind == BATCH, Quota(calls, seconds))
