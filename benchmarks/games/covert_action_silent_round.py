"""The exact gain over `greedy` that is possible in one silent round of Covert Action.

    python benchmarks/games/covert_action_silent_round.py

goes through all deals of the Spy cards of two teams without Saboteurs. All others play as `greedy`
does: nobody shoots unless ordered, and a seat that is ordered shoots a target at which its shot is
most likely to be good. For each card that a seat of each team can hold it prints the chance that
the seat draws a Plan card if it holds to the deadline, the chance if instead it shoots the best
target, and the best answer to an order. Without talk nothing in a round tells more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import permutations

Team = tuple[str, ...]  # the cards of its seats; what is left lies in the centre
Deal = tuple[Team, Team]
Seat = tuple[int, int]  # team, place in it


def deals(players: int) -> Iterator[Deal]:
    """Yield all deals, each as likely as any other."""
    sizes = (players + 1) // 2, players // 2
    cards = "SCM" + "B" * (players // 2 - 2 if players < 8 else 2)
    reds, blues = (list(permutations(cards, size)) for size in sizes)
    return ((red, blue) for red in reds for blue in blues)


def sniper(team: Team) -> int:
    """Return the seat that acts as Sniper."""
    return team.index("S" if "S" in team else "C")


def succeeds(deal: Deal, shooter: Seat, target: Seat) -> bool:
    """Return True if a shot pays the shooter's side (rule 3.8 d)."""
    team, place = shooter
    if place != sniper(deal[team]):
        return False
    if target[0] == team:
        return deal[team][target[1]] == "M"
    return target[1] == sniper(deal[target[0]])


def draws(deal: Deal, seat: Seat, shooter: Seat, success: bool) -> bool:
    """Return True if a seat draws a Plan card (rule 3.8 d and e)."""
    same_side = (seat[0] == shooter[0]) == (deal[seat[0]][seat[1]] != "M")
    return same_side == success


def seats(deal: Deal) -> list[Seat]:
    """Return all seats."""
    return [(team, place) for team in (0, 1) for place in range(len(deal[team]))]


class Round:
    """All deals for a number of players, and how good a shot can be."""

    def __init__(self, players: int) -> None:
        self.deals = list(deals(players))
        self._targets: dict[tuple[Seat, str], list[Seat]] = {}

    def likeliest(self, seat: Seat, card: str, ordered: bool) -> tuple[Fraction, list[Seat]]:
        """Return the highest chance that a shot of the seat is good, in the deals that agree with
        what it knows, and at whom."""
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
        """Return the chance that the seat draws if all hold: either Sniper is ordered, one time in
        two."""
        return mean(
            self._paid(deal, seat, team)
            for deal in self.deals
            if deal[seat[0]][seat[1]] == card
            for team in (0, 1)
        )

    def _paid(self, deal: Deal, seat: Seat, team: int) -> Fraction:
        """Return the chance that the seat draws by the shot that the Sniper of a team is ordered to
        make."""
        shooter = team, sniper(deal[team])
        card = deal[team][shooter[1]]
        if (shooter, card) not in self._targets:
            self._targets[shooter, card] = self.likeliest(shooter, card, ordered=True)[1]
        return mean(
            Fraction(draws(deal, seat, shooter, succeeds(deal, shooter, target)))
            for target in self._targets[shooter, card]
        )

    def rows(self) -> Iterator[tuple[int, str, Fraction, Fraction | None, Fraction | None]]:
        """Yield by team and card: what holding pays, the best shot, and the best if ordered."""
        for team in (0, 1):
            seat = team, 0
            for card in sorted({deal[team][0] for deal in self.deals}):
                acts = any(deal[team][0] == card and sniper(deal[team]) == 0 for deal in self.deals)
                shot = None if card == "M" else self.likeliest(seat, card, ordered=False)[0]
                ordered = self.likeliest(seat, card, ordered=True)[0] if acts else None
                yield team, card, self.holding(seat, card), shot, ordered


def mean(chances: Iterable[Fraction]) -> Fraction:
    """Return the mean of equally likely cases."""
    all_chances = list(chances)
    return sum(all_chances, Fraction()) / len(all_chances)


def main() -> None:
    print("players  seats of its team  card  holds  shoots at once  if ordered")
    for players in (6, 9):
        for team, card, *chances in Round(players).rows():
            texts = ["-" if chance is None else f"{float(chance):.3f}" for chance in chances]
            size = (players + 1 - team) // 2
            print(
                f"{players:7}  {size:17}  {card:>4}  {texts[0]:>5}  {texts[1]:>14}  {texts[2]:>10}"
            )


if __name__ == "__main__":
    main()
