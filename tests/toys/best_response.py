"""The answers of toy games: what a best response wins against a policy, exactly."""

from collections.abc import Callable, Iterable

from toys._toy import ToyState, ToyView

Policy = Callable[[ToyView], list[float]]


def after(state: ToyState, action: int) -> ToyState:
    """Return a copy in which `action` has been played."""
    copy = state.copy()
    copy.play(action)
    return copy


def views_of(deals: Iterable[ToyState]) -> dict[bytes, ToyView]:
    """Return every view in which some seat may have to decide."""
    latest: dict[bytes, ToyView] = {}
    states = list(deals)
    while states:
        state = states.pop()
        if state.actor >= 0:
            view = state.view(state.actor)
            latest.setdefault(view.data, view)
            states += [after(state, action) for action in state.legal_actions]
    return latest


def best_response(deals: Iterable[ToyState], seat: int, policy: Policy) -> float:
    """Return the utility that `seat` can reach against the policy, the deals being equally
    likely."""
    weighted = [(state, 1.0) for state in deals]

    def utility(states: list[tuple[ToyState, float]]) -> float:
        total = 0.0
        own: dict[bytes, list[tuple[ToyState, float]]] = {}
        while states:
            state, weight = states.pop()
            if state.actor < 0:
                total += weight * state.result()[seat]
            elif state.actor == seat:
                own.setdefault(state.view(seat).data, []).append((state, weight))
            else:
                chances = policy(state.view(state.actor))
                states += [
                    (after(state, action), weight * chance)
                    for action, chance in zip(state.legal_actions, chances, strict=True)
                    if chance
                ]
        for alike in own.values():
            total += max(
                utility([(after(state, action), weight) for state, weight in alike])
                for action in alike[0][0].legal_actions
            )
        return total

    return utility(list(weighted)) / len(weighted)


def exploitability(deals: list[ToyState], policy: Policy, chips: float) -> float:
    """Return NashConv / 2 in chips, for utilities that span `chips` and add up to 1."""
    return (best_response(deals, 0, policy) + best_response(deals, 1, policy) - 1) * chips / 2
