"""The faults made by hand: at least one for every rule number and every law."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from mutants.patch import Mutant

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FAULTS = HERE / "faults"

# Begins the numbers of rules of Covert Action among what faults break; those of Covert are bare.
COVERT_ACTION = "covert-action "

LAWS = {
    "world": "The view of a world sampled from a view is that view.",
    "uniform": "All worlds that agree with a view are equally likely.",
    "hidden": "What a seat cannot see changes neither its view nor what its bot answers.",
    "no-trace": "A decision that a seat cannot see leaves nothing behind that it can.",
    "keyed-chance": "A chance event is a function of its key alone.",
    "seedless": "A world has chances of its own to come, not those of the game.",
    "redrawn": "Chance drawn anew changes nothing that a seat knows, and makes all else as likely.",
    "forced": "What is forced is done, and nobody is asked.",
    "canonical": "What the search expands leaves out nothing but what could not be better.",
    "refused": "A view that no game could show is refused.",
    "forgetful": "A view of fewer known cards is a view too.",
    "read-alike": "A view is read from its message's bytes as from its fields, or not at all.",
    "written": "A view that is written down reads back as itself.",
    "kept": "Bytes come back as the position they are of; those of no position are refused.",
    "notation": "Every action has one text, and every text one action.",
    "replay": "A record replays to the same position.",
    "observed": "A child is keyed by all that the searching seat observes up to the next decision.",
    "unseen": "Where another seat may do what the searching seat cannot see, there is no node.",
    "available": "An action counts as available whenever it is legal in the world at hand.",
    "interest": "Each node serves the seat that decides there.",
    "fresh-world": "Every iteration deals a world of its own.",
    "alike": "Actions that look the same are one edge with the sum of their priors.",
    "selection": "Every choice in the tree is the one that its formula gives.",
    "choice": "The action to take has the highest lower bound of those visited enough.",
    "backup": "The utilities of all seats go to every node and edge of the path.",
    "leaf": "A leaf is valued at the horizon, at the ceiling of steps, or by the game's result; "
    "earlier rounds count as lambda says.",
    "utility": "Of a game that is over the winners have the most, and share it.",
    "limits": "The first limit reached ends a search, and is named.",
    "memory": "A full tree grows no more, and the search goes on and says so.",
    "root": "`only` and `avoid` restrict the root, and nothing else.",
    "same-bytes": "The same request has the same answer.",
    "own-seed": "The chances of a search come from the seed of the request and the view.",
    "lanes": "Lanes are trees of their own, which meet at fixed iterations and are added up.",
    "common-worlds": "Actions that are compared meet the same deals and the same chance.",
    "sealed": "Nobody answers to what is chosen at the same time, and all remember their own.",
    "believed": "Worlds are dealt by the belief, where there is one.",
    "evaluators": "The tree asks the evaluator, simulations the policy; both hear of each step.",
    "variation": "The principal variation is the most visited line of play.",
    "talk": "Statements change nothing but themselves.",
    "one-side": "Every shot of two teams without Saboteurs pays one side, the whole of it.",
    "forty": "The Plan cards in hands and deck are 40.",
}


def entries(path: Path, what: str) -> list[dict[str, Any]]:
    """Return the entries of that sort in a file."""
    read: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")).get(what, [])
    return read


def faults() -> list[Mutant]:
    """Return all faults, in the order of the files."""
    mutants = []
    for path in sorted(FAULTS.glob("*.toml")):
        for entry in entries(path, "fault"):
            text = (ROOT / entry["file"]).read_text(encoding="utf-8")
            mutants.append(
                Mutant(
                    entry["id"],
                    entry["file"],
                    text.find(entry["old"]),
                    entry["old"],
                    entry["new"],
                    entry["wrong"],
                    tuple(entry["breaks"]),
                )
            )
    return mutants
