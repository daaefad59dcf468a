"""The tensor of a view of Covert, worked out again in plain Python from the view as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covert_engine.covert import View
from covert_engine.covert.cards.card_set import ABILITIES
from covert_engine.covert.cards.stages import DECISIONS, PHASES
from covert_engine.covert.encoding.tensor_fields import tensor_fields

Array = NDArray[np.float32]
CIRCLES = 4


class PlainTensor:
    """The fields of the tensor by name, zero until they are written."""

    def __init__(self, view: View) -> None:
        self.fields: Any = view.fields()
        self.source = view.cards.source
        self.seat, self.seats = view.seat, view.players
        layout = tensor_fields(self.source, view.players)
        self.parts = {field.name: np.zeros(field.shape, np.float32) for field in layout}
        self._turn()
        self._use()
        self._cards("agency", 48)
        self._cards("mission", 60)
        self._open_cards()
        self._codes()
        self._board()
        self._players()

    @property
    def whole(self) -> Array:
        """The tensor."""
        return np.concatenate([part.ravel() for part in self.parts.values()])

    def away(self, seat: int) -> int:
        return (seat - self.seat) % self.seats

    def colour(self, colour: int) -> int:
        return self.away(colour - 1) if colour <= self.seats else colour - 1

    def mark(self, name: str, *place: Any, value: float = 1) -> None:
        self.parts[name][place] = value

    def share(self, name: str, amount: float, most: float, *place: int) -> None:
        self.parts[name][place or (0,)] = np.float32(min(1.0, amount / most))

    def _turn(self) -> None:
        fields, turn = self.fields, self.fields["turn"]
        self.mark("phase", PHASES.index(fields["phase"]))
        self.mark("decision", DECISIONS.index(fields["decision"]))
        for name, key in (("actor", "to_decide"), ("turn", "on_turn"), ("starter", "starter")):
            if key in fields:
                self.mark(name, self.away(fields[key]))
        for number, seat in enumerate(fields["order"]):
            self.mark("order", self.away(seat), number)
            if fields.get("asked_first") == seat:
                self.mark("asked_from", number)
        for seat in fields["had_break_turn"]:
            self.mark("had_turn", self.away(seat))
        if "espionage" in fields:
            self.mark("opener", self.away(fields["espionage"]["opener"]))
        self.share("round", fields["round"], 60)
        self.share("final_round", fields["final_round"], 1)
        for name, most in (("plays", 100), ("owed", 5), ("placed", 5), ("swaps", 16)):
            self.share(name, turn[name], most)
        for name in ("claimed", "acted"):
            self.share(name, turn[name], 1)
        if turn["shifted"]:
            self.mark("shifted", turn["shifted"] - 1)
        if "claim" in fields:
            self.mark("bent_code", fields["claim"]["code"] - 1)
            for number, tile in enumerate(fields["claim"]["tiles"], 1):
                self.mark("path", tile - 1, value=number / 6)
        if "movement" in fields:
            moving = fields["movement"]
            self.share("step_pool", moving["pool"], 8)
            for agent, steps in enumerate(moving["steps"]):
                self.share("steps", steps, 5, agent)
            if moving["last_agent"]:
                self.mark("step_agent", moving["last_agent"] - 1)
        if "pairs" in fields:
            for colour in fields["pairs"]["colours"]:
                self.mark("pairs", self.colour(colour))
            regions = [region.name for region in self.source.regions]
            self.mark("pair_region", regions.index(fields["pairs"]["region"]))
        if "reroll" in fields:
            self.faces("picked", fields["reroll"]["faces"])
            self.mark("reroll_source", int(fields["reroll"]["by_character"]))

    def faces(self, name: str, faces: Iterable[int], *place: int) -> None:
        for face in faces:
            self.parts[name][(*place, face - 1)] += np.float32(0.2)

    def _use(self) -> None:
        use = self.fields.get("use")
        if use is None:
            return
        kind = "ability" if use["kind"] == "draw" else use["kind"]
        self.mark("use_kind", ("ability", "flight", "mission").index(kind))
        self.mark("use_seat", self.away(use["seat"]))
        if use["kind"] == "draw":
            self.mark("use_ability", len(ABILITIES) + 1)
        elif kind == "ability":
            character = self.source.characters[self.fields["players"][use["seat"]]["character"] - 1]
            plays = {"draw_token": 8, "draw_agency": 9}
            if use["by_character"] and use["ability"] == "unspecified":
                self.mark("use_ability", plays[character.effect])
            else:
                self.mark("use_ability", ABILITIES.index(use["ability"]))
        if kind == "ability":
            sources = (use["card"] > 0, use["by_token"], use["by_character"])
            self.mark("use_source", sources.index(True))
        if use["face"]:
            self.mark("use_die", use["face"] - 1)
        if use["deck"] != "unspecified":
            self.mark("use_deck", ("agency", "mission").index(use["deck"]))
        if use["agent"]:
            self.mark("use_agent", use["agent"] - 1)
        if use["mission"]:
            self.mark("use_mission", use["mission"] - 1)
        self.share("symbols_paid", use["symbols_paid"] + use["draws_left"], 12)
        self.share("feet_used", use["feet_used"], 6)
        self.share("any_equipment", use["any_equipment_used"], 6)
        self.cards("use_cards", use["agency_cards"])
        self.cards("use_codes", use["codes"])

    def cards(self, name: str, numbers: Iterable[int], *place: int) -> None:
        for number in numbers:
            if number:
                self.mark(name, *place, number - 1)

    def located(self, kind: str, name: str, place: Any, *row: int, value: float = 1) -> None:
        if place["card"]:
            self.mark(name, *row, place["card"] - 1, value=value)
            for seat in set(place["known_by"]) - {self.seat}:
                self.mark(f"{kind}_known", self.away(seat) - 1, place["card"] - 1)

    def _cards(self, kind: str, count: int) -> None:
        """Write what is alike for Agency Cards and missions."""
        deck = self.fields[f"{kind}_deck"]
        most = {"agency": 8, "mission": 4}[kind]
        hands = {"agency": "agency_cards", "mission": "missions"}[kind]
        for seat, player in enumerate(self.fields["players"]):
            hidden = [place for place in player[hands] if not place["card"]]
            recent = [place for place in hidden if place["lot"] == deck["lot"]]
            self.share(hands, len(player[hands]), most, self.away(seat))
            self.share(f"{kind}_unknown", len(hidden), most, self.away(seat))
            self.share(f"{kind}_recent", len(recent), most, self.away(seat))
            for place in player[hands]:
                self.located(kind, f"{kind}_hand", place, self.away(seat))
        for depth, place in enumerate(deck["places"]):
            self.located(kind, f"{kind}_deck", place, value=(count - depth) / count)
        for lot in deck["unseen"]:
            self.cards(f"{kind}_unseen", lot["cards"])
            if lot["lot"] == deck["lot"]:
                self.cards(f"{kind}_fresh", lot["cards"])
        self.cards(f"{kind}_discard", deck["discards"])
        search = self.fields.get("search")
        if search and self.fields["use"]["deck"] == kind:
            self.cards(f"{kind}_search", [place["card"] for place in search["cards"]])

    def _open_cards(self) -> None:
        for region, card in enumerate(self.fields["agency_face_up"]):
            self.cards("agency_up", [card], region)
        for place, card in enumerate(self.fields["missions_face_up"]):
            self.cards("mission_up", [card], place)
        if "espionage" in self.fields:
            self.cards("pool", self.fields["espionage"]["pool"])
            self.cards("spied", self.fields["espionage"]["played"])
        if "search" in self.fields:
            search = self.fields["search"]
            cards = [place["card"] for place in search["cards"]]
            self.share("searched", len(cards), 3)
            if search["kept"]:
                self.mark("kept", cards.index(search["kept"]))
        sizes = [
            len(self.fields["agency_deck"]["places"]) / 48,
            len(self.fields["mission_deck"]["places"]) / 60,
            *(deck["size"] / 40 for deck in self.fields["code_decks"]),
        ]
        self.parts["deck_sizes"][:] = sizes

    def _codes(self) -> None:
        kinds = list(self.source.equipment)
        for seat, player in enumerate(self.fields["players"]):
            away = self.away(seat)
            self.cards("broken", player["completed_codes"], away)
            self.share("unbroken_codes", len(player["codes"]), 2, away)
            for code in player["codes"]:
                if code["equipment"]:
                    self.parts["code_equipment"][away, kinds.index(code["equipment"])] += 0.5
                if seat == self.seat:
                    self.cards("codes", [code["card"]])
        for number, deck in enumerate(self.fields["code_decks"]):
            if deck["top_equipment"]:
                self.mark("code_tops", number, kinds.index(deck["top_equipment"]))

    def _board(self) -> None:
        cities = list(self.source.cities)
        for entry in self.fields["cubes"]:
            for colour in entry["colours"]:
                self.mark("cubes", self.colour(colour), cities.index(entry["city"]))
        for tile, number in enumerate(self.fields["tiles"]):
            self.mark("tiles", tile, number - 1)
        for circle in range(CIRCLES):
            for face, owner in enumerate(self.fields["circles"][circle]["spaces"]):
                if owner:
                    self.mark("circles", self.away(owner - 1), circle, face)
        for seat, player in enumerate(self.fields["players"]):
            for agent, city in enumerate(player["agents"]):
                self.mark("agents", self.away(seat), agent, cities.index(city))

    def _players(self) -> None:
        for seat, player in enumerate(self.fields["players"]):
            away = self.away(seat)
            self.cards("completed", player["completed_missions"], away)
            self.mark("character", away, player["character"] - 1)
            self.share("character_uses", player["character_uses"], 4, away)
            self.faces("dice", player["dice"], away)
            self.faces("decoder", player["decoder_dice"], away)
            self.share("folder", player["folder_dice"], 5, away)
            self.share("reroll_token", player["reroll_token"], 1, away)
            self.share("supply", player["supply"], 15, away)
            self.share("token_count", player["tokens"], 16, away)
            for colour in player["cubes"]:
                self.mark("cubes_held", away, self.colour(colour))
        for name in ("tokens", "fresh_tokens"):
            for entry in self.fields[name]:
                self.share(name, entry["count"], 4, ABILITIES.index(entry["ability"]))
