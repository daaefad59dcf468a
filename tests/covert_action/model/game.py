"""A whole game: the deal, the rounds, the end; and the face that a test plays it by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from covert_action.model import shot as rule
from covert_action.model.actions import shots, statements, target_of
from covert_action.model.cards import PLAN_TYPES, TEAMS, Deal, cards_in_use, count_set_aside
from covert_action.model.chance import Chance
from covert_action.model.settings import Settings, read_settings
from covert_action.model.table import (
    Decision,
    Flow,
    Round,
    RoundEnd,
    Shot,
    Statement,
    Table,
    choose,
)
from covert_action.model.view import view

LAST_ROUND = 60
FEWEST_IN = 2  # with fewer nobody is left to shoot at (3.12)


class IllegalActionError(ValueError):
    """An action that is not legal now; the text names it."""


class Game:
    """One game; `legal` and `play` go from decision to decision."""

    def __init__(
        self,
        settings: Mapping[str, Any],
        chance: Chance,
        hands: Sequence[str] | None = None,
        first_round: int = 1,
    ) -> None:
        """Begin a game, perhaps at a later round with Plan cards in hands: their types by seat,
        such as "PPL". Each is taken out of the deck, the lowest card of its type."""
        self.table = Table(read_settings(settings), chance)
        for hand, types in zip(self.table.hands, hands or (), strict=False):
            for plan_type in types:
                lowest = len(self.table.deck) - self.table.deck[::-1].index(plan_type) - 1
                hand.append(self.table.deck.pop(lowest))
        self._flow = _whole_game(self.table, first_round)
        self.decision: Decision | None = next(self._flow)

    @property
    def settings(self) -> Settings:
        return self.table.settings

    @property
    def seat(self) -> int | None:
        """The seat whose choice is taken next; None once the game is over."""
        return self.decision.seat if self.decision else None

    @property
    def kind(self) -> str:
        return self.decision.kind if self.decision else "none"

    @property
    def legal(self) -> tuple[str, ...]:
        return self.decision.legal if self.decision else ()

    @property
    def finished(self) -> bool:
        return self.decision is None

    @property
    def ends(self) -> list[dict[str, Any]]:
        """3.11: every end of a round as all saw it, as plain data."""
        return [
            {
                "round": end.round,
                "outcome": end.outcome,
                "roles": [card.role for card in end.deal.cards],
                "centre": [card._asdict() for card in end.deal.centre],
                "shots": [dict(vars(shot)) for shot in end.shots],
                "drew": list(end.drew),
            }
            for end in self.table.ends
        ]

    def play(self, action: str) -> None:
        if action not in self.legal:
            raise IllegalActionError(f"{action!r} is not legal; expected one of {self.legal}")
        try:
            self.decision = self._flow.send(action)
        except StopIteration:
            self.decision = None

    def seen(self, seat: int) -> dict[str, Any]:
        """Return the view of a seat (4), as plain data."""
        return view(self.table, seat)

    def winners(self) -> list[int]:
        """Return the winners of a game that is over (5); nobody before."""
        return winners(self.table) if self.finished else []

    def payoffs(self) -> list[Fraction]:
        """5.3."""
        won = self.winners()
        return [Fraction(seat in won, max(len(won), 1)) for seat in self.table.seats]


def _whole_game(table: Table, first_round: int) -> Flow[None]:
    number = first_round
    while not table.over:
        yield from _round(table, number)
        table.over = bool(winners(table))
        number += 1
    table.round.phase = "over"


def _round(table: Table, number: int) -> Flow[None]:
    """3.1: stretch after stretch, till a shot ends the round or it is void."""
    now = table.round = deal(table, number)
    ended_by: Shot | None = None
    while ended_by is None and len(now.seats_in) >= FEWEST_IN:
        fired = yield from _stretch(table, now)
        if fired is None:
            break
        if fired.outcome not in rule.GOES_ON:
            ended_by = fired
    now.speaker, now.ordered = None, None
    drew = _draw(table, now, ended_by) if ended_by else []
    table.ends.append(
        RoundEnd(
            number,
            ended_by.outcome if ended_by else "void",
            now.deal,
            tuple(now.shots),
            tuple(drew),
        )
    )


def deal(table: Table, number: int) -> Round:
    """2.3, 2.4."""
    settings, chance = table.settings, table.chance
    cards = cards_in_use(settings)
    left = list(cards)
    aside = chance.set_aside(number, cards, count_set_aside(settings))
    for card in aside:
        left.remove(card)
    dealt = tuple(chance.deal(number, left))
    assert sorted(dealt) == sorted(left)
    assert len({card.team for card in aside}) == len(aside) == count_set_aside(settings)
    centre = tuple(sorted(aside, key=lambda card: TEAMS.index(card.team)))
    opener = chance.opener(number, settings.players)
    return Round(
        number, Deal(dealt, centre), opener, list(table.seats), drawn=[0] * settings.players
    )


def _stretch(table: Table, now: Round) -> Flow[Shot | None]:
    """3.1: beats and the deadline; the shot that ended it, None if the round is void."""
    for now.beat in range(1, table.settings.beats + 1):
        now.t += 1
        if table.settings.talk:
            yield from _talk(table, now)
        fired = yield from _window(table, now)
        if fired:
            return fired
    return (yield from _deadline(table, now))


def _talk(table: Table, now: Round) -> Flow[None]:
    """3.3."""
    now.phase = "talk"
    for seat in table.clockwise_from((now.opener + now.t - 1) % len(table.seats)):
        if seat in now.seats_in:
            now.speaker = seat
            legal = statements(table.settings, now.seats_in, seat)
            text = yield from choose("say", seat, legal)
            now.statements.append(Statement(now.t, seat, text))
    now.speaker = None


def _window(table: Table, now: Round) -> Flow[Shot | None]:
    """3.5, 3.6: all choose; of those that shoot, one fires."""
    now.phase = "window"
    for seat in now.seats_in:
        if now.deal.cards[seat].is_agent:
            legal = ("hold", *shots(now.seats_in, seat))
            now.choices[seat] = yield from choose("trigger", seat, legal)
    shooting = {seat: text for seat, text in now.choices.items() if text != "hold"}
    now.choices = {}
    if not shooting:
        return None
    shooter = quickest(list(shooting), now, table.chance.fire_lot)
    return _fire(table, now, shooter, target_of(shooting[shooter]), ordered=False)


def _deadline(table: Table, now: Round) -> Flow[Shot | None]:
    """3.7: one that acts as Sniper is ordered to shoot."""
    now.phase = "deadline"
    snipers = rule.acting_snipers(table.settings, now.deal, now.seats_in)
    if table.settings.deadline == "void" or not snipers:
        return None
    now.ordered = quickest(snipers, now, table.chance.order_lot)
    text = yield from choose("order", now.ordered, shots(now.seats_in, now.ordered))
    shooter, now.ordered = now.ordered, None
    return _fire(table, now, shooter, target_of(text), ordered=True)


def quickest(seats: list[int], now: Round, lot: Callable[[int, int, int], float]) -> int:
    """2.4: the highest lot wins, of equal ones the lower seat's."""
    return max(seats, key=lambda seat: (lot(now.number, now.t, seat), -seat))


