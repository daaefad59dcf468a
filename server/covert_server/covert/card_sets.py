"""The server's card sets, compiled for each choice of options when first needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from covert_bots.covert.card_set_message import card_set_from_message
from covert_bots.players.message_fields import fields_from_message, message_from_fields
from covert_engine.covert import CardSetError
from covert_engine.covert.cards import CardSet, CompiledSet, compile
from covert_engine.covert.cards.card_set import Options
from covert_server.calls.status import FieldError, UnknownCardSetError
from covert_server.games import Problems, too_large
from covertbots.v1 import view_pb2
from covertbots.v1.covert_card_set_pb2 import CovertCardSet, CovertOptions
from covertbots.v1.covert_pb2 import CovertSetup
from covertbots.v1.covert_view_pb2 import CovertView

MOST_IN_LIST = 128  # entries of a list in a card set: as many connections as 32 cities may have
MOST_IN_SET = 2048  # entries of all its lists; the house set has 600


class CardSets:
    """Card sets by digest; the first is the default."""

    def __init__(self, card_sets: Iterable[CardSet]) -> None:
        self._sets = {card_set.digest: card_set for card_set in card_sets}
        self._compiled: dict[tuple[str, Options], CompiledSet] = {}
        self._written: dict[tuple[str, bytes], CompiledSet] = {}  # by the options as message bytes

    @property
    def digests(self) -> list[str]:
        """The digests of all sets, the default one first."""
        return list(self._sets)

    def get(self, digest: str) -> CardSet:
        """Return the set of this digest, or the default one for an empty digest."""
        if not digest:
            return next(iter(self._sets.values()))
        if digest not in self._sets:
            raise UnknownCardSetError(digest, self.digests)
        return self._sets[digest]

    def compiled(
        self, digest: str, options: CovertOptions | None, path: str = "options"
    ) -> CompiledSet:
        """Return the set of this digest under these options, or under its own for None; `path`
        leads to them in a request."""
        card_set = self.get(digest)
        settings = card_set.options
        if options is not None:
            settings = Options(**fields_from_message(options))
        key = (card_set.digest, settings)
        if key not in self._compiled:
            self._compiled[key] = _compiled(card_set, options, path)
            written = message_from_fields(CovertOptions, asdict(settings)).SerializeToString()
            self._written[card_set.digest, written] = self._compiled[key]
        return self._compiled[key]

    def named_in(
        self, message: CovertView | CovertSetup, path: str, problems: Problems
    ) -> CompiledSet | None:
        """Return the cards that a message names. If its options, at `path`, are wrong, the set's
        own apply. None if it names no cards and there are several sets."""
        known = self._written.get((message.card_set, message.options.SerializeToString()))
        if known is not None and message.HasField("options"):
            return known
        if not message.card_set and len(self._sets) > 1:
            return None
        if message.HasField("options"):
            try:
                return self.compiled(message.card_set, message.options, path)
            except FieldError as error:
                problems += error.violations
        return self.compiled(message.card_set, None)

    def of_view(self, message: view_pb2.View, path: str, problems: Problems) -> CompiledSet | None:
        """Return the cards of a view at `path` of a request: those that it names, or those that it
        has with it. None if they cannot be known."""
        covert, options = message.covert, f"{path}.covert.options"
        if not message.HasField("covert_cards"):
            return self.named_in(covert, options, problems)
        card_set = self.sent(message.covert_cards, f"{path}.covert_cards", problems)
        if card_set is None:
            return None
        if covert.card_set not in ("", card_set.digest):
            wrong = f"is {covert.card_set!r}; expected that of `covert_cards`, {card_set.digest}"
            problems.append((f"{path}.covert.card_set", wrong))
        settings = covert.options if covert.HasField("options") else None
        try:
            return _compiled(card_set, settings, options)
        except FieldError as error:
            problems += error.violations
        return compile(card_set)

    def sent(self, message: CovertCardSet, path: str, problems: Problems) -> CardSet | None:
        """Return the card set that a request has at `path`; None if there is a problem."""
        if too_large(message, path, problems, most_in_list=MOST_IN_LIST, most=MOST_IN_SET):
            return None
        try:
            return card_set_from_message(message)
        except CardSetError as error:
            problems += ((path, problem) for problem in error.problems)
            return None


def _compiled(card_set: CardSet, options: CovertOptions | None, path: str) -> CompiledSet:
    """Return a set under these options, or under its own for None."""
    settings = card_set.options
    if options is not None:
        settings = Options(**fields_from_message(options))
    try:
        return compile(card_set, asdict(settings))
    except CardSetError as error:
        wrong = f"do not go with the card set: {error.problems[0]}"
        raise FieldError([(path, wrong)]) from None
