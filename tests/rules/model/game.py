"""A whole game: setup, rounds, the end; and the face that a test plays it by."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from covert_engine.covert.cards.card_set import ABILITIES, CardSet, Options
from rules.model.chance import Chance
from rules.model.codes import break_turn
from rules.model.decks import (
    draw,
    gain_agency,
    gain_mission,
    lose_mission,
    refill_agency,
    refill_mission,
    shuffle,
)
from rules.model.placement import placing
from rules.model.resolution import last_mission_turn, resolving_turn
from rules.model.table import (
    AGENTS,
    ROUND_PERIOD,
    TWO_ROUNDS_PERIOD,
    Decision,
    Flow,
    HeldCode,
    Player,
    Table,
    Use,
    choose,
)
from rules.model.windows import espionage_window, sources, spend

LAST_ROUND = 60
UNUSED_CUBES = 12
USUAL_TILES = 12
CODE_POINTS = 2


class Game:
    """One game; `legal` and `play` go from decision to decision."""

    def __init__(
        self,
        cards: CardSet,
        options: Options,
        players: int,
        chance: Chance,
        characters: Sequence[int] | None = None,
        first_player: int | None = None,
    ) -> None:
        """Deal a game, perhaps with named characters by seat and a named first player (2.1)."""
        self.table = Table(cards, options, players, chance)
        self.table.starter = first_player
        self._flow: Generator[Decision, str, None] = _whole_game(self.table, characters)
        self.decision: Decision | None = next(self._flow)

    @property
    def seat(self) -> int | None:
        """The seat to decide; None once the game is over."""
        return self.decision.seat if self.decision else None

    @property
    def legal(self) -> tuple[str, ...]:
        return self.decision.legal if self.decision else ()

    def play(self, action: str) -> None:
        try:
            self.decision = self._flow.send(action)
        except StopIteration:
            self.decision = None

    def scores(self) -> list[int]:
        """8.3: missions, and two points for each completed code still held."""
        return [
            sum(self.table.mission(card).points for card in player.completed_missions)
            + CODE_POINTS * len(player.completed_codes)
            for player in self.table.players
        ]

    def winners(self) -> list[int]:
        """8.3: ties go to most missions, then to the highest single mission, then are shared."""
        standings = []
        for score, player in zip(self.scores(), self.table.players, strict=True):
            points = [self.table.mission(card).points for card in player.completed_missions]
            standings.append((score, len(points), max(points, default=0)))
        best = max(standings)
        for tied, note in ((1, "8.3 most missions"), (2, "8.3 the highest mission")):
            level = [own for own in standings if own[:tied] == best[:tied]]
            if len(level) > sum(own[: tied + 1] == best[: tied + 1] for own in level):
                self.table.note(note)
        winners = [seat for seat, own in enumerate(standings) if own == best]
        if len(winners) > 1:
            self.table.note("8.3 shared")
        return winners


def _whole_game(table: Table, characters: Sequence[int] | None) -> Flow[None]:
    if characters is None:
        characters = table.chance.characters(len(table.cards.characters))
    else:
        table.note("2.1 characters named")
    yield from _setup(table, characters)
    while not table.final_round and table.round < LAST_ROUND:
        yield from _round(table)
    if table.final_round:
        table.phase = "last_mission"
        for seat in table.order:
            yield from last_mission_turn(table, seat)
    else:
        table.note("8.4 after round 60")
    table.phase = "over"


# setup


def _setup(table: Table, characters: Sequence[int]) -> Flow[None]:
    cards, chance = table.cards, table.chance
    table.bag = [
        ability
        for ability, count in zip(ABILITIES, cards.tokens, strict=True)
        for _ in range(count)
    ]
    start = [cards.agency[card - 1].city for card in chance.start_cards()]
    for _, character in zip(table.seats, characters, strict=False):
        if cards.characters[character - 1].effect == "none":
            table.note("1.8 a character without an ability")
        table.players.append(Player(character, start[:AGENTS]))
        del start[:AGENTS]
    if len(table.seats) == 2:
        _place_unused_cubes(table, start)

    shuffle(table, table.agency_deck, list(range(1, len(cards.agency) + 1)))
    for seat in table.seats:
        for _ in range(2):
            gain_agency(table, seat, draw(table, table.agency_deck))
    for region in range(len(cards.regions)):
        refill_agency(table, region)

    shuffle(table, table.mission_deck, list(range(1, len(cards.missions) + 1)))
    for seat in table.seats:
        for _ in range(3):
            gain_mission(table, seat, draw(table, table.mission_deck))
    for seat in table.seats:
        yield from _return_mission(table, seat)
    for space in range(3):
        refill_mission(table, space)

    codes = chance.codes()
    for player in table.players:
        player.codes = [HeldCode(card, equipment_public=False) for card in codes[:2]]
        del codes[:2]
    table.code_decks = [codes[0::2][::-1], codes[1::2][::-1]]
    table.tiles = chance.tiles(_tiles(table))
    if table.starter is None:
        table.starter = _first_player(table)
    else:
        table.note("2.8 the first player named")


def _tiles(table: Table) -> list[int]:
    """1.6: the numbers of all tiles, ascending."""
    counts = table.cards.tiles
    if sum(counts) != USUAL_TILES:
        table.note("1.6 rows of another length")
    return [number for number, count in enumerate(counts, 1) for _ in range(count)]


def _place_unused_cubes(table: Table, cities: list[str]) -> None:
    """2.3: twelve cubes of colours 3 and 4 by turns, never two of a colour in a city."""
    placed = 0
    for city in cities:
        colour = 3 + placed % 2
        if placed < UNUSED_CUBES:
            if colour in table.cubes[city]:
                table.note("2.3 a city that holds the colour is passed over")
            else:
                table.cubes[city].add(colour)
                placed += 1


def _return_mission(table: Table, seat: int) -> Flow[None]:
    """2.5, 2.10: one goes under the deck, where its player knows it."""
    hand = table.players[seat].missions
    legal = [f"return M{place.card}" for place in hand]
    action = yield from choose(table, "return_mission", seat, legal)
    card = int(action.split("M")[1])
    place = next(place for place in hand if place.card == card)
    lose_mission(table, seat, card)
    table.mission_deck.places.append(place)


def _first_player(table: Table) -> int:
    """2.8: most dice of one number, then the highest total, then chance."""
    worth = {}
    for seat in table.seats:
        dice = table.chance.first_roll(seat)
        worth[seat] = (max(dice.count(face) for face in dice), sum(dice))
    best = [seat for seat in table.seats if worth[seat] == max(worth.values())]
    if len(best) > 1:
        table.note("2.8 a tie after the highest total")
        return table.chance.first_tie(best)
    return best[0]


# rounds


def _round(table: Table) -> Flow[None]:
    table.round += 1
    if table.order:
        table.starter = table.order[-1]
    table.order = []
    table.had_break_turn = set()
    for seat, player in enumerate(table.players):
        player.dice = sorted(table.chance.roll(table.round, seat))
        player.token_draws = 0
        period = table.character(seat).period
        if period == ROUND_PERIOD or (period == TWO_ROUNDS_PERIOD and table.round % 2):
            player.character_uses = 0
    yield from placing(table)
    table.phase = "first_a"
    yield from _first_window(table)
    table.phase = "breaking"
    for seat in table.order:
        if seat not in table.had_break_turn:
            yield from break_turn(table, seat)
    table.phase = "first_b"
    yield from _first_window(table)
    table.phase = "resolving"
    while any(table.has_die_on_circle(seat) for seat in table.seats):
        for seat in table.order:
            if table.has_die_on_circle(seat):
                yield from resolving_turn(table, seat)
    for player in table.players:
        player.folder_dice = 0


def _first_window(table: Table) -> Flow[None]:
    """6.15: asked from #1 on, round and round, till all have refused in a row."""
    seats = len(table.order)
    at, refused, asked = 0, 0, 0
    users: list[int] = []
    table.asked_first = table.order[0]
    while refused < seats:
        seat = table.order[at]
        if (yield from _asked_first(table, seat, users)):
            if at + 1 < seats:
                table.note("6.15 asking goes on after the user")
            if asked >= seats:
                table.note("6.15 used in a second round of asking")
            if seat in users:
                table.note("6.16 First in B again")
            users.append(seat)
            refused = 0
            table.asked_first = table.order[(at + 1) % seats]
        else:
            refused += 1
        at = (at + 1) % seats
        asked += 1
    table.asked_first = None


def _asked_first(table: Table, seat: int, users: list[int]) -> Flow[bool]:
    """Ask a seat whether it uses First; return whether it did and has had its extra turn."""
    before_breaking = table.phase == "first_a"
    if before_breaking and seat in table.had_break_turn:
        return False
    if not before_breaking and not table.has_die_on_circle(seat):
        return False
    legal = [f"use first {source}" for source in sources(table, seat, "first")]
    action = yield from choose(table, "first", seat, [*legal, "refuse"], hidden=True)
    if action == "refuse":
        if users and users[-1] == seat:
            table.note("6.15 refusing after one's own First")
        return False
    source = action.split()[2]
    using = table.use = Use("ability", seat, "first", source)
    using.cards = spend(table, seat, source, "first")
    yield from espionage_window(table, using)
    table.use = None
    if before_breaking:
        table.note("6.16 First in A")
        yield from break_turn(table, seat)
    else:
        table.note("6.16 First in B")
        yield from resolving_turn(table, seat)
    return True
