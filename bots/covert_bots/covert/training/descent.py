"""The fit of weights in products, sums and quotients, by numerical gradients."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from covert_engine.covert.evaluation.weights import Weight

Floats = NDArray[np.float64]
Error = Callable[[Mapping[str, Weight], NDArray[np.intp]], Floats]
"""The errors of weights in some of the examples, shape (examples,)."""

STEP = 0.05  # change of a weight's logarithm, for a slope
LARGE_STEP = 0.7  # to find the examples that depend on a weight at all
MOST_EXAMPLES = 1500  # for a slope
KEPT = 2e-4  # twice the penalty of a weight whose logarithm is 1 away from the first


class _Logarithms:
    """Conversion of weights to a flat array of logarithms, and back."""

    def __init__(self, weights: Mapping[str, Weight]) -> None:
        self._of = {
            name: len(weight) if isinstance(weight, tuple) else 0
            for name, weight in weights.items()
        }
        self.names = [name for name, size in self._of.items() for _ in range(size or 1)]
        self.first = np.log(
            [
                figure
                for weight in weights.values()
                for figure in (weight if isinstance(weight, tuple) else (weight,))
            ]
        )

    def weights(self, logarithms: Floats) -> dict[str, Weight]:
        figures = iter(np.exp(logarithms).tolist())
        return {
            name: tuple(next(figures) for _ in range(size)) if size else next(figures)
            for name, size in self._of.items()
        }


def each_figure(
    weights: Mapping[str, Weight], change: Callable[[str, float], float]
) -> dict[str, Weight]:
    """Return weights whose figures are changed, by the name of the weight, and have four digits."""

    def changed(name: str, figure: float) -> float:
        return float(f"{change(name, figure):.4g}")

    return {
        name: tuple(changed(name, figure) for figure in weight)
        if isinstance(weight, tuple)
        else changed(name, weight)
        for name, weight in weights.items()
    }


def fit(
    error: Error,
    size: int,
    first: Mapping[str, Weight],
    rounds: int,
    seed: int,
    progress: Callable[[int, int], None] = lambda *_: None,
    names: Collection[str] | None = None,
) -> dict[str, Weight]:
    """Fit weights, from the first ones on, for the least mean error in `size` examples.

    All must be above 0 and stay so. With `names`, only these are fitted. The method is Adam (Kingma
    and Ba 2015) on the logarithms; the result is a function of the arguments.
    """
    chance = np.random.default_rng(seed)
    table = _Logarithms(first)
    every = np.arange(size)
    base = error(first, every)
    now = table.first.copy()
    dependent: dict[int, NDArray[np.intp]] = {}
    for number, name in enumerate(table.names):
        if names is None or name in names:
            tried = now.copy()
            tried[number] += LARGE_STEP
            changed = abs(error(table.weights(tried), every) - base) > 1e-9
            if changed.any():
                dependent[number] = every[changed]
    mean, square = np.zeros_like(now), np.zeros_like(now)
    for count in range(1, rounds + 1):
        errors = error(table.weights(now), every)
        slope = KEPT * (now - table.first)
        for number, which in dependent.items():
            some = which
            if len(which) > MOST_EXAMPLES:
                some = chance.choice(which, MOST_EXAMPLES, replace=False)
            tried = now.copy()
            tried[number] += STEP
            rise = error(table.weights(tried), some) - errors[some]
            slope[number] += rise.mean() / STEP * len(which) / len(every)
        mean += 0.2 * (slope - mean)
        square += 0.05 * (slope * slope - square)
        rate = 0.15 * (0.5 + 0.5 * np.cos(np.pi * count / rounds)) + 0.01
        step = mean / (1 - 0.8**count)
        now -= rate * step / (np.sqrt(square / (1 - 0.95**count)) + 1e-6)
        progress(count, rounds)
    return table.weights(now)
