"""Bearer tokens: who may call, in a file that holds no secret.

A token is 32 random bytes, so a plain SHA-256 of it is enough to keep: nobody can try that many. A
token that is presented is compared with each that there is, in constant time. The file is TOML, a
table for each holder:

    [lobby]
    sha256 = "..."        # of the token
    class = "batch"       # interactive, if it is left out
    calls = 600           # a minute; as many as it likes, if it is left out
    seconds = 90          # of worker threads, a minute; the same
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

from covert_engine.reading.hints import nearest
from covert_engine.reading.toml import TomlError, TomlFile, toml_value
from covert_server.access.files import AccessFileError
from covert_server.access.quotas import MOST, Quota

PREFIX = "covertbots_"  # by which a secret that has strayed into a text is recognized
HIDDEN = "(not shown)"
RANDOM_BYTES = 32
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
INTERACTIVE, BATCH = "interactive", "batch"
DIGEST = re.compile(r"[0-9a-f]{64}")
FIELDS = ("sha256", "class", "calls", "seconds")


class TokenError(Exception):
    """A call without a token that is known here."""

    def __init__(self, given: bool) -> None:
        """`given` says whether it had one at all."""
        self.given = given
        super().__init__(given)


@dataclass(frozen=True)
class Holder:
    """Who holds a token."""

    name: str
    digest: str
    """The SHA-256 of the token, in hexadecimal digits."""
    batch: bool = False
    """Whether all its calls wait until no interactive call does."""
    quota: Quota = field(default_factory=Quota)


class Tokens:
    """The tokens of a file."""

    def __init__(self, holders: tuple[Holder, ...]) -> None:
        self.holders = holders

    def holder_of(self, authorization: str | None) -> Holder:
        """Who says so in the header `authorization`; TokenError if nobody known here."""
        if authorization is None:
            raise TokenError(given=False)
        scheme, _, token = authorization.partition(" ")
        digest = _digest(token.strip())
        found = None
        for holder in self.holders:  # all of them: the time says nothing of which one it is
            if compare_digest(holder.digest, digest):
                found = holder
        if found is None or scheme.lower() != "bearer":
            raise TokenError(given=True)
        return found


def read_tokens(file: Path) -> Tokens:
    """The tokens in a file; AccessFileError if it cannot be used."""
    try:
        read = TomlFile.read(file)
    except OSError as error:
        raise AccessFileError(f"{file}: {error.strerror}") from None
    except TomlError as error:
        said = TomlError(_shown(error.wrong), error.line, error.file)
        raise AccessFileError(f"{said}; expected a table for each holder") from None
    holders = tuple(_holder(read, name, table) for name, table in read.values.items())
    first: dict[str, str] = {}
    for one in holders:
        other = first.setdefault(one.digest, one.name)
        if other != one.name:
            wrong = f"{one.name}.sha256 is that of {other} too; expected a token of its own"
            raise AccessFileError(f"{read.at(one.name, 'sha256')}: {wrong}")
    return Tokens(holders)


def add_holder(file: Path, name: str, batch: bool, quota: Quota) -> str:
    """Adds a holder to the file, which is made if need be, and returns the new token.

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
            if any(one.name == name for one in known):
                wrong = f"{name} has a token; expected another name, or its lines removed first"
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
    """Lets nobody else add a holder to the file, or to others of its folder, meanwhile."""
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield file
        os.fsync(folder)  # what has been replaced stays so
    finally:
        os.close(folder)


def _replace(file: Path, text: str) -> None:
    """Writes the file anew; a server that looks now sees the old one or the new one. It stays its
    owner's, who may be another than the present user."""
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
    """The text, unless a token stands in it: errors go to the log and to terminals."""
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
    for one in table:
        if one not in FIELDS:
            known = f"expected no such field, but {', '.join(FIELDS)}"
            near = nearest(one, FIELDS)
            raise wrong(one, known if near is None else f"did you mean {near!r}?")
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
