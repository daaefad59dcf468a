"""Players for the side by side: they choose among legal texts, with an eye on the model's table."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.model.missions import located, payable, symbols_of
from rules.model.table import AGENTS, Decision, Table

WANDERING = 0.08  # share of the guided player's decisions that are anybody's
PLAYS = ("use", "fly", "reroll", "spy")
BUSY = 0.97  # share of a busy player's decisions that are plays, where there is one
PLAYING = 0.15  # share of the places for a free play that are used without a purpose


def anything(decision: Decision, table: Table, chance: random.Random) -> str:
    """Return any legal action, all alike."""
    return chance.choice(decision.legal)


def busy(decision: Decision, table: Table, chance: random.Random) -> str:
    """Return free plays and Espionage as long as there are any; of the rest anything."""
    plays = [action for action in decision.legal if action.split()[0] in PLAYS]
    if plays and chance.random() < BUSY:
        return chance.choice(plays)
    return anything(decision, table, chance)


def hoarding(decision: Decision, table: Table, chance: random.Random) -> str:
    """Hoard Agency Cards of different lots and play the others; let the first seat play all."""
    hand = table.players[decision.seat].agency
    unseen = [place for place in hand if len(place.known_by) < len(table.seats)]
    lots = [place.lot for place in unseen]
    hoard = {f"A{place.card}" for place in unseen if decision.seat and lots.count(place.lot) == 1}

    def worth(action: str) -> float:
        words = action.split()
        if words[0] == "complete" or hoard & set(words[1:]):
            return 0.0
        return 3.0 if action.endswith("agency") else 2.0 if words[0] in PLAYS else 1.0

    return max(decision.legal, key=lambda action: worth(action) + chance.random())


def guided(decision: Decision, table: Table, chance: random.Random) -> str:
    """Return an action of the first sort that is legal and serves the missions of the hand."""
    if chance.random() < WANDERING:
        return anything(decision, table, chance)
    aims = _Aims(table, decision.seat)
    best = max((aims.worth(action, chance), action) for action in decision.legal)
    return best[1]


class _Aims:
    """The needs of a seat for the mission it is nearest to."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        player = table.players[seat]
        self.mission = min((place.card for place in player.missions), key=self._missing, default=0)
        card = table.mission(self.mission) if self.mission else None
        self.equipment = set(card.equipment) if card else set()
        self.any_cards = card.any_cards if card else 0
        self.places = [*card.cities, *card.regions] if card else []
        self.located = bool(card) and located(table, seat, self.mission)
        self.ready = self.located and payable(table, seat, symbols_of(table, self.mission), [])

    def _missing(self, mission: int) -> int:
        """Estimate how much a mission lacks."""
        table, player = self.table, self.table.players[self.seat]
        card = table.mission(mission)
        held = [table.agency_card(place.card).equipment for place in player.agency]
        held += [table.code(code).equipment for code in player.completed_codes]
        held += [table.mission(done).foot for done in player.completed_missions]
        missing = sum(
            max(0, card.equipment.count(kind) - held.count(kind)) for kind in set(card.equipment)
        )
        places = [*card.cities, *card.regions]
        missing += sum(not self._stands_in(place, range(AGENTS)) for place in places)
        symbols = len(card.equipment) + card.any_cards
        return 2 * missing + max(0, symbols - len(held))

    def _stands_in(self, place: str, agents: Sequence[int]) -> bool:
        cities = [self.table.players[self.seat].agents[agent] for agent in agents]
        return any(place in (city, self.table.region_of[city]) for city in cities)

    def worth(self, action: str, chance: random.Random) -> float:
        """Return how much an action is liked; chance breaks ties."""
        words = action.split()
        by_kind = getattr(self, f"_{words[0]}", None)
        worth: float = by_kind(words, chance) if by_kind else 1.0
        return worth + chance.random() / 2

    # placing

    def _place(self, words: list[str], chance: random.Random) -> float:
        target = words[2]
        mine = [self.table.dice_on(circle, self.seat) for circle in range(4)]
        if target == "complete":
            return 9.0 if self.ready and not mine[0] else 0.2
        if target == "movement":
            return 6.0 if not self.located and len(mine[3]) < 3 else 1.0
        if target == "agency":
            return 5.0 if len(mine[2]) < 3 else 1.5
        if target == "missions":
            return 4.0 if len(self.table.players[self.seat].missions) + len(mine[1]) < 3 else 0.5
        if target == "decoder":
            return 4.5 if self._decodes(int(words[1])) else 0.3
        return 1.2

    def _decodes(self, face: int) -> bool:
        player = self.table.players[self.seat]
        return any(
            face in self.table.code(held.card).numbers and face not in player.decoder
            for held in player.codes
        )

    def _pass(self, words: list[str], chance: random.Random) -> float:
        return 1.1

    def _stop(self, words: list[str], chance: random.Random) -> float:
        return 0.9

    def _reroll(self, words: list[str], chance: random.Random) -> float:
        return 8.0 if chance.random() < PLAYING / 5 else 0.0

    # free plays

    def _use(self, words: list[str], chance: random.Random) -> float:
        if words[2] in ("token", "character") or self._spare(words[2]):
            return 8.0 if chance.random() < PLAYING else 0.0
        return 0.0

    def _fly(self, words: list[str], chance: random.Random) -> float:
        city = self.table.agency_card(int(words[1][1:])).city
        if not self._spare(words[1]):
            return 0.0
        return 8.5 if self._wanted(city) else 0.0

    def _agent(self, words: list[str], chance: random.Random) -> float:
        return 1.0 - self._serves(int(words[1]) - 1)

    def _spare(self, source: str) -> bool:
        """Return True if the mission can do without an Agency Card."""
        player = self.table.players[self.seat]
        if len(player.agency) <= self.any_cards + len(self.equipment):
            return False
        card = self.table.agency_card(int(source[1:]))
        return card.equipment not in self.equipment

    def _spy(self, words: list[str], chance: random.Random) -> float:
        return 3.0 if self._needs(words[2]) or chance.random() < PLAYING else 0.0

    def _refuse(self, words: list[str], chance: random.Random) -> float:
        return 1.0

    # places

    def _wanted(self, city: str) -> bool:
        """Return True if this city meets a place that no agent stands in."""
        return any(
            place in (city, self.table.region_of[city])
            and not self._stands_in(place, range(AGENTS))
            for place in self.places
        )

    def _serves(self, agent: int) -> float:
        """Return 1 for an agent that alone stands in a place of the mission."""
        others = [other for other in range(AGENTS) if other != agent]
        return float(
            any(
                self._stands_in(place, [agent]) and not self._stands_in(place, others)
                for place in self.places
            )
        )

    def _step(self, words: list[str], chance: random.Random) -> float:
        agent, city = int(words[1]) - 1, " ".join(words[2:])
        if self._serves(agent):
            return 0.0
        away = self._distance(city)
        here = self._distance(self.table.players[self.seat].agents[agent])
        return 3.0 - away / 10 if away < here else 0.0

    def _distance(self, city: str) -> int:
        """Count the steps to the nearest place that is still wanted."""
        ring, seen, away = {city}, {city}, 0
        while ring and not any(self._wanted(other) for other in ring):
            ring = {n for other in ring for n in self.table.neighbours[other]} - seen
            seen |= ring
            away += 1
        return away

    # resolving

    def _complete(self, words: list[str], chance: random.Random) -> float:
        return 10.0

    def _take(self, words: list[str], chance: random.Random) -> float:
        if words[1] == "mission":
            return 3.0
        space = [region.name for region in self.table.cards.regions].index(" ".join(words[2:-1]))
        needed = self._needs(f"A{self.table.agency_up[space]}")
        return (6.0 if needed else 4.0) - (2.5 if words[-1] == "2" else 0.0)

    def _draw(self, words: list[str], chance: random.Random) -> float:
        return 2.0

    def _move(self, words: list[str], chance: random.Random) -> float:
        return 5.0 + int(words[1]) / 10 if not self.located else 2.0

    def _forfeit(self, words: list[str], chance: random.Random) -> float:
        return 0.5

    def _end(self, words: list[str], chance: random.Random) -> float:
        return 1.0

    # cards

    def _needs(self, card: str) -> bool:
        """Return True if an Agency Card has equipment of the mission."""
        return self.table.agency_card(int(card[1:])).equipment in self.equipment

    def _discard(self, words: list[str], chance: random.Random) -> float:
        if words[1][0] == "M":
            return self._missing(int(words[1][1:])) / 10
        return 0.0 if self._needs(words[1]) else 1.0

    def _keep(self, words: list[str], chance: random.Random) -> float:
        if words[1][0] == "M":
            return -self._missing(int(words[1][1:])) / 10
        return 1.0 if self._needs(words[1]) else 0.0

    # codes

    def _claim(self, words: list[str], chance: random.Random) -> float:
        return 10.0

    def _swap(self, words: list[str], chance: random.Random) -> float:
        return 2.0
