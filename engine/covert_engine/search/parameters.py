"""What a caller can set: when a search ends, and how it works."""

from dataclasses import dataclass
from enum import Enum

from covert_engine.search._belief import BeliefTable
from covert_engine.search._evaluator import EvaluatorTable
from covert_engine.search.errors import SearchError


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first limit reached. At least one but `nodes` is needed."""

    iterations: int | None = None
    """Iterations (of `flat`: simulations) in all. The one limit that gives the same bytes twice."""

    seconds: float | None = None
    """Wall-clock time from the start of the search."""

    cpu_seconds: float | None = None
    """CPU time of all threads of the search together. What else the machine does makes no
    difference, so this is what to compare bots by."""

    nodes: int | None = None
    """Nodes of all trees together. A full tree stops growing, but the search continues in it."""

    def __post_init__(self) -> None:
        if (self.iterations, self.seconds, self.cpu_seconds) == (None, None, None):
            raise SearchError("limit", self, "iterations, seconds or cpu_seconds")
        if self.iterations is not None and not 1 <= self.iterations <= MAX_ITERATIONS:
            raise SearchError("limit.iterations", self.iterations, "an integer in 1..2^32-1")
        for field in ("seconds", "cpu_seconds"):
            value = getattr(self, field)
            if value is not None and not 0 <= value <= MAX_SECONDS:
                raise SearchError(f"limit.{field}", value, f"a number in 0..{MAX_SECONDS:,}")
        if self.nodes is not None and not 1 <= self.nodes <= MAX_NODES:
            raise SearchError("limit.nodes", self.nodes, f"an integer in 1..{MAX_NODES}")

    @property
    def cpu_nanoseconds(self) -> int:
        """The CPU time as the compiled search takes it: 0 is no limit."""
        return 0 if self.cpu_seconds is None else max(1, int(self.cpu_seconds * 1e9))


MAX_SECONDS = 1_000_000_000
"""The longest time: some thirty years, whose nanoseconds fit the clocks of the compiled search."""

MAX_ITERATIONS = (1 << 32) - 1
"""The engine counts them in 32 bits."""

BYTES_A_NODE = 704
"""Of tree: a node, the 16 edges there is room for, and its part of the table, 16 bytes at most."""

MAX_NODES = 1 << 24
"""The highest ceiling of nodes: 12 GB of tree."""

DEFAULT_NODES = 1 << 17
"""The ceiling of nodes where none is given: 92 MB of tree, touched only as the search grows."""


class Selection(Enum):
    """How a node chooses among the actions that are legal in the world of the iteration."""

    PUCT = "puct"
    """Q + c s P sqrt(N') / (1 + N) + k s sqrt(ln N' / N): the game's policy P guides; s is the
    standard deviation of the values. The last term is UCB's, for actions tried before. Without it
    one that the policy thinks little of is given up for good if its first simulation happens to end
    badly."""

    UCB = "ucb"
    """Q + c sqrt(ln N' / N), every action tried once before: the rule of the paper."""


@dataclass(frozen=True)
class SearchParams:
    """How a search works. All figures are the same for every seat."""

    selection: Selection = Selection.PUCT
    """The rule inside the tree. With tens of legal actions trying each once would cost too much,
    hence PUCT."""

    exploration: float = 1.5
    """c of that rule: in standard deviations for PUCT, in utilities for UCB (where .7 is usual).
    Tuning found nothing better than 1.5 for PUCT (docs/history/search.md)."""

    confidence: float = 0.4
    """k of PUCT, in standard deviations."""

    root_confidence: float = 0.5
    """The same at the root, where more should be tried. Both were found by games
    (docs/history/search.md)."""

    evaluator: EvaluatorTable | None = None
    """What judges actions in the tree, and leaves; None is the game's own choice."""

    policy: EvaluatorTable | None = None
    """The evaluator whose priors draw simulated decisions; None is `evaluator`."""

    belief: BeliefTable | None = None
    """What deals the worlds; None is the game, which deals all that agree with the view alike."""

    actor_knows: bool = False
    """True: another seat's nodes also depend on what that seat knows in the world of the
    iteration, so that in the tree it can play by its own hidden cards. With few cards, as in
    poker, that models opponents far better; with many no such node is ever met twice."""

    first_play_reduction: float = 0.2
    """How many standard deviations worse than its node an untried action is assumed to be, times
    the square root of the prior already tried. The usual size in Go engines; tuning found
    nothing better (docs/history/search.md)."""

    root_first_play_reduction: float = 0.05
    """The same at the root, where more should be tried."""

    deviation: float = 0.25
    """The standard deviation of utilities supposed before any are seen: half of the widest."""

    deviation_weight: float = 8.0
    """How many values that supposition, and further down the root's deviation, count for."""

    deviation_floor: float = 0.15
    """The share of the supposed deviation that is always mixed in, so that a node whose values
    all agree still looks around. The share is KataGo's."""

    prior_uniform: float = 0.05
    """The share of an even prior mixed into the policy's, so that every action can be tried."""

    simulation_uniform: float = 0.0
    """The share of simulated decisions taken evenly at random instead of by the policy. Between
    .2 and .5 did best in published card-game searches, where a simulation has few decisions; in
    Covert one has fifty, and each share above 0 lost (docs/history/value.md)."""

    horizon: int = 1
    """After how many changes of the game's stamp (Covert: rounds) a simulation is valued; 0 plays
    to the end. Positions beyond the present round are rarely visited twice."""

    td_lambda: float = 1.0
    """Below 1, what a simulation is worth mixes the values at all changes of the stamp up to the
    horizon, as the lambda-return of Sutton, "Learning to Predict by the Methods of Temporal
    Differences", 1988: the first counts 1 - lambda, each later one lambda times as much as the one
    before, and the last all that is left. Later values know more, but have more noise."""

    step_ceiling: int = 4096
    """Decisions after which the path in the tree ends, and as many below it after which a
    simulation is valued where it stands: a guard, never reached in a game that ends."""

    bound_width: float = 1.5
    """The final choice takes the highest mean less this many standard errors."""

    bound_share: float = 0.08
    """It goes to none with fewer visits than this share of the most visited one's."""

    temperature: float = 0.0
    """Above 0 the final choice is drawn among the actions that could have been taken, each by the
    weight exp(worth / temperature) with the lower bound as its worth (without a tree, the mean),
    and none that is more than 3 temperatures worse than the best.
    For weak play: the draw misjudges, but throws nothing away."""

    effective_visits: float = 0.0
    """In standard errors: the visits of an action in one tree tell no more than so many independent
    values; 0: they are independent. It changes no choice."""

    lanes: int = 1
    """Trees that grow side by side and are added up at the root. Part of the answer, unlike the
    number of threads."""

    lanes_meet: bool = True
    """True: after 16 iterations of each lane, and whenever they have done half as many again, each
    root learns what all have found there, as in the slow root parallelisation of Bourki et al.,
    "Scalability and Parallelization of Monte-Carlo Tree Search", 2010. Without it each lane spends
    iterations on finding out what the others know (docs/history/search.md)."""

    estimates: bool = False
    """True: average the game's own figures of the leaves for each action."""

    hands: bool = False
    """True: count how often each card is in each hand of the worlds. It changes no choice."""

    flat_candidates: int = 8
    """How many actions, the best by prior, `flat` compares at first."""

    flat_worlds: int = 32
    """Worlds of the first round of `flat` where no iterations are given; each further round has
    twice as many."""

    flat_anchor: float = 0.0
    """`flat` takes the action that the policy prefers unless the best is better by more than this
    many standard errors of their difference in common worlds. 0: no such test."""

    greedy_worlds: int = 8
    """Common worlds in which `greedy` values every action."""

    def __post_init__(self) -> None:
        for field, low, high in _RANGES:
            value = getattr(self, field)
            if not low <= value <= high:
                raise SearchError(f"params.{field}", value, f"a value in {low}..{high}")
        if not isinstance(self.lanes, int):
            raise SearchError("params.lanes", self.lanes, "an integer")


_RANGES: tuple[tuple[str, float, float], ...] = (
    ("exploration", 0, 1e6),
    ("confidence", 0, 1e6),
    ("root_confidence", 0, 1e6),
    ("first_play_reduction", 0, 1e6),
    ("root_first_play_reduction", 0, 1e6),
    ("deviation", 0, 1),
    ("deviation_weight", 1e-9, 1e9),
    ("deviation_floor", 0, 1),
    ("prior_uniform", 0, 1),
    ("simulation_uniform", 0, 1),
    ("horizon", 0, 1 << 30),
    ("td_lambda", 0, 1),
    ("step_ceiling", 1, 1 << 20),
    ("bound_width", 0, 1e6),
    ("bound_share", 0, 1),
    ("temperature", 0, 1),
    ("effective_visits", 0, 1e9),
    ("lanes", 1, 64),
    ("flat_candidates", 1, 256),
    ("flat_worlds", 1, 1 << 20),
    ("flat_anchor", 0, 1e6),
    ("greedy_worlds", 1, 1 << 20),
)
