"""The card sets a server has, compiled for each choice of options when first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from covert_bots.covert.wire import fields_from_message
from covert_engine.covert.cards import CardSet, CompiledSet, compile
from covert_server.status import UnknownCardSetError
from covertbots.v1 import view_pb2

__all__ = ["CardSets"]


class CardSets:
    """Card sets by digest; the first is the default."""

    def __init__(self, card_sets: Iterable[CardSet]) -> None:
        self._sets = {card_set.digest: card_set for card_set in card_sets}
        self._compiled: dict[tuple[str, tuple[bool, ...]], CompiledSet] = {}

    @property
    def digests(self) -> list[str]:
        """The digests of all sets, the default one first."""
        return list(self._sets)

    def get(self, digest: str) -> CardSet:
        """The set of this digest, or the default one for an empty digest."""
        if not digest:
            return next(iter(self._sets.values()))
        if digest not in self._sets:
            raise UnknownCardSetError(digest, self.digests)
        return self._sets[digest]

    def compiled(self, digest: str, options: view_pb2.Options | None) -> CompiledSet:
        """The set of this digest under these options, or under its own for None."""
        card_set = self.get(digest)
        settings = asdict(card_set.options) if options is None else fields_from_message(options)
        key = (card_set.digest, tuple(settings.values()))
        if key not in self._compiled:
            self._compiled[key] = compile(card_set, settings)
        return self._compiled[key]
