"""The server's card sets, compiled for each choice of options when first needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from covert_bots.players.message_fields import fields_from_message, message_from_fields
from covert_engine.covert import CardSetError
from covert_engine.covert.cards import CardSet, CompiledSet, compile
from covert_engine.covert.cards.card_set import Options
from covert_server.calls.status import FieldError, UnknownCardSetError
from covert_server.games import Problems
from covertbots.v1.covert_card_set_pb2 import CovertOptions
from covertbots.v1.covert_pb2 import CovertSetup
from covertbots.v1.covert_view_pb2 import CovertView


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
            try:
                self._compiled[key] = compile(card_set, asdict(settings))
            except CardSetError as error:
                wrong = f"do not go with the card set: {error.problems[0]}"
                raise FieldError([(path, wrong)]) from None
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
