"""Exact chances of drawing a Plan card in one silent round of Covert Action, for `greedy` play and
for the best deviation from it.

    python benchmarks/games/covert_action_silent_round.py

enumerates every deal of the Spy cards to two teams without Saboteurs. All seats but the one
examined play like `greedy`: they shoot only when ordered, and then at a target at which the shot is
most likely to succeed. For each card that a seat of each team can hold it prints the chance that
the seat draws a Plan card if it holds to the deadline, the chance if it shoots at the best target
at once, and the chance if it is ordered to shoot and picks the best target. Without talk nothing
else in a round reveals information, so these three chances decide how to play it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations

Team = tuple[str, ...]  # cards by seat; the rest are in the centre
Deal = tuple[Team, Team]
Seat = tuple[int, int]  # team, place in it


def deals(players: int) -> Iterator[Deal]:
    """Yield all deals, each as likely as any other."""
    sizes = (players + 1) // 2, players // 2
    # S Sniper, C Cleaner, M Mole, B Bodyguard
    cards = "SCM" + "B" * (players // 2 - 2 if players < 8 else 2)
    reds, blues = (list(permutations(cards, size)) for size in sizes)
    return ((red, blue) for red in reds for blue in blues)


def sniper(team: Team) -> int:
    """Return the seat that acts as Sniper."""
    return team.index("S" if "S" in team else "C")


def succeeds(deal: Deal, shooter: Seat, target: Seat) -> bool:
    """Return True if a shot is a success (rules 3.8, row d)."""
    team, place = shooter
    if place != sniper(deal[team]):
        return False
    if target[0] == team:
        return deal[team][target[1]] == "M"
    return target[1] == sniper(deal[target[0]])


def draws(deal: Deal, seat: Seat, shooter: Seat, success: bool) -> bool:
    """Return True if a seat draws a Plan card (rules 3.8, rows d and e)."""
    same_side = (seat[0] == shooter[0]) == (deal[seat[0]][seat[1]] != "M")
    return same_side == success


def seats(deal: Deal) -> list[Seat]:
    """Return all seats."""
    return [(team, place) for team in (0, 1) for place in range(len(deal[team]))]


class SilentRounds:
    """All deals for a number of players, and the chances that follow from them."""

    def __init__(self, players: int) -> None:
        self.deals = list(deals(players))
        self._targets: dict[tuple[Seat, str], list[Seat]] = {}

    def best_targets(self, seat: Seat, card: str, ordered: bool) -> tuple[Fraction, list[Seat]]:
        """Return the highest success chance of any shot by the seat, over the deals consistent with
        what it knows, and the targets that have it."""
        known = [
            deal
            for deal in self.deals
            if deal[seat[0]][seat[1]] == card and not (ordered and sniper(deal[seat[0]]) != seat[1])
        ]
        good = {
            target: mean(Fraction(succeeds(deal, seat, target)) for deal in known)
            for target in seats(known[0])
            if target != seat
        }
        best = max(good.values())
        return best, [target for target, chance in good.items() if chance == best]

    def holding(self, seat: Seat, card: str) -> Fraction:
        """Return the chance that the seat draws if every seat holds; then each team's Sniper is
        ordered to shoot with probability 1/2."""
        return mean(
            self._draws_on_order(deal, seat, team)
            for deal in self.deals
            if deal[seat[0]][seat[1]] == card
            for team in (0, 1)
        )

    def _draws_on_order(self, deal: Deal, seat: Seat, team: int) -> Fraction:
        """Return the chance that the seat draws when this team's Sniper shoots on order."""
        shooter = team, sniper(deal[team])
        card = deal[team][shooter[1]]
        if (shooter, card) not in self._targets:
            self._targets[shooter, card] = self.best_targets(shooter, card, ordered=True)[1]
        return mean(
            Fraction(draws(deal, seat, shooter, succeeds(deal, shooter, target)))
            for target in self._targets[shooter, card]
        )

    def rows(self) -> Iterator[tuple[int, str, Fraction, Fraction | None, Fraction | None]]:
        """Yield team, card, and the chance of drawing when holding, when shooting at once, and when
        ordered (None where it cannot happen)."""
        for team in (0, 1):
            seat = team, 0
            for card in sorted({deal[team][0] for deal in self.deals}):
                acts = any(deal[team][0] == card and sniper(deal[team]) == 0 for deal in self.deals)
                shot = None if card == "M" else self.best_targets(seat, card, ordered=False)[0]
                ordered = self.best_targets(seat, card, ordered=True)[0] if acts else None
                yield team, card, self.holding(seat, card), shot, ordered


def mean(chances: Iterable[Fraction]) -> Fraction:
    """Return the mean."""
    all_chances = list(chances)
    return sum(all_chances, Fraction()) / len(all_chances)


def main() -> None:
    print("players  team size  card  holds  shoots  ordered")
    for players in (6, 9):
        for team, card, *chances in SilentRounds(players).rows():
            texts = ["-" if chance is None else f"{float(chance):.3f}" for chance in chances]
            size = (players + 1 - team) // 2
            print(f"{players:7}  {size:9}  {card:>4}  {texts[0]:>5}  {texts[1]:>6}  {texts[2]:>7}")


if __name__ == "__main__":
    main()
