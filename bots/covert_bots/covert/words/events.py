"""What happened between two views of one seat, in words and as data.

The events depend on the two views alone (as `View.fields()` writes them), so they cannot reveal
more than the views do. Each writer below covers one thing that can change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from covert_bots.covert.words.narration import ABILITY_WORDS
from covert_engine.covert.exchange.fields import PlayerFields, ViewFields

__all__ = ["Event", "events_between"]

CIRCLES = ("complete", "missions", "agency", "movement")
PHASES = {
    "setup": "setup",
    "placing": "roll and place",
    "first_a": "the First window before Break Codes",
    "breaking": "Break Codes",
    "first_b": "the First window before Dice Resolution",
    "resolving": "Dice Resolution",
    "last_mission": "last missions",
    "over": "the end",
}


@dataclass(frozen=True)
class Event:
    """One thing that happened; the fields are those of the message `Event`."""

    kind: str
    words: str
    seat: int | None = None
    cards: tuple[int, ...] = ()
    cities: tuple[str, ...] = ()
    place: str = ""
    faces: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()
    count: int = 0
    phase: str = ""

    def fields(self) -> dict[str, Any]:
        """The fields that are set."""
        fields = vars(self).items()
        return {name: value for name, value in fields if value is not None and value != ""}


def events_between(before: ViewFields, after: ViewFields) -> list[Event]:
    """What a seat that knew `before` sees happen on the way to `after`."""
    return [event for writer in WRITERS for event in writer(before, after)]


def _players(
    before: ViewFields, after: ViewFields
) -> Iterator[tuple[int, PlayerFields, PlayerFields]]:
    for seat, (was, now) in enumerate(zip(before["players"], after["players"], strict=True)):
        yield seat, was, now


def _more(was: Sequence[int], now: Sequence[int]) -> tuple[int, ...]:
    """What `now` holds more often than `was`, ascending."""
    if was == now:
        return ()
    more = list(now)
    for one in was:
        if one in more:
            more.remove(one)
    return tuple(sorted(more))


def _named(letter: str, cards: Sequence[int], noun: str) -> str:
    """Cards in words: "A3, A17 and 2 Agency Cards unseen"."""
    known = [f"{letter}{card}" for card in cards if card]
    unseen = len(cards) - len(known)
    if unseen:
        known.append(f"{_count(unseen, noun)} unseen")
    return " and ".join(part for part in (", ".join(known[:-1]), known[-1]) if part)


def _count(number: int, noun: str) -> str:
    if number == 1:
        return f"1 {noun}"
    return f"{number} dice" if noun == "die" else f"{number} {noun}s"


def _use(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    use = after.get("use")
    was = before.get("use")
    if use is None or (was is not None and was["kind"] == use["kind"]):
        return
    seat = use["seat"]
    if use["kind"] == "draw":
        what = "draws Agency Cards"
    elif use["kind"] == "flight":
        what = "flies an agent"
    elif use["kind"] == "mission":
        what = f"pays for mission M{use['mission']}"
    else:
        what = f"uses {ABILITY_WORDS[use['ability']]}"
    if use["by_character"]:
        what += " with the character"
    yield Event("use", f"seat {seat} {what}", seat)


def _dice(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    if before["round"] == after["round"]:
        yield from _moved_dice(before, after)


def _dice_of_the_round(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    """What goes back when a round ends."""
    if before["round"] != after["round"]:
        yield from _moved_dice(before, after)


def _moved_dice(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    for seat, was, now in _players(before, after):
        lay, lie = _lying(before, seat, was), _lying(after, seat, now)
        for place in (*CIRCLES, "decoder", "folder"):
            for kind, faces, verb in (
                ("dice_placed", _more(lay[place], lie[place]), "places"),
                ("dice_back", _more(lie[place], lay[place]), "takes back"),
            ):
                if not faces:
                    continue
                # A die on the folder shows nothing.
                shown = () if place == "folder" else faces
                dice = ", ".join(map(str, shown)) or _count(len(faces), "die")
                where = f"on {place}" if kind == "dice_placed" else f"from {place}"
                words = f"seat {seat} {verb} {dice} {where}"
                yield Event(kind, words, seat, place=place, faces=shown, count=len(faces))


def _lying(view: ViewFields, seat: int, player: PlayerFields) -> dict[str, list[int]]:
    """Faces of a seat's dice by place; those on the folder as zeros."""
    lying = {
        name: [face for face, owner in enumerate(circle["spaces"], 1) if owner == seat + 1]
        for name, circle in zip(CIRCLES, view["circles"], strict=True)
    }
    lying["decoder"] = player["decoder_dice"]
    lying["folder"] = [0] * player["folder_dice"]
    return lying


