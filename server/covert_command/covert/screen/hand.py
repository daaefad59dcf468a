"""A seat's own things as lines of text: its dice, its cards and the cards it looks at."""

from __future__ import annotations

from collections.abc import Iterator

from covert_bots.covert.words.narration import code_words
from covert_bots.covert.words.printed import ABILITY_WORDS
from covert_command.covert.screen.drawing import (
    CIRCLE_ROWS,
    Drawing,
    after_label,
    numbers_in_a_row,
)


class Hand(Drawing):
    """A view, and the things of its seat."""

    def own_dice(self, *, to_place: bool = True) -> list[str]:
        """Return the seat's dice in all places, or only the placed ones, its taken cubes and its
        feet."""
        words = list(self._dice_and_more(to_place)) if self.fields["round"] else []
        return self._wrapped("Your dice   ", words, 2) if words else []

    def _dice_and_more(self, to_place: bool) -> Iterator[str]:
        player = self.fields["players"][self.seat]
        if to_place and self.fields["phase"] == "placing":
            yield f"{numbers_in_a_row(player['dice']) if player['dice'] else 'none'} to place"
        for row, circle in zip(CIRCLE_ROWS, self.fields["circles"], strict=True):
            faces = [
                face for face, owner in enumerate(circle["spaces"], 1) if owner == self.seat + 1
            ]
            if faces:
                yield f"{row} {numbers_in_a_row(faces)}"
        if player["decoder_dice"]:
            yield f"Decoder {numbers_in_a_row(player['decoder_dice'])}"
        if player["folder_dice"]:
            yield f"folder {player['folder_dice']}"
        if player["cubes"]:
            taken = "".join(self.colours[colour - 1] for colour in player["cubes"])
            yield f"cubes taken {taken}"
        yield from after_label("mission feet:", self._feet())

    def _feet(self) -> list[str]:
        done = self.fields["players"][self.seat]["completed_missions"]
        return [foot for number in done if (foot := self.cards.missions[number - 1].foot)]

    def seen(self, *, brief: bool = False) -> list[str]:
        """Return the cards of the Search, and those that Espionage may take."""
        lines: list[str] = []
        search = self.fields.get("search", {"cards": ()})
        cards = [place["card"] for place in search["cards"] if place["card"]]
        if cards:
            lines.append("Seen by your Search")
        for number in cards:
            if self.fields["use"]["deck"] == "mission":
                lines += self._mission(number, brief=brief)
            else:
                lines.append(f"    {self.agency_in_full(number)}")
        if espionage := self.fields.get("espionage"):
            pool = [self.agency_in_full(number) for number in espionage["pool"]]
            lines += ["Espionage may take", *self._wrapped("", pool, 4)]
        return lines

    def own_cards(self) -> list[str]:
        """Return the seat's cards, codes and tokens, with all details."""
        player = self.fields["players"][self.seat]
        lines = ["Your hand"]
        agency = (self.agency_in_full(place["card"]) for place in player["agency_cards"])
        lines += self._wrapped("  Agency", list(agency) or ["-"], 12)
        codes = (
            f"{self._code(place['card'])} ({place['equipment']})"
            if place["card"]
            else f"a code ({place['equipment'] or '?'})"
            for place in player["codes"]
        )
        lines += self._wrapped("  Codes", list(codes) or ["-"], 12)
        if player["completed_codes"]:
            lines += self._wrapped("  Broken", self._broken(), 12)
        return [*lines, *self._wrapped("  Tokens", self._tokens() or ["-"], 12)]

    def held(self, *, in_full: bool = True) -> list[str]:
        """Return the seat's cards side by side; Agency Cards by number alone if not `in_full`."""
        player = self.fields["players"][self.seat]
        cards = [place["card"] for place in player["agency_cards"] if place["card"]]
        agency = [self._agency(card) if in_full else f"A{card}" for card in cards]
        words = [
            *after_label("Codes", self._codes_held()),
            *after_label("Broken", self._broken()),
            *after_label("Agency", agency),
            *after_label("Tokens", self._tokens()),
        ]
        return _outdented(self._wrapped("", words, 2)) if words else []

    def codes(self) -> list[str]:
        """Return the codes alone."""
        return _outdented(self._wrapped("", after_label("Codes", self._codes_held()), 2))

    def _codes_held(self) -> list[str]:
        player = self.fields["players"][self.seat]
        return [self._code(place["card"]) for place in player["codes"] if place["card"]]

    def _broken(self) -> list[str]:
        player = self.fields["players"][self.seat]
        return [code_words(number - 1, self.cards) for number in player["completed_codes"]]

    def _code(self, number: int) -> str:
        return f"C{number} {numbers_in_a_row(self.cards.codes[number - 1].numbers)}"

    def _tokens(self) -> list[str]:
        fresh = {tokens["ability"]: tokens["count"] for tokens in self.fields["fresh_tokens"]}
        return [
            f"{ABILITY_WORDS[stack['ability']]} x{stack['count']}"
            + (" (new)" if fresh.get(stack["ability"]) else "")
            for stack in self.fields["tokens"]
        ]

    def own_missions(self, *, brief: bool = False, titles: bool = True) -> list[str]:
        """Return the seat's missions and their lacking symbols; if not brief, also all their
        symbols."""
        places = self.fields["players"][self.seat]["missions"]
        if not places:
            return ["Your missions: none"]
        lines = ["Your missions"]
        for place in places:
            lines += self._mission(place["card"], brief=brief, titles=titles)
        return lines

    def own_missions_flow(self) -> list[str]:
        """Return the seat's missions side by side."""
        places = self.fields["players"][self.seat]["missions"]
        return self._missions_flow("Your missions   ", [place["card"] for place in places])


def _outdented(lines: list[str]) -> list[str]:
    """Return the lines with the first one moved to the left."""
    return [lines[0].lstrip(), *lines[1:]]
