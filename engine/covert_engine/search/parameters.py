"""Parameters of a search: its limits, and its method."""

from dataclasses import dataclass
from enum import Enum

from covert_engine.search._belief import BeliefTable
from covert_engine.search._evaluator import EvaluatorTable
from covert_engine.search.errors import SearchError


@dataclass(frozen=True)
class Limit:
    """Limits of a search, which ends at the first one reached. At least one but `nodes` is
    needed."""

    iterations: int | None = None
    """Iterations (of `flat`: simulations) in all. Only this limit makes a search repeatable."""

    seconds: float | None = None
    """Wall-clock time from the start of the search."""

    cpu_seconds: float | None = None
    """CPU time of all threads of the search together. It does not depend on the load of the
    machine, so use it to compare bots."""

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
        """The CPU time for the compiled search: 0 is no limit."""
        return 0 if self.cpu_seconds is None else max(1, int(self.cpu_seconds * 1e9))


MAX_SECONDS = 1_000_000_000
"""The longest time: some thirty years, whose nanoseconds fit the clocks of the compiled search."""

MAX_ITERATIONS = (1 << 32) - 1
"""The engine counts them in 32 bits."""

BYTES_A_NODE = 704
"""Bytes of a node, of its room for 16 edges, and of its part of the table, at most 16."""

MAX_NODES = 1 << 24
"""The highest ceiling of nodes: 12 GB of tree."""

DEFAULT_NODES = 1 << 17
"""The default ceiling of nodes: 92 MB of tree, touched only as the search grows."""


class Selection(Enum):
    """Rule by which a node chooses among the actions that are legal in the world of the
    iteration."""

    PUCT = "puct"
    """Q + c s P sqrt(N') / (1 + N) + k s sqrt(ln N' / N): the game's policy P guides; s is the
    standard deviation of the values. The last term is UCB's, for actions tried before. Without it
    an action with a low prior is given up for good if its first simulation happens to end badly."""

    UCB = "ucb"
    """Q + c sqrt(ln N' / N), every action tried once before: the rule of the paper."""


@dataclass(frozen=True)
class SearchParams:
    """Method of a search. All figures are the same for every seat."""

    selection: Selection = Selection.PUCT
    """The rule inside the tree. PUCT, because with tens of legal actions trying each once would
    cost too much."""

    exploration: float = 1.5
    """c of that rule: in standard deviations for PUCT, in utilities for UCB (where .7 is usual).
    Tuning found nothing better than 1.5 for PUCT (docs/history/search.md)."""

    confidence: float = 0.4
    """k of PUCT, in standard deviations."""

    root_confidence: float = 0.5
    """k at the root, where more should be tried. Both values come from games
    (docs/history/search.md)."""

    evaluator: EvaluatorTable | None = None
    """Evaluator of actions in the tree, and of leaves; None is the game's own."""

    policy: EvaluatorTable | None = None
    """Evaluator whose priors draw simulated decisions; None is `evaluator`."""

    belief: BeliefTable | None = None
    """Source of the worlds; None is the game, for which all that agree with the view are equally
    likely."""

    actor_knows: bool = False
    """True: another seat's nodes also depend on what that seat knows in the world of the iteration,
    so that it can play by its own hidden cards in the tree. With few cards, as in poker, that
    models opponents far better; with many no such node is ever reached twice."""

    first_play_reduction: float = 0.2
    """Assumed disadvantage of an untried action against its node, in standard deviations, times the
    square root of the prior already tried. The usual size in Go engines; tuning found nothing
    better (docs/history/search.md)."""

    root_first_play_reduction: float = 0.05
    """The same at the root, where more should be tried."""

    deviation: float = 0.25
    """Initial guess of the standard deviation of utilities: half of the largest possible."""

    deviation_weight: float = 8.0
    """Number of values that this guess counts for, and further down the root's deviation."""

    deviation_floor: float = 0.15
    """Share of the initial deviation that is always mixed in, so that a node whose values all agree
    still explores. The share is KataGo's."""

    prior_uniform: float = 0.05
    """Share of an even prior mixed into the policy's, so that every action can be tried."""

    simulation_uniform: float = 0.0
    """Share of simulated decisions taken evenly at random instead of by the policy. Between .2 and
    .5 did best in published card-game searches, where a simulation has few decisions; in Covert it
    has fifty, and each share above 0 lost (docs/history/search.md)."""

    horizon: int = 1
    """Changes of the game's stamp (Covert: rounds) after which a simulation is valued; 0 plays to
    the end. Positions beyond the present round are rarely visited twice."""

    td_lambda: float = 1.0
    """Below 1, the value of a simulation mixes the values at all changes of the stamp up to the
    horizon, as the lambda-return of Sutton, "Learning to Predict by the Methods of Temporal
    Differences", 1988: the first has weight 1 - lambda, each later one lambda times that of the one
    before, and the last the rest. Later values know more, but have more noise."""

    step_ceiling: int = 4096
    """Decisions after which the path in the tree ends, and as many below it after which a
    simulation is valued: a guard, never reached in a game that ends."""

    bound_width: float = 1.5
    """The final choice takes the highest mean less this many standard errors."""

    bound_share: float = 0.08
    """Actions with fewer visits than this share of the most visited one's are not chosen."""

    temperature: float = 0.0
    """Above 0 the final choice is drawn among the actions with enough visits, each with weight
    exp(worth / temperature), where its worth is the lower bound (without a tree, the mean), and
    none more than 3 temperatures below the best. For weak play that misjudges, but makes no gross
    blunder."""

    effective_visits: float = 0.0
    """For standard errors: number of independent values beyond which more visits of an action in
    one tree tell nothing more; 0: visits are independent. It changes no choice."""

    lanes: int = 1
    """Trees that grow side by side and are added up at the root. Part of the answer, unlike the
    number of threads."""

    lanes_meet: bool = True
    """True: after 16 iterations of each lane, and whenever they have done half as many again, each
    root gets the results of all lanes there, as in the slow root parallelisation of Bourki et al.,
    "Scalability and Parallelization of Monte-Carlo Tree Search", 2010. Without it each lane spends
    iterations on finding out what the others know (docs/history/search.md)."""

    estimates: bool = False
    """True: average the game's own figures of the leaves for each action."""

    hands: bool = False
    """True: count how often each card is in each hand of the worlds. It changes no choice."""

    flat_candidates: int = 8
    """Actions that `flat` compares at first, the best by prior."""

    flat_worlds: int = 32
    """Worlds of the first round of `flat` without a limit of iterations; each further round has
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