def _rolls(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    for seat, was, now in _players(before, after):
        if was["reroll_token"] and not now["reroll_token"]:
            yield Event("reroll_token", f"seat {seat} gives up its reroll token", seat)
        rerolled = was["reroll_count"] != now["reroll_count"]
        if rerolled or before["round"] != after["round"]:
            faces = tuple(now["dice"])
            words = f"seat {seat} rolls {', '.join(map(str, faces))}"
            yield Event("roll", words, seat, faces=faces, count=len(faces))


def _turn(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    seat = after.get("on_turn")
    shifted = after["turn"]["shifted"]
    if shifted and shifted != before["turn"]["shifted"]:
        words = f"a die of seat {seat} now shows {shifted}"
        yield Event("die_changed", words, seat, faces=(shifted,))
    movement = after.get("movement")
    if movement is not None and before.get("movement") is None:
        words = f"seat {seat} moves its agents"
        yield Event("movement", words, seat, count=movement["pool"] or max(movement["steps"]))


def _agents(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    for seat, was, now in _players(before, after):
        for number, (old, new) in enumerate(zip(was["agents"], now["agents"], strict=True), 1):
            if old != new:
                words = f"agent {number} of seat {seat} goes from {old} to {new}"
                yield Event("agent", words, seat, cities=(old, new))


def _cubes(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    was, now = ({c["city"]: c["colours"] for c in view["cubes"]} for view in (before, after))
    seats = len(after["players"])
    for city in sorted(was.keys() | now.keys()):
        for colour in _more(was.get(city, []), now.get(city, [])):
            seat = colour - 1 if colour <= seats else None
            owner = f"seat {seat}" if seat is not None else "an unused colour"
            yield Event("cube_left", f"a cube of {owner} is left in {city}", seat, cities=(city,))
        taken = len(_more(now.get(city, []), was.get(city, [])))
        if taken:
            words = f"{_count(taken, 'cube')} taken from {city}"
            yield Event("cubes_taken", words, cities=(city,), count=taken)
    for seat, old, new in _players(before, after):
        for _ in _more(new["cubes"], old["cubes"]):
            yield Event("pair", f"seat {seat} gives back a pair of cubes", seat)


def _hand(was: Sequence[int], now: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cards gained and lost; 0 is an unknown card, known cards differ by number."""
    return _more(was, now), _more(now, was)


def _agency(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    for seat, was, now in _players(before, after):
        gained, left = _hand(
            [place["card"] for place in was["agency_cards"]],
            [place["card"] for place in now["agency_cards"]],
        )
        if gained:
            words = f"seat {seat} gets {_named('A', gained, 'Agency Card')}"
            yield Event("agency_gained", words, seat, cards=gained, count=len(gained))
        if left:
            words = f"seat {seat} gives up {_named('A', left, 'Agency Card')}"
            yield Event("agency_left", words, seat, cards=left, count=len(left))
    discarded = _more(before["agency_deck"]["discards"], after["agency_deck"]["discards"])
    if discarded:
        words = f"discarded: {_named('A', discarded, 'Agency Card')}"
        yield Event("agency_discarded", words, cards=discarded, count=len(discarded))
    if before["agency_face_up"] != after["agency_face_up"]:
        up = tuple(after["agency_face_up"])
        words = f"face-up Agency Cards: {', '.join(f'A{card}' if card else '-' for card in up)}"
        yield Event("agency_face_up", words, cards=up)


def _missions(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    for seat, was, now in _players(before, after):
        gained, left = _hand(
            [place["card"] for place in was["missions"]],
            [place["card"] for place in now["missions"]],
        )
        completed = _more(was["completed_missions"], now["completed_missions"])
        if completed:
            words = f"seat {seat} completes {_named('M', completed, 'mission')}"
            yield Event("mission_completed", words, seat, cards=completed, count=len(completed))
        # A completed mission left the hand by its number or, if it was not known, as unknown.
        gone = Counter(left) - Counter(completed)
        gone[0] -= sum((Counter(completed) - Counter(left)).values())
        left = tuple(sorted((+gone).elements()))
        if gained:
            words = f"seat {seat} gets {_named('M', gained, 'mission')}"
            yield Event("mission_gained", words, seat, cards=gained, count=len(gained))
        if left:
            words = f"seat {seat} gives up {_named('M', left, 'mission')}"
            yield Event("mission_left", words, seat, cards=left, count=len(left))
    discarded = _more(before["mission_deck"]["discards"], after["mission_deck"]["discards"])
    if discarded:
        words = f"discarded: {_named('M', discarded, 'mission')}"
        yield Event("mission_discarded", words, cards=discarded, count=len(discarded))
    if before["missions_face_up"] != after["missions_face_up"]:
        up = tuple(after["missions_face_up"])
        words = f"face-up missions: {', '.join(f'M{card}' if card else '-' for card in up)}"
        yield Event("missions_face_up", words, cards=up)


def _codes(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    for seat, was, now in _players(before, after):
        broken = _more(was["completed_codes"], now["completed_codes"])
        if broken:
            words = f"seat {seat} breaks {_named('C', broken, 'code')}"
            yield Event("code_broken", words, seat, cards=broken, count=len(broken))
        used = _more(now["completed_codes"], was["completed_codes"])
        if used:
            words = f"seat {seat} uses up {_named('C', used, 'code')}"
            yield Event("code_used", words, seat, cards=used, count=len(used))
        gained = len(now["codes"]) - len(was["codes"]) + len(broken)
        if gained > 0:
            words = f"seat {seat} draws {_count(gained, 'code')}"
            yield Event("code_gained", words, seat, count=gained)


def _tokens(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    for seat, was, now in _players(before, after):
        new_round = before["round"] != after["round"]
        drawn = now["token_draws"] - (0 if new_round else was["token_draws"])
        if drawn:
            words = f"seat {seat} draws {_count(drawn, 'token')}"
            yield Event("tokens_drawn", words, seat, count=drawn)
        used = was["tokens"] + drawn - now["tokens"]
        if used > 0:
            words = f"seat {seat} puts {_count(used, 'token')} back into the bag"
            yield Event("tokens_used", words, seat, count=used)


def _tiles(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    # There are no tiles before they are laid out.
    pairs = zip(before["tiles"], after["tiles"], strict=False)
    tiles = tuple(number for number, (old, new) in enumerate(pairs, 1) if old != new)
    if tiles:
        words = f"tiles {' and '.join(map(str, tiles))} change places"
        yield Event("tiles", words, tiles=tiles)


def _window_closes(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    if "espionage" in before and "espionage" not in after:
        yield Event("window_closes", "the Espionage window closes")


def _window(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    was = before.get("espionage")
    now = after.get("espionage")
    if now is None:
        return
    pool = tuple(now["pool"])
    if was is None:
        words = f"an Espionage window opens on {_named('A', pool, 'Agency Card')}"
        yield Event("window_opens", words, cards=pool)
    elif was["pool"] != now["pool"]:
        words = f"in the Espionage window: {', '.join(f'A{card}' for card in pool) or 'nothing'}"
        yield Event("window_pool", words, cards=pool)


def _searches(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    was = before.get("search")
    now = after.get("search")
    if now is None:
        if was is not None:
            yield Event("search_ends", "the Search ends")
    elif was is None:
        cards = tuple(place["card"] for place in now["cards"])
        seat = after["use"]["seat"]
        words = f"seat {seat} looks at {_count(len(cards), 'card')}"
        yield Event("search", words, seat, cards=cards, count=len(cards))


def _decks(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    counts = {
        "agency": (before["agency_deck"]["shuffles"], after["agency_deck"]["shuffles"]),
        "missions": (before["mission_deck"]["shuffles"], after["mission_deck"]["shuffles"]),
        "codes": (before["code_shuffles"], after["code_shuffles"]),
    }
    for deck, (was, now) in counts.items():
        if was != now:
            yield Event("shuffle", f"the {deck} deck is shuffled", place=deck)


def _course(before: ViewFields, after: ViewFields) -> Iterator[Event]:
    if before["round"] == after["round"]:
        for place, seat in enumerate(after["order"], 1):
            if place > len(before["order"]):
                words = f"seat {seat} takes turn order token {place}"
                yield Event("order", words, seat, count=place)
    if after["final_round"] and not before["final_round"]:
        yield Event("final_round", "a sixth mission is completed: this round is the last")
    if before["round"] != after["round"]:
        yield Event("round", f"round {after['round']} begins", count=after["round"])
    phase = after["phase"]
    if phase == "over":
        if before["phase"] != "over":
            yield Event("over", "the game is over", phase=phase)
        return
    if phase != before["phase"]:
        yield Event("phase", f"{PHASES.get(phase, phase)} begins", phase=phase)
    on_turn = after.get("on_turn")
    if on_turn is not None and on_turn != before.get("on_turn"):
        yield Event("turn", f"seat {on_turn} is on turn", on_turn)


# Close to the order of play: a window closes before the effect, a round ends after all else.
WRITERS: tuple[Callable[[ViewFields, ViewFields], Iterator[Event]], ...] = (
    _window_closes,
    _use,
    _dice,
    _turn,
    _agents,
    _cubes,
    _agency,
    _missions,
    _codes,
    _tokens,
    _tiles,
    _searches,
    _decks,
    _window,
    _dice_of_the_round,
    _course,
    _rolls,
)
