"""The verdict of a tournament, in two sentences: the stronger bots, and the open questions.

Every claim rests on an interval of `head_to_head`. These intervals hold simultaneously, for a
number of blocks fixed before the games; so there are no claims before the plan has ended, and for a
sequential test only its own result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import isnan

from covert_bots.arena.head_to_head import FEWEST, SHOWN_ELO, Pairing, pairing_of_test
from covert_bots.arena.ledger_lines import Stop, Voiding
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.rounding import between, number
from covert_bots.arena.standings import Standings
from covert_bots.arena.statistics.elo import CLOSEST, Interval, elo_of_share
from covert_bots.arena.statistics.pairings import (
    confidence_of_each,
    confidence_of_independent,
)
from covert_bots.arena.statistics.sprt import Sprt, Verdict
from covert_bots.players.amounts import numbered

LEAST_ELO = 0.05  # the smallest difference
MOST_ELO = elo_of_share(1) - elo_of_share(0) - LEAST_ELO  # the width of an uninformative interval
MOST_NAMES = 4  # bots, or pairs, in a list; more are counted
DOUBTFUL, SELDOM = 0.05, 0.001  # chances: below the first, ratings are said not to fit


class State(Enum):
    """The state of the evidence."""

    FINAL = "final"  # all games of the plan are played, or the test has ended
    INTERIM = "interim"  # games are left: no claims yet


@dataclass(frozen=True)
class TournamentVerdict:
    """The verdict in two `sentences`, without file names and figures that need a table.

    Before the first come the bots that forfeited most of their games.
    """

    state: State
    sentences: tuple[str, str]

    @property
    def text(self) -> str:
        """Both sentences."""
        return " ".join(self.sentences)

    def as_json(self) -> dict[str, str | list[str]]:
        """Return `verdict` in the document of `covert-bots arena ... --json`."""
        return {"state": self.state.value, "sentences": list(self.sentences)}


def head_to_head_of(standings: Standings, test: Sprt | None) -> tuple[Pairing, ...]:
    """Return the pairings of a tournament: those of the plan, or that of its test."""
    if test is None:
        return standings.head_to_head
    return (pairing_of_test(test),) if test.path else ()


def verdict(
    plan: Plan,
    standings: Standings,
    test: Sprt | None = None,
    former_blocks: Sequence[int] = (),
    *,
    voidings: Sequence[Voiding] = (),
    stop: Stop | None = None,
) -> TournamentVerdict | None:
    """Return the verdict on a tournament; None in self-play, which compares no bots.

    `former_blocks` are the earlier lengths of the plan, with games played: intervals do not allow
    for a length that was changed because of the games, nor for games that were taken out.
    """
    if plan.settings.format is Format.SELF_PLAY:
        return None
    names = [bot.name for bot in standings.bots]
    broken = _broken(standings)
    over = standings.ended if test is None else test.verdict is not Verdict.RUNNING
    if test is not None:
        first, second = _of_test(plan, names, test)
    elif not over:
        first, second = _interim(plan, standings, names)
    else:
        second = _open(plan, standings, former_blocks)
        if len(names) == 2:
            first = _of_two(plan, standings.head_to_head[0], names)
        elif plan.settings.format is Format.GAUNTLET:
            first = _of_gauntlet(standings.head_to_head, names)
        else:
            first = _of_many(plan, standings, names)
    if voidings:
        second = f"{second} {_voided(voidings)}"
    state = State.FINAL if over else State.INTERIM
    return TournamentVerdict(state, (_stopped(stop) + broken + first, second))


def how_sure(plan: Plan, standings: Standings, test: Sprt | None = None) -> str:
    """Explain the intervals of the pairings."""
    pairings = len(standings.head_to_head)
    over = standings.ended if test is None else test.verdict is not Verdict.RUNNING
    if test is not None:
        words = "95% interval, corrected for early stopping"
    elif pairings < 2:
        words = "95% interval"
    else:
        each = confidence_of_each(pairings)
        words = f"95% for all {pairings} intervals together (Bonferroni: {each:.2%} each)"
    here = "" if over else ", as if it ended here"
    return f"{words}{here}; the unit is {_unit(plan)}."


def together_words(standings: Standings) -> str:
    """Explain intervals of ratings and seats that hold together; empty if each is for itself."""
    many = standings.together
    if many == 1:
        return ""
    each = confidence_of_independent(many)
    return (
        f"95% for the intervals of all {many} bots and seats together, in each column (Sidak: "
        f"{each:.2%} each)."
    )


def result_of(pairing: Pairing) -> str:
    """Return the result of a final interval for the first bot."""
    return {None: "open", pairing.first: "stronger"}.get(pairing.stronger, "weaker")


def elo_of(pairing: Pairing) -> str:
    """Write the Elo of the first bot above the second, for a table.

    If one side won all games, it is the known end of the interval.
    """
    elo, share = pairing.elo, pairing.share
    if CLOSEST <= share.mean <= 1 - CLOSEST:
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
    """Count blocks; with two seats a block is a pair of games."""
    return numbered(many, "pair" if plan.rotations == 2 else "block")


def _broken(standings: Standings) -> str:
    """Name the bots that forfeited most of their games; empty if none did."""
    return "".join(
        f"{bot.name} forfeited {_part(bot.forfeits, bot.games)}. "
        for bot in standings.bots
        if bot.games and 2 * bot.forfeits >= bot.games
    )


def _stopped(stop: Stop | None) -> str:
    """Tell of an outage that has stopped the games; empty without one."""
    if stop is None:
        return ""
    whose = f" of {stop.bot}" if stop.bot else ""
    return f"Stopped by an outage{whose}: {stop.outage.value}. "


def _voided(voidings: Sequence[Voiding]) -> str:
    """Tell of games that were taken out, and why."""
    games = sum(len(voiding.games) for voiding in voidings)
    reasons = _named(list(dict.fromkeys(f'"{voiding.reason}"' for voiding in voidings)), "reasons")
    was, its = ("was", "its result was") if games == 1 else ("were", "their results were")
    return (
        f"{numbered(games, 'game')} {was} taken out after being played ({reasons}); if {its} the "
        "reason, the verdict is wrong more often than it claims."
    )


def _part(forfeits: int, games: int) -> str:
    if forfeits < games:
        return f"{forfeits} of its {games} games"
    if games > 2:
        return f"all {games} games"
    return "both games" if games == 2 else "its only game"


# Sentences on the stronger bots.


def _of_two(plan: Plan, pairing: Pairing, names: Sequence[str]) -> str:
    stronger = pairing.stronger
    pairing = pairing.seen_from(_ahead(pairing) if stronger is None else stronger)
    first, second = names[pairing.first], names[pairing.second]
    after = f"after {_units(plan, pairing.blocks)}"
    if isnan(pairing.share.mean):
        return f"{_unclear(first, second)}: neither has won a game {after}."
    takes = f"takes {_share_words(pairing, _wins(plan))} {after}"
    if stronger is None:
        return f"{_unclear(first, second)}: {first} {takes}."
    return f"{first} is stronger than {second}: it {takes}."


def _unclear(first: str, second: str) -> str:
    return f"It is still open which is stronger, {first} or {second}"


def _of_gauntlet(pairings: Sequence[Pairing], names: Sequence[str]) -> str:
    groups: dict[str, list[str]] = {"stronger": [], "weaker": [], "open": []}
    for pairing in pairings:
        seen = pairing.seen_from(0)
        groups[result_of(seen)].append(names[seen.second])
    words = ("stronger than", "weaker than", "undecided against")
    clauses = [
        f"{how} {_named(some)}" for how, some in zip(words, groups.values(), strict=True) if some
    ]
    return f"{names[0]} is {_listed(clauses)}."


def _of_many(plan: Plan, standings: Standings, names: Sequence[str]) -> str:
    beaten: dict[int, set[int]] = {bot: set() for bot in range(len(names))}  # stronger bots, by bot
    for pairing in standings.head_to_head:
        if pairing.stronger is not None:
            beaten[pairing.seen_from(pairing.stronger).second].add(pairing.stronger)
    ranked = sorted(beaten, key=lambda bot: -standings.bots[bot].elo.mean)
    for bot in ranked:
        if all(bot in others for weaker, others in beaten.items() if weaker != bot):
            mine = [
                pairing.seen_from(bot)
                for pairing in standings.head_to_head
                if bot in (pairing.first, pairing.second)
            ]
            closest = min(mine, key=lambda pairing: pairing.share.mean)
            tied = sum(pairing.share.mean == closest.share.mean for pairing in mine) > 1
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


# Sentences on open questions.


def _open(plan: Plan, standings: Standings, former_blocks: Sequence[int]) -> str:
    """Write the sentence on undecided pairings and the games to decide them."""
    pairings = standings.head_to_head
    undecided = [pairing for pairing in pairings if pairing.stronger is None]
    if not undecided:
        if len(pairings) == 1:
            (pairing,) = pairings
            assert pairing.stronger is not None
            by = _elo_words(pairing.seen_from(pairing.stronger))
            words = f"Only by how much is still open: {by}"
        else:
            words = f"All {len(pairings)} pairings are decided; only by how much is still open"
    else:
        if len(pairings) == 1:
            words = ""
        else:
            are = "is" if len(undecided) == 1 else "are"
            words = f"{len(undecided)} of {len(pairings)} pairings {are} undecided; "
        needed = [pairing.to_show for pairing in undecided if pairing.to_show is not None]
        if len(needed) < len(undecided):
            few = any(pairing.blocks < FEWEST for pairing in undecided if pairing.to_show is None)
            why = "there are too few games" if few else "the blocks are too similar"
            words += f"{why} to say how many more it would take"
        else:
            each = "" if len(undecided) == 1 else " for each of them"
            words += (
                f"a difference of {SHOWN_ELO:g} Elo would show four times out of five in a new run "
                f"of about {_units(plan, _rounded_up(max(needed)))}{each}"
            )
        words = words[0].upper() + words[1:]
    forfeits = sum(bot.forfeits for bot in standings.bots)
    if forfeits:
        were = "was" if forfeits == 1 else "were"
        words += f"; {forfeits} of the {standings.games} games {were} forfeited"
    if missing := standings.missing_blocks:
        lack = "block lacks a game and is" if missing == 1 else "blocks lack a game and are"
        words += f"; {missing} {lack} left out"
    if former_blocks:
        words += (
            f"; the plan once had {_listed([str(blocks) for blocks in former_blocks])} "
            f"{'block' if former_blocks == (1,) else 'blocks'} a table, "
            "and if its games were the reason for the change, the intervals are wrong more often "
            "than they claim"
        )
    return f"{words}."


def _interim(plan: Plan, standings: Standings, names: Sequence[str]) -> tuple[str, str]:
    after = f"Interim, after {standings.blocks} of {_units(plan, len(plan))}"
    if len(names) == 2:
        (pairing,) = standings.head_to_head
        pairing = pairing.seen_from(_ahead(pairing))
        if isnan(pairing.share.mean):
            first = f"{after}: neither bot has won a game."
        else:
            first = (
                f"{after}: {names[pairing.first]} takes {_share_words(pairing, _wins(plan))} "
                f"against {names[pairing.second]}."
            )
    else:
        leader = max(standings.bots, key=lambda bot: bot.elo.mean)
        pairings = standings.head_to_head
        decided = sum(pairing.stronger is not None for pairing in pairings)
        first = (
            f"{after}: {leader.name} has the highest rating, and {decided} of "
            f"{len(pairings)} intervals {'lies' if decided == 1 else 'lie'} on one side "
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


def fit_words(standings: Standings) -> str:
    """Tell whether the ratings explain the games of all pairs, and name those whose they do not;
    empty where the games cannot tell."""
    goodness = standings.goodness
    if goodness is None:
        return ""
    p = f"p = {goodness.chance:.3f}" if goodness.chance >= SELDOM else f"p < {SELDOM}"
    if goodness.chance >= DOUBTFUL:
        return f"No pair of bots contradicts the ratings (test of fit: {p})."
    names = [bot.name for bot in standings.bots]
    pairs = [
        f"{names[pair.first]} does {'better' if pair.above else 'worse'} against "
        f"{names[pair.second]} than they say"
        for pair in goodness.surprises
        if pair.chance < DOUBTFUL / len(goodness.surprises)
    ]
    more = [f"so it is with {len(pairs) - MOST_NAMES} more"] if len(pairs) > MOST_NAMES else []
    named = f": {_listed([*pairs[:MOST_NAMES], *more])}" if pairs else ""
    return f"The ratings do not explain all pairs of bots (test of fit: {p}){named}."


# Words.


def beyond(elo: Interval) -> str:
    """Describe an interval whose mean is one of its ends, as after only wins, by its other end, or
    as "anything" if it holds every Elo. Empty for other intervals."""
    ends = elo.high - elo.mean < LEAST_ELO, elo.mean - elo.low < LEAST_ELO
    if any(ends) and elo.high - elo.low > MOST_ELO:
        return f"anything from {between(elo.low, elo.high, '+.0f')} Elo"
    return _known_end(elo, *ends)


def _ahead(pairing: Pairing) -> int:
    """Return the bot with the larger share, significant or not."""
    return pairing.second if pairing.share.mean < 0.5 else pairing.first


def _wins(plan: Plan) -> str:
    """Name the total of a share."""
    if plan.settings.players == 2:
        return "of the wins"
    return "of both bots' wins, counted per seat"


def _share_words(pairing: Pairing, of_what: str) -> str:
    share = pairing.share
    return f"{share.mean:.1%} {of_what} (95% interval {share.low:.1%} to {share.high:.1%})"


def _elo_words(pairing: Pairing) -> str:
    """Write the interval of Elo; a share near 0 or 1 has no Elo."""
    elo, share = pairing.elo, pairing.share
    if elo.high - elo.low > MOST_ELO:
        return "any Elo"
    known = _known_end(elo, share.high > 1 - CLOSEST, share.low < CLOSEST)
    return known or f"from {between(elo.low, elo.high, '+.0f')} Elo"


def _known_end(elo: Interval, above: bool, below: bool) -> str:
    """Describe an interval that is open `above` or `below` by its other end; empty if neither."""
    if above:
        return f"at least {number(elo.low, '+.0f')} Elo"
    return f"at most {number(elo.high, '+.0f')} Elo" if below else ""


def _rounded_up(number: int) -> int:
    """Round up to two digits, the precision of an estimate from a sample."""
    unit = int(10 ** max(0, len(str(number)) - 2))
    return -(-number // unit) * unit


def _named(names: Sequence[str], many: str = "bots") -> str:
    return _listed(names) if len(names) <= MOST_NAMES else f"{len(names)} {many}"


def _listed(some: Sequence[str]) -> str:
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} and {some[-1]}"
