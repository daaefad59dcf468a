"""A game of Covert for one person against bots."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from covert_bots.covert.card_set_message import card_set_from_message
from covert_bots.covert.game import Covert
from covert_bots.covert.game_setup import Setup, setup_facts
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.players.game import Facts
from covert_bots.players.message_fields import fields_from_message
from covert_command.covert.choices import DEFAULT_BOT, check_bot
from covert_command.covert.host import deal
from covert_command.covert.kept_cards import keep_cards, name_comment, options_for
from covert_command.covert.person import Person
from covert_command.covert.record_file import begun, read_record, record_to_message, written
from covert_command.covert.review import MOST, reviewed, show_how_to_look, show_review
from covert_command.covert.screen.seats import seat_text
from covert_command.covert.screen.standings import final_table
from covert_command.covert.standing_orders import StandingOrders
from covert_command.games.host import HostedGame
from covert_command.games.kept_game import (
    YOU,
    game_over,
    marks_comment,
    marks_in,
    name_of,
    new_file,
    orders_comment,
    orders_in,
    own_seat,
)
from covert_command.games.play import Sitting, Start, TablePlace
from covert_command.games.played_game import PlayedGame
from covert_command.games.setup import show_setup
from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.dialogue import agreed, paged
from covert_command.terminal.mistakes import in_file
from covert_engine.covert import CompiledSet, Record, State
from covert_engine.covert.cards import house_set
from covert_engine.covert.cards.card_set import CardSet, Options
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1 import referee_pb2
from covertbots.v1.covert_view_pb2 import CovertView


@dataclass(frozen=True)
class CovertSitting(Sitting):
    """A game of Covert in which one person has a seat."""

    cards: CompiledSet
    orders: StandingOrders
    played_by: dict[int, str]
    """The source of decisions that the player did not type, by their place in the record."""

    @property
    def card_set(self) -> CardSet:
        """The cards, as in their file."""
        return self.cards.source

    @property
    def more(self) -> str:
        return options_for(self.card_set.digest)

    def record(self, game: PlayedGame) -> str:
        text = written(game.record, self.card_set, self.seats)
        comments = name_comment(self.card_set) + orders_comment(self.orders.names)
        return text + comments + marks_comment(self.played_by)

    def player(self, console: Console, game: PlayedGame, adviser: str) -> Person:
        return Person(console, game, self.seat, self.cards, adviser, self.orders, self.played_by)

    def show_end(self, console: Console, game: PlayedGame) -> None:
        view, result = game.views[self.seat].covert, game.now.result
        console.print(final_table(view, self.seats, self.card_set, result))

    def offer_more(self, console: Console) -> None:
        """Offer a look at the player's mistakes; without a terminal, print the command for it."""
        name = name_of(self.file)
        command = f"{with_this_program('review', name)}{self.more}"
        if not sys.stdin.isatty():
            console.print(f"Your mistakes: {command}", soft_wrap=True)
        elif agreed("Do you want to see your mistakes?"):
            record = read_record(str(self.file), self.card_set)
            review = reviewed(record, self.card_set, self.seat)

            def show() -> None:
                show_review(console, review, record, self.card_set, played_by=self.played_by)
                show_how_to_look(console, review, (name,), self.more, played_by=self.played_by)
                most = len(review.mistakes)
                rest = f" (all of them: --most {most})" if review.mistakes[MOST:] else ""
                again = f"This review again: {command}{rest}"
                console.print(again, soft_wrap=True, style="dim")

            paged(console, show)


@dataclass(frozen=True)
class CovertStart(CovertSitting, Start):
    """The start of a game of Covert, new or resumed."""

    setup: Facts
    begin: Callable[[Client], HostedGame]
    """Deals a new game, or goes to the end of a resumed one."""

    @property
    def server_settings(self) -> Settings:
        return Settings(card_sets=(self.card_set,))

    def game(self, client: Client) -> HostedGame:
        return self.begin(client)

    def show(self, console: Console, game: HostedGame, adviser: str) -> None:
        seed = game.record.seed
        console.print(f"{self.card_set.name}, {len(self.seats)} seats, seed {seed}", style="bold")
        show_setup(console, self.setup)
        for number, who in enumerate(self.seats):
            console.print(Text.assemble("  ", seat_text(number), f": {who}"))
        console.print(f"Hints come from {adviser}. Type `help` for the commands.", style="dim")
        if self.orders.names:
            on = ", ".join(f"`auto {name}`" for name in self.orders.names)
            console.print(f"Standing orders: {on}; `auto` explains them.", style="dim")
        console.print(f"Saving to {self.file}", style="dim", soft_wrap=True)


