"""Fits weights that enter products, sums and quotients: slopes of the error are found by trying."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from covert_engine.covert.evaluation.weights import Weight

Floats = NDArray[np.float64]
Error = Callable[[Mapping[str, Weight], NDArray[np.intp]], Floats]
"""Of the weights, in some of the examples, shape (examples,)."""

STEP = 0.05  # by which a weight's logarithm is changed to see the slope
LARGE_STEP = 0.7  # to see which examples depend on it at all
MOST_EXAMPLES = 1500  # for a slope
KEPT = 2e-4  # error of a weight whose logarithm is 1 away from where it began, twice


class _Logarithms:
    """Weights as a flat array of logarithms, and back."""

    def __init__(self, weights: Mapping[str, Weight]) -> None:
        self._of = {
            name: len(one) if isinstance(one, tuple) else 0 for name, one in weights.items()
        }
        self.names = [name for name, size in self._of.items() for _ in range(size or 1)]
        self.first = np.log(
            [
                figure
                for one in weights.values()
                for figure in (one if isinstance(one, tuple) else (one,))
            ]
        )

    def weights(self, logarithms: Floats) -> dict[str, Weight]:
        figures = iter(np.exp(logarithms).tolist())
        return {
            name: tuple(next(figures) for _ in range(size)) if size else next(figures)
            for name, size in self._of.items()
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
    """The weights, from the first ones on, with the least mean error in `size` examples.

    All are above 0 and stay so; only those of `names` are fitted, if it is given. Adam (Kingma and
    Ba 2015) on the logarithms; a function of the arguments.
    """
    chance = np.random.default_rng(seed)
    table = _Logarithms(first)
    every = np.arange(size)
    base = error(first, every)
    now = table.first.copy()
    dependent = []
    for number, name in enumerate(table.names):
        if names is not None and name not in names:
            dependent.append(every[:0])
            continue
        tried = now.copy()
        tried[number] += LARGE_STEP
        changed = abs(error(table.weights(tried), every) - base) > 1e-9
        dependent.append(every[changed])
    mean, square = np.zeros_like(now), np.zeros_like(now)
    for count in range(1, rounds + 1):
        errors = error(table.weights(now), every)
        slope = KEPT * (now - table.first)
        for number, which in enumerate(dependent):
            if not len(which):
                continue
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
