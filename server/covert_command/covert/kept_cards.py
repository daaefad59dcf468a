"""Own cards, remembered for the games that are played with them."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import click

from covert_command.covert.choices import CARDS_FROM, cards_again
from covert_command.games.kept_game import games_folder
from covert_command.options.file_path import write_new
from covert_engine.covert.cards import house_set, load_card_set
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.input.errors import CovertError

NAME = "# cards: "
DIGEST = re.compile(rb"^card_set: *([0-9a-f]{64})\b", re.MULTILINE)


def keep_cards(cards: CardSet) -> None:
    """Copy the file of `--cards`, so that the game needs it no more; do nothing where that cannot
    be done."""
    ctx = click.get_current_context(silent=True)
    file = None if ctx is None else ctx.meta.get(CARDS_FROM, {}).get(cards.digest)
    if file is not None and cards.digest != house_set().digest:
        copy = _copy_of(cards.digest)
        with suppress(OSError):
            copy.parent.mkdir(parents=True, exist_ok=True)
            write_new(copy, Path(file).read_text(encoding="utf-8-sig"), private=True)


def cards_of(path: str, chosen: CardSet | None) -> CardSet:
    """Return the chosen cards, or those that are kept for the record in a file, or the house
    set."""
    if chosen is not None:
        return chosen
    with suppress(OSError, CovertError, UnicodeDecodeError):
        digest = DIGEST.search(Path(path).read_bytes())
        if digest is not None and digest[1].decode() != house_set().digest:
            cards = load_card_set(_copy_of(digest[1].decode()))
            if cards.digest == digest[1].decode():
                return cards
    return house_set()


def options_for(digest: str) -> str:
    """Return the `--cards` of a command for a record with these cards; empty if they are kept."""
    return "" if _copy_of(digest).exists() else cards_again(digest)


def name_comment(cards: CardSet) -> str:
    """Return the line below a kept game that names its own cards; empty for the house set."""
    return "" if cards.digest == house_set().digest else f"{NAME}{cards.name}\n"


def _copy_of(digest: str) -> Path:
    return games_folder().parent / "cards" / f"{digest}.toml"