@dataclass(frozen=True)
class CovertPlace(CovertSitting, TablePlace):
    """A place at a table of Covert."""

    names: tuple[str, ...]
    """The names of the seats in the words of events."""

    def seat_name(self, seat: int) -> Text:
        return seat_text(seat)

    def player(self, console: Console, game: PlayedGame, adviser: str) -> Person:
        return Person(
            console, game, self.seat, self.cards, adviser, self.orders, self.played_by, self.names
        )


def at_table(
    view: CovertView,
    seats: Sequence[str],
    names: Sequence[str],
    file: Path,
    cards: CardSet | None,
    fetched: Callable[[str], referee_pb2.GetCardSetResponse],
) -> CovertPlace:
    """Return the place of the seat of a view. Cards that are neither those of `--cards` nor the
    house set are fetched, by their digest."""
    known = {one.digest: one for one in (house_set(), cards) if one is not None}
    if view.card_set not in known:
        known[view.card_set] = card_set_from_message(fetched(view.card_set).covert)
    played = CompiledSet(known[view.card_set], Options(**fields_from_message(view.options)))
    orders = StandingOrders()
    return CovertPlace(tuple(seats), view.seat, file, played, orders, {}, tuple(names))


def new_game(
    seats: Sequence[str], seat: int, seed: int, dealt: Covert, file: Path, overwrite: bool
) -> CovertStart:
    """Return the start of a new game."""
    keep_cards(dealt.cards.source)
    begin = partial(deal, players=len(seats), seed=seed, dealt=dealt)
    return CovertStart(
        tuple(seats),
        seat,
        file,
        overwrite,
        [],
        dealt.cards,
        StandingOrders(),
        {},
        dealt.setup,
        begin,
    )


def resumed(path: str, cards: CardSet) -> CovertStart:
    """Return the game in a file; Mistake if it is over."""
    file = Path(path)
    record = read_record(path, cards)
    with in_file(path):
        record.replay(cards)
    keep_cards(cards)
    seats = record.seats or ()
    seat = own_seat(file, seats)
    return CovertStart(
        seats,
        seat,
        file,
        True,
        _decided_at(file, record, seat, cards),
        CompiledSet(cards, record.options),
        StandingOrders(orders_in(file)),
        marks_in(file),
        setup_facts(Setup(record.options, record.characters, record.first_player), cards),
        partial(HostedGame, record=record_to_message(record, cards)),
    )


def played_on(
    record: Record, decisions: int, seat: int, cards: CardSet, marks: Mapping[int, str]
) -> CovertStart:
    """Return a new game that begins like a record and goes on after so many decisions, with the
    user in a seat. Seats that are not those of bots get the usual one."""
    sitting = [YOU if number == seat else DEFAULT_BOT for number in range(record.players)]
    for number, who in enumerate(record.seats or ()):
        with suppress(ValueError):
            if number != seat:
                check_bot(who)
                sitting[number] = who
    file = new_file()
    file.write_text(begun(record, decisions, sitting, cards, marks), encoding="utf-8")
    return resumed(str(file), cards)


def _decided_at(file: Path, record: Record, seat: int, cards: CardSet) -> list[int]:
    """Return the lengths of the record at each decision of a seat; Mistake if the game is over."""
    decided_at = []
    state = State.deal(
        CompiledSet(cards, record.options),
        record.players,
        record.seed,
        record.characters,
        record.first_player,
    )
    for number, action in enumerate(record.actions):
        if state.actor == seat:
            decided_at.append(number)
        state.play(action)
    if state.over:
        raise game_over(file, options_for(cards.digest))
    return decided_at


def stage_of(path: str, cards: CardSet) -> tuple[str, tuple[str, ...]]:
    """Return the stage of the game in a file, and its seats' players with their points."""
    record = read_record(path, cards)
    state = record.replay(cards)
    seats = zip(SEAT_NAMES, record.seats or (), state.scores(), strict=False)
    sitting = tuple(f"{name} {player} {points}" for name, player, points in seats)
    return "over" if state.over else f"round {state.round}" if state.round else "setup", sitting
