"""Bearer tokens: the callers allowed, in a file that holds no secret.

A token is 32 random bytes, so its plain SHA-256 is safe to keep: nobody can try that many. A
presented token is compared with all known ones, in constant time. The file is TOML, with a table
for each holder:

    [lobby]
    sha256 = "..."        # of the token
    expires = 2027-01-31T12:00:00Z    # by default never
    tokens = [            # others, as while one takes the place of another
        {sha256 = "...", expires = 2027-03-31T12:00:00Z},
    ]
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
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hmac import compare_digest
from math import inf
from pathlib import Path
from typing import Any

from covert_engine.input.hints import did_you_mean, nearest
from covert_engine.input.toml import TomlError, TomlFile, toml_value
from covert_server.access.files import AccessFileError
from covert_server.access.quotas import MOST, Quota

PREFIX = "covertbots_"  # marks a secret that has strayed into a text
HIDDEN = "(not shown)"
RANDOM_BYTES = 32
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
INTERACTIVE, BATCH = "interactive", "batch"
DIGEST = re.compile(r"[0-9a-f]{64}")
OF_TOKEN = ("sha256", "expires")
FIELDS = ("sha256", "expires", "tokens", "class", "calls", "seconds")
MOST_TOKENS = 16  # of a holder


class TokenError(Exception):
    """A call without a valid token."""

    def __init__(self, given: bool, expired: bool = False) -> None:
        """`given` is True if the call had a token at all, `expired` if it was valid once."""
        self.given = given
        self.expired = expired
        super().__init__(given, expired)


@dataclass(frozen=True)
class Token:
    """A token, which is not known itself."""

    digest: str
    """Its SHA-256, in hexadecimal digits."""
    expires: float = inf
    """The time at which it is no longer valid, as `time.time` reads."""

    @property
    def expired(self) -> bool:
        """True if it is no longer valid."""
        return time.time() >= self.expires


@dataclass(frozen=True)
class Holder:
    """The holder of a token, or of several."""

    name: str
    tokens: tuple[Token, ...]
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
            for known in holder.tokens:
                if compare_digest(known.digest, digest):
                    match = holder, known
        if match is None or scheme.lower() != "bearer":
            raise TokenError(given=True)
        holder, known = match
        if known.expired:
            raise TokenError(given=True, expired=True)
        return holder


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
        for token in holder.tokens:
            other = first.setdefault(token.digest, holder.name)
            if other != holder.name:
                wrong = f"{holder.name}.sha256 is that of {other} too; expected a token of its own"
                raise AccessFileError(f"{read.at(holder.name, 'sha256')}: {wrong}")
    return Tokens(holders)


def add_holder(
    file: Path, name: str, batch: bool, quota: Quota, expires: datetime | None = None
) -> str:
    """Add a holder to the file, which is made if need be, and return the new token.

    AccessFileError if the file cannot be used, or has a holder of that name.
    """
    if not NAME.fullmatch(name):
        raise AccessFileError(f"NAME: {name!r}; expected 1 to 64 letters, digits, - or _")
    token = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    lines = [f"[{name}]", f'sha256 = "{_digest(token)}"']
    if expires is not None:
        lines.append(f"expires = {toml_time(expires)}")
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


def rotate_token(file: Path, name: str, until: datetime, expires: datetime | None = None) -> str:
    """Give a holder in the file another token, and return it. The earlier ones are valid `until`
    then, if they do not expire before; those that have expired go. All else in the file stays.

    AccessFileError if the file cannot be used, or has no holder of that name.
    """
    import tomlkit  # servers do without

    token = PREFIX + secrets.token_urlsafe(RANDOM_BYTES)
    try:
        with _alone_in(file.resolve()) as whole:
            holders = {holder.name: holder for holder in read_tokens(file).holders}
            if name not in holders:
                known = did_you_mean(name, holders)
                raise AccessFileError(f"{file}: {_shown(name)} has no token to rotate{known}")
            kept = [
                replace(known, expires=min(known.expires, until.timestamp()))
                for known in holders[name].tokens
                if not known.expired
            ]
            if len(kept) == MOST_TOKENS:
                wrong = f"{name} has {MOST_TOKENS} tokens that are valid; remove one of them first"
                raise AccessFileError(f"{file}: {wrong}")
            last = inf if expires is None else expires.timestamp()
            text = tomlkit.parse(whole.read_text(encoding="utf-8-sig"))
            entry: Any = text[name]
            for field in ("tokens", *OF_TOKEN):
                entry.pop(field, None)
            entry["tokens"] = listed = tomlkit.array().multiline(True)
            for each in (*kept, Token(_digest(token), last)):
                table = tomlkit.inline_table()
                table["sha256"] = each.digest
                if each.expires < inf:
                    table["expires"] = datetime.fromtimestamp(int(each.expires), UTC)
                listed.append(table)
            _replace(whole, tomlkit.dumps(text))
    except OSError as error:
        raise AccessFileError(f"{file}: {error.strerror}") from None
    return token


def toml_time(moment: datetime) -> str:
    """Return a time as a file has it, in whole seconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


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


