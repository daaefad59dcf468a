"""The results so far, line by line: a run goes on where the one before ended.

With it, a run after a change tries only the mutants that the change concerns. It lies beside the
tests and is no part of the repository: `python tests/mutants/run.py` makes it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path

from mutants.patch import Mutant, digest_of
from mutants.trial import KILLED, NOT_COMPILED, SURVIVED, TIMEOUT, Outcome

# What happens in a game of some seed, and so what a test sees of it, changes with these.
CARD_SETS = ("engine/covert_engine/covert/cards/data/house.toml", "tests/data/second.toml")


@dataclass(frozen=True)
class Entry:
    """A line of the journal."""

    id: str
    patch: str  # digest of the mutant
    source: str  # digest of its file
    tree: str  # digest of all code
    test: str  # digest of the file of the test that killed it
    cards: str  # digest of the card sets that the tests play with
    outcome: Outcome

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(line: str) -> Entry:
        fields = json.loads(line)
        return Entry(**{**fields, "outcome": Outcome(**fields["outcome"])})


@dataclass(frozen=True)
class Journal:
    """The file of entries, of a checkout as it is now."""

    path: Path
    checkout: Path
    tree: str
    explained: Set[str] = frozenset()  # mutants that change nothing that could be noticed

    def write(self, mutant: Mutant, outcome: Outcome) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        entry = Entry(
            mutant.id,
            mutant.digest,
            self._digest(mutant.file),
            self.tree,
            self._digest(outcome.killer.split("::")[0]),
            self._cards(),
            outcome,
        )
        with self.path.open("a", encoding="utf-8") as file:
            file.write(entry.to_json() + "\n")

    def outcomes(self, mutants: Sequence[Mutant]) -> dict[str, Outcome]:
        """Return what still holds, by mutant.

        Whatever else changes, a mutant stays killed while its file, the test that killed it and the
        cards it played with are the same; one that survived is tried again when anything has
        changed, or only its file if it is explained why no test could tell.
        """
        return {name: entry.outcome for name, entry in self._entries(mutants).items()}

    def tidy(self, mutants: Sequence[Mutant]) -> None:
        """Drop the lines that hold no more, and put the others in the order of the mutants."""
        entries = self._entries(mutants)
        lines = [entries[mutant.id].to_json() + "\n" for mutant in mutants if mutant.id in entries]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("".join(lines), encoding="utf-8")

    def _entries(self, mutants: Sequence[Mutant]) -> dict[str, Entry]:
        patches = {mutant.id: (mutant.digest, mutant.file) for mutant in mutants}
        entries = {}
        for line in (
            self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ()
        ):
            entry = Entry.from_json(line)
            patch, file = patches.get(entry.id, ("", ""))
            if entry.patch != patch or entry.source != self._digest(file):
                continue
            killed = entry.outcome.outcome in (KILLED, TIMEOUT, NOT_COMPILED)
            same_test = entry.test == self._digest(entry.outcome.killer.split("::")[0])
            same_test &= entry.cards == self._cards()
            explained = entry.outcome.outcome == SURVIVED and entry.id in self.explained
            if entry.tree == self.tree or (killed and same_test) or explained:
                entries[entry.id] = entry
        return entries

    def _cards(self) -> str:
        return digest_of("".join(self._digest(file) for file in CARD_SETS))

    def _digest(self, file: str) -> str:
        path = self.checkout / file
        return digest_of(path.read_text(encoding="utf-8")) if path.is_file() else ""