def _fire(table: Table, now: Round, shooter: int, target: int, ordered: bool) -> Shot:
    """3.8: what a shot does, but for the draws at the end of the round (3.11)."""
    result = rule.outcome(table.settings, now.deal, now.seats_in, now.team_was_out, shooter, target)
    if result == "team out":
        for seat in rule.drawing(now.deal, now.seats_in, result, shooter):
            table.draw(seat)
    out = rule.put_out(now.deal, result, shooter, target)
    now.seats_in = [seat for seat in now.seats_in if seat not in out]
    fired = Shot(now.t, shooter, target, result, ordered)
    now.shots.append(fired)
    return fired


def _draw(table: Table, now: Round, fired: Shot) -> list[int]:
    """3.11: clockwise from the shooter; the seats that got a card, in order."""
    seats = rule.drawing(now.deal, now.seats_in, fired.outcome, fired.shooter)
    return [
        seat for seat in table.clockwise_from(fired.shooter) if seat in seats and table.draw(seat)
    ]


def winners(table: Table) -> list[int]:
    """5.1, 5.2: the winners if the game ends with this round, or else nobody."""
    types = [len(set(hand)) for hand in table.hands]
    complete = max(types) == len(PLAN_TYPES)
    if not complete and table.deck and table.round.number < LAST_ROUND:
        return []
    standing = [(kinds, len(hand)) for kinds, hand in zip(types, table.hands, strict=True)]
    return [seat for seat in table.seats if standing[seat] == max(standing)]