class _Entry:
    """A table of the file, of a holder or of one of its tokens."""

    def __init__(
        self, file: TomlFile, way: tuple[str | int, ...], name: str, table: Mapping[str, Any]
    ) -> None:
        self._file = file
        self._way = way
        self._name = name
        self.table = table

    def wrong(self, field: str, expected: str) -> AccessFileError:
        value = toml_value(self.table[field]) if field in self.table else "missing"
        value = HIDDEN if field == "sha256" and field in self.table else _shown(value)
        place = self._file.at(*self._way, field)
        name = f"{_shown(self._name)}.{_shown(field)}"
        return AccessFileError(f"{place}: {name} is {value}; {expected}")

    def check_fields(self, fields: Sequence[str]) -> None:
        for key in self.table:
            if key not in fields:
                known = f"no such field; expected {', '.join(fields)}"
                near = nearest(key, fields)
                raise self.wrong(key, known if near is None else f"did you mean {near!r}?")

    def token(self) -> Token:
        digest, expires = self.table.get("sha256"), self.table.get("expires")
        if not isinstance(digest, str) or not DIGEST.fullmatch(digest):
            raise self.wrong("sha256", "expected 64 hexadecimal digits")
        if expires is None:
            return Token(digest)
        if not isinstance(expires, datetime) or expires.tzinfo is None:
            expected = "expected a time with its zone, such as 2027-01-31T12:00:00Z"
            raise self.wrong("expires", expected)
        return Token(digest, expires.timestamp())

    def others(self) -> Iterator[Token]:
        """Yield the tokens of the list."""
        listed = self.table.get("tokens", [])
        if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
            raise self.wrong("tokens", 'expected a list such as [{sha256 = "..."}]')
        if len(listed) > MOST_TOKENS or not (listed or "sha256" in self.table):
            raise self.wrong("tokens", f"expected 1 to {MOST_TOKENS} tokens")
        for number, table in enumerate(listed):
            way = (*self._way, "tokens", number)
            entry = _Entry(self._file, way, f"{self._name}.tokens[{number}]", table)
            entry.check_fields(OF_TOKEN)
            yield entry.token()


def _holder(file: TomlFile, name: str, table: Any) -> Holder:
    if not NAME.fullmatch(name) or not isinstance(table, Mapping):
        expected = "expected tables named by 1 to 64 letters, digits, - or _"
        raise AccessFileError(f"{file.at(name)}: {_shown(repr(name))} is not a holder; {expected}")
    entry = _Entry(file, (name,), name, table)
    entry.check_fields(FIELDS)
    has_list_alone = "tokens" in table and not ("sha256" in table or "expires" in table)
    tokens: tuple[Token, ...] = () if has_list_alone else (entry.token(),)
    if "tokens" in table:
        tokens += tuple(entry.others())
    kind = table.get("class", INTERACTIVE)
    if kind not in (INTERACTIVE, BATCH):
        raise entry.wrong("class", f"expected {INTERACTIVE} or {BATCH}")
    calls, seconds = table.get("calls"), table.get("seconds")
    if calls is not None and (type(calls) is not int or not 1 <= calls <= MOST):
        raise entry.wrong("calls", f"expected a whole number from 1 to {MOST}")
    if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds <= MOST):
        raise entry.wrong("seconds", f"expected a number greater than 0, at most {MOST}")
    return Holder(name, tokens, kind == BATCH, Quota(calls, seconds))
