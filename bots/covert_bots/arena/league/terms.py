"""The terms of a league: which bots people may hand in.

A bot is handed in as an address or as a command. An address may lead to anybody's server, so only
public addresses are asked, and no names, which can point somewhere else later; the organiser can
name hosts and networks besides. A command starts a program on this machine or on those that play:
in a sandbox, with only the files of the system and of one folder. A program without a folder is
one of the organiser's PATH.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

from covert_bots.arena.entrants.enter import check_form
from covert_bots.arena.entrants.names import ENGINE, PREFIX, REMOTE
from covert_bots.engines.isolation import SYSTEM

NAME = re.compile(r"[A-Za-z0-9_.-]{1,40}")
LONGEST = 1000  # characters of an address or a command
MOST_ADDRESSES = 8  # of a bot
# Networks of IPv6 whose addresses stand for some of IPv4, private ones too.
EMBEDDED = tuple(map(ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))

Network = IPv4Network | IPv6Network


class EntryError(ValueError):
    """A bot that may not be handed in: the field, and the mistake."""

    def __init__(self, field: str, wrong: str) -> None:
        super().__init__(f"{field}: {wrong}")
        self.field = field
        self.wrong = wrong


class LimitError(EntryError):
    """A bot too many."""


@dataclass(frozen=True)
class Terms:
    """The terms of a league."""

    most_bots: int = 4  # of a holder, those that were withdrawn among them
    most_playing: int = 2  # of a holder at a time; others wait
    hosts: frozenset[str] = frozenset()  # names that may be asked, in lower case
    networks: tuple[Network, ...] = ()  # that may be asked, beside public addresses
    runs_commands: bool = False
    commands: frozenset[str] = frozenset()  # the only ones to be run; empty: all
    folder: Path | None = None  # of engines
    organiser: str = ""  # the holder who may withdraw each bot; empty: none

    def check(self, name: str, bot: str) -> None:
        """Check a name and a bot; EntryError if they may not be handed in."""
        if not NAME.fullmatch(name):
            expected = "expected 1 to 40 letters, digits, '-', '_' or '.'"
            raise EntryError("name", f"is {name[:60]!r}; {expected}")
        if len(bot) > LONGEST:
            raise EntryError("bot", f"has {len(bot)} characters; expected at most {LONGEST}")
        if not bot.isprintable():
            raise EntryError("bot", "has characters that cannot be printed; expected none")
        try:
            check_form(bot)
        except ValueError as error:
            raise EntryError("bot", f"is {error}") from None
        if match := REMOTE.fullmatch(bot):
            self._check_addresses(match[1].split(","))
        elif bot.startswith(ENGINE):
            self._check_command(bot)
        else:
            expected = f"{PREFIX}host:port/spec or {ENGINE}command"
            raise EntryError("bot", f"is {bot[:60]!r}; expected {expected}")

    def _check_addresses(self, addresses: list[str]) -> None:
        if len(addresses) > MOST_ADDRESSES:
            wrong = f"has {len(addresses)} addresses; expected at most {MOST_ADDRESSES}"
            raise EntryError("bot", wrong)
        for address in addresses:
            host = address.rpartition(":")[0].strip("[]").lower()
            if not self._may_ask(host):
                expected = "expected a public IP address, or a host that the organiser has allowed"
                raise EntryError(
                    "bot", f"is at {host}, which this league does not call; {expected}"
                )

    def _may_ask(self, host: str) -> bool:
        if host in self.hosts:
            return True
        try:
            address = ip_address(host)
        except ValueError:  # a name
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        if any(address in network for network in self.networks):
            return True
        in_other = any(address in network for network in EMBEDDED)
        return address.is_global and not (address.is_multicast or in_other)

    def _check_command(self, bot: str) -> None:
        command = bot.removeprefix(ENGINE).strip()
        if self.commands and command not in self.commands:
            expected = ", ".join(sorted(self.commands))
            raise EntryError("bot", f"is the command {command[:60]!r}; expected {expected}")
        if not self.runs_commands:
            expected = f"expected {PREFIX}host:port/spec"
            raise EntryError("bot", f"is a command, and this league starts none; {expected}")
        if self.commands:
            return
        first, *others = shlex.split(command)
        parts = others if "/" not in first else (first, *others)  # else a program of the PATH
        for part in parts:
            named = part.startswith("/") or os.path.exists(part)
            if named and not self._may_read(Path(part)):
                more = "" if self.folder is None else f" or of {self.folder}"
                raise EntryError("bot", f"names {part}; expected files of the system{more}")

    def _may_read(self, place: Path) -> bool:
        """Return true if a bot may name a file: the sandbox lets it read what it names."""
        real = place.resolve()
        inside = [Path(folder).resolve() for folder in SYSTEM]
        if self.folder is not None:
            inside.append(self.folder.resolve())
        return any(real.is_relative_to(folder) for folder in inside)
