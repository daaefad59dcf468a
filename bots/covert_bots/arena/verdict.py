"""What a tournament shows, in two sentences: who is stronger, and what is open.

Nothing is claimed that an interval of `head_to_head` does not carry. Those intervals hold together,
for a number of blocks that was fixed before the games; so nothing is claimed before the plan has
ended, and of a sequential test only what the test says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import isnan

from covert_bots.arena.head_to_head import FEWEST, SHOWN_ELO, Pairing, pairing_of_test
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.rounding import between, number
from covert_bots.arena.standings import Standings
from covert_bots.arena.statistics.elo import CLOSEST, Interval, elo_of_share
from covert_bots.arena.statistics.pairings import confidence_of_each
from covert_bots.arena.statistics.sprt import Sprt, Verdict

LEAST_ELO = 0.05  # that is a difference
MOST_ELO = elo_of_share(1) - elo_of_share(0) - LEAST_ELO  # an interval this wide says nothing
MOST_NAMES = 4  # of bots in a row; of more there is the number


class State(Enum):
    """How far the evidence is."""

    FINAL = "final"  # all games of the plan are played, or the test has ended
    INTERIM = "interim"  # games are left: nothing is shown yet


@dataclass(frozen=True)
class TournamentVerdict:
    """The verdict; `sentences` are two, without names of files or figures that need a table.

    Before the first it is said which bots did not play but fail.
    """

    state: State
    sentences: tuple[str, str]

    @property
    def text(self) -> str:
        """Both sentences."""
        return " ".join(self.sentences)

    def as_json(self) -> dict[str, str | list[str]]:
        """`verdict` in the document of `covert-bots arena ... --json`."""
        return {"state": self.state.value, "sentences": list(self.sentences)}


def head_to_head_of(found: Standings, test: Sprt | None) -> tuple[Pairing, ...]:
    """The pairings of a tournament: those of the plan, or that of its test."""
    if test is None:
        return found.head_to_head
    return (pairing_of_test(test),) if test.path else ()


def verdict(
    plan: Plan, found: Standings, test: Sprt | None = None, former_blocks: Sequence[int] = ()
) -> TournamentVerdict | None:
    """The verdict on a tournament; None in self-play, which compares no bots.

    `former_blocks` are the lengths that the plan had before, with games played: intervals do not
    allow for a length that the games have changed.
    """
    if plan.settings.format is Format.SELF_PLAY:
        return None
    names = [bot.name for bot in found.bots]
    broken = _broken(found)
    if test is not None:
        state = State.INTERIM if test.verdict is Verdict.RUNNING else State.FINAL
        first, second = _of_test(plan, names, test)
        return TournamentVerdict(state, (broken + first, second))
    if not found.ended:
        first, second = _interim(plan, found, names)
        return TournamentVerdict(State.INTERIM, (broken + first, second))
    if len(names) == 2:
        first = _of_two(plan, found.head_to_head[0], names)
    elif plan.settings.format is Format.GAUNTLET:
        first = _of_gauntlet(found.head_to_head, names)
    else:
        first = _of_many(plan, found, names)
    return TournamentVerdict(State.FINAL, (broken + first, _open(plan, found, former_blocks)))


def how_sure(plan: Plan, found: Standings, test: Sprt | None = None) -> str:
    """How the intervals of the pairings are to be read."""
    pairings = len(found.head_to_head)
    over = found.ended if test is None else test.verdict is not Verdict.RUNNING
    if test is not None:
        words = "95% interval, corrected for early stopping"
    elif pairings < 2:
        words = "95% interval"
    else:
        each = confidence_of_each(pairings)
        words = f"95% for all {pairings} intervals together (Bonferroni: {each:.2%} each)"
    here = "" if over else ", as if it ended here"
    return f"{words}{here}; the unit is {_unit(plan)}."


def result_of(pairing: Pairing) -> str:
    """What a final interval shows of the first bot."""
    if pairing.stronger is None:
        return "open"
    return "stronger" if pairing.stronger == pairing.first else "weaker"


def elo_of(pairing: Pairing) -> str:
    """The Elo of the first bot above the second, for a table: what can be said of it.

    If all games were won by one side, that is the end of its interval that is known.
    """
    elo, share = pairing.elo, pairing.share
    if pairing.has_elo:
        return f"{round(elo.mean):+d}"
    if share.mean > 1 - CLOSEST and share.low >= CLOSEST:
        return f"at least {round(elo.low):+d}"
    if share.mean < CLOSEST and share.high <= 1 - CLOSEST:
        return f"at most {round(elo.high):+d}"
    return "unknown"


def _unit(plan: Plan) -> str:
    if plan.rotations == 2:
        return "a pair of games on one deal"
    return f"a block of {plan.rotations} games on one deal"


def _units(plan: Plan, many: int) -> str:
    """So many blocks; with two seats a block is a pair of games."""
    noun = "pair" if plan.rotations == 2 else "block"
    return f"{many} {noun}{'' if many == 1 else 's'}"


def _broken(found: Standings) -> str:
    """Which bots forfeited most of their games, the first thing to know; empty if none did."""
    return "".join(
        f"{bot.name} forfeited {_part(bot.forfeits, bot.games)}. "
        for bot in found.bots
        if bot.games and 2 * bot.forfeits >= bot.games
    )


def _part(forfeits: int, games: int) -> str:
    if forfeits < games:
        return f"{forfeits} of its {games} games"
    if games > 2:
        return f"all {games} games"
    return "both games" if games == 2 else "its only game"


# Sentences on who is stronger.


def _of_two(plan: Plan, pairing: Pairing, names: Sequence[str]) -> str:
    stronger = pairing.stronger
    seen = pairing.seen_from(_ahead(pairing) if stronger is None else stronger)
    one, other = names[seen.first], names[seen.second]
    after = f"after {_units(plan, seen.blocks)}"
    if isnan(seen.share.mean):
        return f"{_unclear(one, other)}: neither has won a game {after}."
    takes = f"takes {_share_words(seen, _wins(plan))} {after}"
    if stronger is None:
        return f"{_unclear(one, other)}: {one} {takes}."
    return f"{one} is stronger than {other}: it {takes}."


def _unclear(one: str, other: str) -> str:
    return f"It is still open which is stronger, {one} or {other}"


def _of_gauntlet(pairings: Sequence[Pairing], names: Sequence[str]) -> str:
    groups: dict[str, list[str]] = {"stronger than": [], "weaker than": [], "undecided against": []}
    for pairing in pairings:
        stronger = pairing.stronger
        group = "undecided against"
        if stronger is not None:
            group = "stronger than" if stronger == 0 else "weaker than"
        groups[group].append(names[pairing.seen_from(0).second])
    clauses = [f"{words} {_named(some)}" for words, some in groups.items() if some]
    return f"{names[0]} is {_listed(clauses)}."


def _of_many(plan: Plan, found: Standings, names: Sequence[str]) -> str:
    beaten: dict[int, set[int]] = {bot: set() for bot in range(len(names))}  # by bot: by whom
    for pairing in found.head_to_head:
        stronger = pairing.stronger
        if stronger is not None:
            weaker = pairing.first if stronger == pairing.second else pairing.second
            beaten[weaker].add(stronger)
    ranked = sorted(beaten, key=lambda bot: -found.bots[bot].elo.mean)
    for bot in ranked:
        if all(bot in others for weaker, others in beaten.items() if weaker != bot):
            mine = [one.seen_from(bot) for one in found.head_to_head if bot in _both(one)]
            closest = min(mine, key=lambda one: one.share.mean)
            tied = sum(one.share.mean == closest.share.mean for one in mine) > 1
            how = "with at least" if tied else f"most narrowly than {names[closest.second]} with"
            return (
                f"{names[bot]} is the strongest of the {len(names)} bots: it is stronger than each "
                f"of the others head to head, {how} {_share_words(closest, _wins(plan))}."
            )
    unbeaten = [names[bot] for bot in ranked if not beaten[bot]]
    if not unbeaten:
        return (
            f"None of the {len(names)} bots is the strongest: each is shown to be weaker than "
            "another."
        )
    if len(unbeaten) == len(names):
        return (
            f"It is still open which of the {len(names)} bots is the strongest: none is shown to "
            "be weaker than another."
        )
    if len(unbeaten) == 1:
        return (
            f"Only {unbeaten[0]} is not shown to be weaker than another of the {len(names)} bots, "
            "but not all others are shown to be weaker than it."
        )
    return (
        f"It is still open which of the {len(names)} bots is the strongest: only "
        f"{_named(unbeaten)} are not shown to be weaker than another."
    )


# Sentences on what is open.


def _open(plan: Plan, found: Standings, former_blocks: Sequence[int]) -> str:
    """What the games have not decided, and what it would take."""
    pairings = found.head_to_head
    undecided = [one for one in pairings if one.stronger is None]
    if not undecided:
        if len(pairings) == 1:
            (one,) = pairings
            assert one.stronger is not None
            words = f"Only by how much is still open: {_elo_words(one.seen_from(one.stronger))}"
        else:
            words = f"All {len(pairings)} pairings are decided; only by how much is still open"
    else:
        if len(pairings) == 1:
            words = ""
        else:
            are = "is" if len(undecided) == 1 else "are"
            words = f"{len(undecided)} of {len(pairings)} pairings {are} undecided; "
        needed = [one.to_show for one in undecided if one.to_show is not None]
        if len(needed) < len(undecided):
            few = any(one.blocks < FEWEST for one in undecided if one.to_show is None)
            why = "there are too few games" if few else "the blocks are too similar"
            words += f"{why} to say how many more it would take"
        else:
            each = "" if len(undecided) == 1 else " for each of them"
            words += (
                f"a difference of {SHOWN_ELO:g} Elo would show four times out of five in a new run "
                f"of about {_units(plan, _rounded_up(max(needed)))}{each}"
            )
        words = words[0].upper() + words[1:]
    forfeits = sum(bot.forfeits for bot in found.bots)
    if forfeits:
        was = "was" if forfeits == 1 else "were"
        words += f"; {forfeits} of the {found.games} games {was} forfeited"
    if found.missing_blocks:
        lack = (
            "block lacks a game and is"
            if found.missing_blocks == 1
            else "blocks lack a game and are"
        )
        words += f"; {found.missing_blocks} {lack} left out"
    if former_blocks:
        words += (
            f"; the plan once had {_listed([str(one) for one in former_blocks])} "
            f"{'block' if former_blocks == (1,) else 'blocks'} a table, "
            "and if its games were the reason for the change, the intervals are wrong more often "
            "than they claim"
        )
    return f"{words}."


def _interim(plan: Plan, found: Standings, names: Sequence[str]) -> tuple[str, str]:
    after = f"Interim, after {found.blocks} of {_units(plan, len(plan))}"
    if len(names) == 2:
        (pairing,) = found.head_to_head
        seen = pairing.seen_from(_ahead(pairing))
        if isnan(seen.share.mean):
            first = f"{after}: neither bot has won a game."
        else:
            first = (
                f"{after}: {names[seen.first]} takes {_share_words(seen, _wins(plan))} "
                f"against {names[seen.second]}."
            )
    else:
        leader = max(found.bots, key=lambda bot: bot.elo.mean)
        decided = sum(one.stronger is not None for one in found.head_to_head)
        first = (
            f"{after}: {leader.name} has the highest rating, and {decided} of "
            f"{len(found.head_to_head)} intervals {'lies' if decided == 1 else 'lie'} on one side "
            "of an even share."
        )
    return first, (
        "Nothing is proven until all are played: if you stop when an interval looks good, you are "
        "wrong more often than it claims."
    )


def _of_test(plan: Plan, names: Sequence[str], test: Sprt) -> tuple[str, str]:
    hypotheses = test.hypotheses
    first, second = names
    high, low = f"{hypotheses.elo1:g} Elo", f"{hypotheses.elo0:g} Elo"
    after = f"after {_units(plan, len(test.path))}"
    said = {
        Verdict.ACCEPTED: f"accepted {after}; the games speak for {high} rather than {low}",
        Verdict.REJECTED: f"rejected {after}; the games speak for {low} rather than {high}",
        Verdict.INCONCLUSIVE: f"inconclusive {after}; neither {high} nor {low} is established",
        Verdict.RUNNING: f"still running {after}; neither {high} nor {low} is established yet",
    }[test.verdict]
    said = f"{first} against {second}: {said}"
    if test.verdict is Verdict.RUNNING:
        return f"{said}.", (
            f"Its log-likelihood ratio is {number(test.llr, '+.2f')}, and it ends at "
            f"{hypotheses.lower:+.2f} or {hypotheses.upper:+.2f}."
        )
    elo = test.estimate().unbiased
    if no_less := beyond(elo):
        return f"{said}.", (
            "Nearly all games were won by one side; corrected for early stopping the difference is "
            f"{no_less} (95%)."
        )
    return f"{said}.", (
        f"Corrected for early stopping the difference is {number(elo.mean, '+.0f')} Elo "
        f"(95%: {_elo_words(pairing_of_test(test))})."
    )


# Words.


def beyond(elo: Interval) -> str:
    """What an interval says whose mean is one of its ends, as where all games were won: its other
    end. One that holds whatever has an Elo says nothing. Empty for other intervals."""
    ends = elo.high - elo.mean < LEAST_ELO, elo.mean - elo.low < LEAST_ELO
    if any(ends) and elo.high - elo.low > MOST_ELO:
        return f"anything from {between(elo.low, elo.high, '+.0f')} Elo"
    if ends[0]:
        return f"at least {number(elo.low, '+.0f')} Elo"
    if ends[1]:
        return f"at most {number(elo.high, '+.0f')} Elo"
    return ""


def _both(pairing: Pairing) -> tuple[int, int]:
    return pairing.first, pairing.second


def _ahead(pairing: Pairing) -> int:
    """The bot with the greater share, which need not mean anything."""
    return pairing.second if pairing.share.mean < 0.5 else pairing.first


def _wins(plan: Plan) -> str:
    """What a share is of."""
    if plan.settings.players == 2:
        return "of the wins"
    return "of both bots' wins, counted per seat"


def _share_words(pairing: Pairing, of_what: str) -> str:
    share = pairing.share
    return f"{share.mean:.1%} {of_what} (95% interval {share.low:.1%} to {share.high:.1%})"


def _elo_words(pairing: Pairing) -> str:
    """From where to where; a share all but 0 or 1 has no Elo."""
    elo, share = pairing.elo, pairing.share
    if elo.high - elo.low > MOST_ELO:
        return "any Elo"
    if share.high > 1 - CLOSEST:
        return f"at least {number(elo.low, '+.0f')} Elo"
    if share.low < CLOSEST:
        return f"at most {number(elo.high, '+.0f')} Elo"
    return f"from {between(elo.low, elo.high, '+.0f')} Elo"


def _rounded_up(number: int) -> int:
    """To two figures: an estimate from a sample is no surer."""
    unit = int(10 ** max(0, len(str(number)) - 2))
    return -(-number // unit) * unit


def _named(names: Sequence[str]) -> str:
    return _listed(names) if len(names) <= MOST_NAMES else f"{len(names)} bots"


def _listed(some: Sequence[str]) -> str:
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"
