"""Events of dice, agents, cubes and cipher tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covert_bots.covert.words.change import Change, Event, more
from covert_bots.covert.words.narration import TARGET_WORDS, dice_words, listed
from covert_bots.players.amounts import counted
from covert_engine.covert.exchange.fields import PlayerFields, ViewFields
from covert_engine.covert.rules.actions import Kind

CIRCLES = ("complete", "missions", "agency", "movement")
PLACES = (*CIRCLES, "decoder", "folder")
PLACE_WORDS = dict(zip((*CIRCLES, "folder", "decoder"), TARGET_WORDS, strict=True))


def dice(change: Change) -> Iterator[Event]:
    """Dice that are placed and come back within a round."""
    if not change.new_round:
        yield from _moved_dice(change)


def dice_of_the_round(change: Change) -> Iterator[Event]:
    """What goes back when a round ends."""
    if change.new_round:
        yield from _moved_dice(change)


def _moved_dice(change: Change) -> Iterator[Event]:
    same_circles = change.before["circles"] == change.after["circles"]
    for seat, was, now in change.players():
        if same_circles and all(was[held] == now[held] for held in ("decoder_dice", "folder_dice")):
            continue
        lay, lie = _lying(change.before, seat, was), _lying(change.after, seat, now)
        rolled_there = was["reroll_count"] != now["reroll_count"]
        for place in PLACES:
            if place == "decoder" and rolled_there and len(lay[place]) == len(lie[place]):
                continue
            for kind, faces in (
                ("dice_placed", more(lay[place], lie[place])),
                ("dice_back", more(lie[place], lay[place])),
            ):
                if not faces:
                    continue
                # A die on the folder shows nothing.
                shown = () if place == "folder" else faces
                some = _dice_words(shown) or _dice(len(faces))
                if kind == "dice_placed":
                    verb, rest = "place", f"{some} on {PLACE_WORDS[place]}"
                else:
                    verb, rest = "take", f"{some} back from {PLACE_WORDS[place]}"
                yield change.event(
                    kind, seat, verb, rest, place=place, faces=shown, count=len(faces)
                )
                if kind == "dice_back" and place in CIRCLES:
                    yield from _forfeited(change, seat, place, faces)


def _forfeited(change: Change, seat: int, place: str, back: tuple[int, ...]) -> Iterator[Event]:
    """Dice that came back for no effect (rules 5.8); the others of `back` have paid."""
    given_up = change.done(seat, Kind.FORFEIT)
    count = sum(one.first == CIRCLES.index(place) for one in given_up)
    if count:
        faces = back if count == len(back) else ()
        some = _dice_words(faces) or dice_words(count)
        rest = f"{some} back from {PLACE_WORDS[place]} without its action"
        yield change.event("forfeit", seat, "take", rest, place=place, faces=faces, count=count)


def _dice_words(faces: Sequence[int]) -> str:
    return f"a {faces[0]}" if len(faces) == 1 else listed(map(str, faces)) if faces else ""


def _lying(view: ViewFields, seat: int, player: PlayerFields) -> dict[str, list[int]]:
    """Faces of a seat's dice by place; those on the folder as zeros."""
    lying = {
        name: [face for face, owner in enumerate(circle["spaces"], 1) if owner == seat + 1]
        for name, circle in zip(CIRCLES, view["circles"], strict=True)
    }
    lying["decoder"] = player["decoder_dice"]
    lying["folder"] = [0] * player["folder_dice"]
    return lying


def rolls(change: Change) -> Iterator[Event]:
    """The roll of a round, and rerolls."""
    for seat, was, now in change.players():
        if was["reroll_token"] and not now["reroll_token"]:
            yield change.event("reroll_token", seat, "give", "up the reroll token")
        if change.new_round:
            faces = tuple(now["dice"])
            yield change.event("roll", seat, "roll", _row(faces), faces=faces, count=len(faces))
        elif was["reroll_count"] != now["reroll_count"]:
            yield _reroll(change, seat, now)


def _reroll(change: Change, seat: int, now: PlayerFields) -> Event:
    named = list(change.before["reroll"]["faces"]) if "reroll" in change.before else []
    named += [pick.first for pick in change.done(seat, Kind.REROLL)]
    on_decoder = change.before["phase"] != "placing"  # rules 3.8
    place = "decoder" if on_decoder else ""
    # Decoder dice go back at once if nothing is left to be done with them.
    faces = tuple(now["decoder_dice"] if on_decoder else now["dice"])
    what = _dice_words(named) or "dice"
    where = " on the Decoder" if on_decoder else ""
    shown = f", and has {_row(faces)} there" if on_decoder else f", and has {_row(faces)}"
    rest = f"{what}{where}{shown if faces else ''}"
    return change.event("roll", seat, "reroll", rest, place=place, faces=faces, count=len(faces))


