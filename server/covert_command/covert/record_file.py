"""Records of Covert: in files, in ledgers, and as messages of `Referee`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from covert_bots.covert.game import Covert
from covert_bots.players.message_fields import fields_from_message, message_from_fields
from covert_command.covert.kept_cards import NAME, name_comment
from covert_command.covert.setup import played_in
from covert_command.games.kept_game import marks_comment
from covert_command.games.ledger_game import LedgerGame, named_game
from covert_command.terminal.mistakes import Mistake, in_file
from covert_engine.covert import Record, format_action, house_set
from covert_engine.covert.cards.card_set import CardSet, Options
from covert_engine.covert.record import OtherCardsError
from covertbots.v1 import action_pb2, referee_pb2
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_pb2 import CovertSetup


def read_record(path: str, cards: CardSet) -> Record:
    """Return the record in a file."""
    with in_file(path):
        text = Path(path).read_text(encoding="utf-8-sig")
        try:
            return Record.parse(text, cards)
        except OtherCardsError:
            if cards.digest == house_set().digest:
                name = re.search(f"^{NAME}(.*)$", text, re.MULTILINE)
                lost = f"the cards {name[1]!r}, which are not kept here" if name else "other cards"
                wrong = f"played with {lost}; name their file: --cards FILE"
            else:
                wrong = f"played with other cards than {cards.name!r}, or its file has been changed"
            raise Mistake(f"{path}: {wrong}") from None


def setup_to_message(setup: Record | Covert, options: Options) -> CovertSetup:
    """Return the setup of a game as a message for a server."""
    return CovertSetup(
        card_set=setup.card_set,
        options=message_from_fields(CovertOptions, vars(options)),
        characters=[number + 1 for number in setup.characters or ()],
        first_player=setup.first_player,
    )


def record_to_message(record: Record, cards: CardSet) -> referee_pb2.Record:
    """Return the record as a message for a server."""
    return referee_pb2.Record(
        players=record.players,
        seed=record.seed,
        covert=setup_to_message(record, record.options),
        actions=[action_pb2.Action(text=format_action(action, cards)) for action in record.actions],
    )


def record_of_ledger(ledger_game: LedgerGame, cards: CardSet, path: str) -> Record:
    """Return the record of a ledger's game; Mistake if it was played with other cards."""
    game = played_in(ledger_game.settings, cards, path)
    return Record(
        game.card_set,
        ledger_game.settings.players,
        ledger_game.seed,
        game.cards.options,
        ledger_game.actions,
        game.characters,
        game.first_player,
    )


def game_or_record(path: str, game: str | None, cards: CardSet) -> tuple[Record, LedgerGame | None]:
    """Return the record in a file, or of a named game of a ledger."""
    ledger_game = named_game(path, game)
    if ledger_game is None:
        return read_record(path, cards), None
    return record_of_ledger(ledger_game, cards, path), ledger_game


def written(message: referee_pb2.Record, cards: CardSet, seats: Sequence[str] | None = None) -> str:
    """Return a message's record as the text of a file.

    The message already has its actions in notation, so saving a game after each decision does not
    convert all earlier ones again.
    """
    setup = message.covert
    deal = Record(
        setup.card_set,
        message.players,
        message.seed,
        Options(**fields_from_message(setup.options)),
        (),
        tuple(number - 1 for number in setup.characters) or None,
        setup.first_player if setup.HasField("first_player") else None,
        None if seats is None else tuple(seats),
    )
    return deal.format(cards) + "".join(f"{action.text}\n" for action in message.actions)


def begun(
    record: Record, decisions: int, seats: Sequence[str], cards: CardSet, marks: Mapping[int, str]
) -> str:
    """Return the text of a new game to be kept that begins like a record, to be played on by these
    seats after so many decisions."""
    part = replace(record, actions=record.actions[:decisions], seats=tuple(seats))
    kept = {place: by for place, by in marks.items() if place < decisions}
    return part.format(cards) + name_comment(cards) + marks_comment(kept)