def _dice(count: int) -> str:
    return "a die" if count == 1 else dice_words(count)


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def turn(change: Change) -> Iterator[Event]:
    """A die that is changed, and movement that begins."""
    before, after = change.before, change.after
    seat = after.get("on_turn")
    shifted = after["turn"]["shifted"]
    if seat is not None and shifted and shifted != before["turn"]["shifted"]:
        yield change.event("die_changed", seat, "change", f"the die to {shifted}", faces=(shifted,))
    movement = after.get("movement")
    if seat is not None and movement is not None and before.get("movement") is None:
        if movement["pool"]:
            most = "one step" if movement["pool"] == 1 else f"{movement['pool']} steps"
            rest = f"agents, up to {most} in all"
            yield change.event("movement", seat, "move", rest, count=movement["pool"])
        else:
            steps = max(movement["steps"])
            rest = f"with {dice_words(steps)}"
            yield change.event("movement", seat, "move", rest, place="movement", count=steps)


def agents(change: Change) -> Iterator[Event]:
    """Agents that walk or fly, with the cubes they leave and take."""
    if all(was["agents"] == now["agents"] for _, was, now in change.players()):
        return
    left = {(one.seat, one.cities[0]) for one in cubes(change) if one.kind == "cube_left"}
    taken = {one.cities[0]: one.count or 0 for one in cubes(change) if one.kind == "cubes_taken"}
    for seat, was, now in change.players():
        for number, (old, new) in enumerate(zip(was["agents"], now["agents"], strict=True), 1):
            if old == new:
                continue
            words = f"agent {number} from {old} to {new}"
            if (seat, old) in left:
                words += ", leaves a cube"
            if new in taken:
                words += f", takes {counted(taken[new], 'cube')}"
            use = change.before.get("use") or change.after.get("use")
            verb = "fly" if use and use["kind"] == "flight" else "move"
            yield change.event("agent", seat, verb, words, cities=(old, new))


def cubes(change: Change) -> Iterator[Event]:
    """Cubes that are left, taken and given back."""
    yield from _cubes_in_cities(change)
    for seat, old, new in change.players():
        for colour in more(new["cubes"], old["cubes"]):
            rest = f"back a pair of cubes of {_owner(colour, change)}"
            yield change.event("pair", seat, "give", rest)


def _cubes_in_cities(change: Change) -> Iterator[Event]:
    if change.before["cubes"] == change.after["cubes"]:
        return
    was, now = (
        {one["city"]: one["colours"] for one in view["cubes"]}
        for view in (change.before, change.after)
    )
    seats = len(change.after["players"])
    for city in sorted(was.keys() | now.keys()):
        for colour in more(was.get(city, []), now.get(city, [])):
            seat = colour - 1 if colour <= seats else None
            words = f"A cube of {_owner(colour, change)} is left in {city}"
            yield Event("cube_left", words, seat, cities=(city,))
        taken = len(more(now.get(city, []), was.get(city, [])))
        if taken:
            words = f"{'A cube is' if taken == 1 else f'{taken} cubes are'} taken from {city}"
            yield Event("cubes_taken", words, cities=(city,), count=taken)


def _owner(colour: int, change: Change) -> str:
    seats = len(change.after["players"])
    return change.names[colour - 1] if colour <= seats else "a colour nobody plays"


def tiles(change: Change) -> Iterator[Event]:
    """Tiles that are laid out, and swaps."""
    was, now = change.before["tiles"], change.after["tiles"]
    if not was and now:
        half = len(now) // 2
        words = f"The cipher tiles are {_row(now[:half])} above {_row(now[half:])}"
        yield Event("tiles", words, tiles=tuple(range(1, len(now) + 1)))
        return
    moved = tuple(
        tile for tile, (old, new) in enumerate(zip(was, now, strict=True), 1) if old != new
    )
    seat = change.before.get("on_turn", change.after.get("on_turn"))
    if not moved or seat is None:
        return
    swapped = [f"the {was[tile - 1]} on tile {tile}" for tile in moved]
    yield change.event("tiles", seat, "swap", " with ".join(swapped), tiles=moved)


def path_read(change: Change, seat: int, code: int) -> list[int]:
    """The tiles of a claim of `code` (from 1), in reading order; empty if they are not known."""
    claim = change.before.get("claim")
    named = [step.first + 1 for step in change.done(seat, Kind.TILE)]
    if claim is not None and claim["code"] == code:
        return [*claim["tiles"], *named]
    for one in change.done(seat, Kind.CLAIM):
        if one.first + 1 == code:
            if change.after["options"]["codes_bend"]:
                return [one.second + 1, *named]
            length = len(change.cards.codes[code - 1].numbers)
            path = list(range(one.second + 1, one.second + 1 + length))
            return path[::-1] if one.third else path
    return []
