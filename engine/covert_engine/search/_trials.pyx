"""Common worlds: every action meets the same deals and the same chance, so differences between
actions have far less noise than their values."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from covert_engine.search._distinct cimport distinct_add, distinct_free, distinct_new
from covert_engine.search._game cimport (
    MAX_ACTIONS, MAX_PLAYERS, NOBODY, GameFunctions, key_of
)
from covert_engine.random._splitmix cimport mix
from covert_engine.search._hands cimport count_hands, hands_found, hands_free, hands_init
from covert_engine.search._root cimport Root, deal
from covert_engine.search._simulation cimport (
    Horizon, Simulator, add_estimates, begin, first_horizon, simulate, simulator_free,
    simulator_init, step, weigh
)
from covert_engine.search._stop cimport (
    BY_CPU_TIME, BY_FAULT, BY_ITERATIONS, BY_TIME, Flag, StopFlag, cpu_now, now, obey, raised
)


cdef void facts_init(Facts* facts, Root root) noexcept:
    facts.functions = root.table.facts
    facts.view = root.source.view


cdef void add_facts(Facts* facts, const Simulator* simulator, const void* leaf, float value,
                    int32_t place) noexcept nogil:
    """Add the leaf of an action in a world; the first action (place 0) comes before the second."""
    cdef const void* rules = simulator.game.rules
    cdef float* figures = facts.now[place]
    cdef int32_t count = 1 + simulator.estimates
    cdef int32_t i
    cdef double difference
    figures[0] = value
    if simulator.estimates:
        simulator.evaluator.estimate(rules, simulator.evaluator.model, simulator.scratch, leaf,
                                     figures + 1)
    if facts.functions.measure != NULL:
        count += facts.functions.measure(rules, facts.view, leaf, figures + count)
    facts.figures = count
    for i in range(count):
        facts.sum[place][i] += figures[i]
        if place == 1:
            difference = <double> facts.now[0][i] - figures[i]
            facts.square[i] += difference * difference


cdef list figures_of(const Facts* facts):
    cdef int32_t i
    return [(facts.sum[0][i], facts.sum[1][i], facts.square[i]) for i in range(facts.figures)]


cdef void try_action(Contest* contest, int32_t place, uint64_t key) noexcept nogil:
    cdef const GameFunctions* game = &contest.simulator.game
    cdef Trial* trial = &contest.trial[place]
    cdef uint64_t stream = mix(key)       # the same for every action
    cdef float utilities[MAX_PLAYERS]
    cdef Horizon horizon
    cdef double utility
    cdef int32_t i
    memcpy(contest.state, contest.world, game.state_bytes)
    begin(&contest.simulator, contest.state)
    horizon = first_horizon(&contest.simulator, contest.state)
    game.apply(game.rules, contest.state, contest.actions[place], NOBODY, 0)
    step(&contest.simulator, contest.actions[place], contest.state)
    if contest.one_ply:
        horizon.left = 0                     # reached at once
    simulate(&contest.simulator, contest.state, &horizon, &stream, utilities)
    trial.visits += 1
    for i in range(game.players):
        trial.sum[i] += utilities[i]
    utility = utilities[contest.seat]
    trial.square += utility * utility
    contest.utility[place] = utilities[contest.seat]
    add_estimates(&contest.simulator, contest.state, trial.estimates)
    if contest.facts != NULL:
        add_facts(contest.facts, &contest.simulator, contest.state, contest.utility[place], place)


cdef bint try_world(Contest* contest) noexcept nogil:
    """Try all active actions in the next world; return False if it disagrees with the view."""
    cdef const GameFunctions* game = &contest.simulator.game
    cdef uint64_t key = key_of(contest.key, contest.worlds)
    cdef Pair* pair
    cdef double difference
    cdef int32_t i, k, a, b
    if not deal(contest.source, key, contest.world, contest.other):
        return False
    contest.worlds += 1
    distinct_add(&contest.distinct, game.hidden(game.rules, contest.world))
    count_hands(&contest.hands, contest.world)
    for i in range(contest.active):
        try_action(contest, contest.place[i], key)
    for i in range(contest.active):
        a = contest.place[i]
        for k in range(i + 1, contest.active):
            b = contest.place[k]
            difference = <double> contest.utility[a] - contest.utility[b]
            pair = &contest.pairs[a * contest.count + b]
            pair.difference += difference
            pair.square += difference * difference
            pair.worlds += 1
    return True


cdef class Trials:

    def __cinit__(self, Root root not None, params, bint one_ply, bint facts=False):
        cdef Contest* contest = <Contest*> calloc(1, sizeof(Contest))
        cdef int32_t i
        self.contest = contest
        if contest == NULL:
            raise MemoryError
        self.root = root
        self.params = params
        simulator_init(&contest.simulator, root, params)
        hands_init(&contest.hands, root, params)
        if facts:
            if root.count != 2:
                raise ValueError(f"facts of {root.count} actions; expected 2")
            contest.facts = <Facts*> calloc(1, sizeof(Facts))
            if contest.facts == NULL:
                raise MemoryError
            facts_init(contest.facts, root)
        contest.source = &root.source
        contest.seat = root.seat
        contest.key = root.key
        contest.count = root.count
        contest.actions = root.choices
        contest.one_ply = one_ply
        contest.active = root.count
        for i in range(root.count):
            contest.place[i] = i
        contest.trial = <Trial*> calloc(root.count, sizeof(Trial))
        contest.pairs = <Pair*> calloc(root.count * root.count, sizeof(Pair))
        contest.world = malloc(root.game.state_bytes)
        contest.state = malloc(root.game.state_bytes)
        contest.other = malloc(root.game.view_bytes)
        if (contest.trial == NULL or contest.pairs == NULL or contest.world == NULL
                or contest.state == NULL or contest.other == NULL or not distinct_new(&contest.distinct)):
            raise MemoryError

    def __dealloc__(self):
        if self.contest != NULL:
            distinct_free(&self.contest.distinct)
            hands_free(&self.contest.hands)
            free(self.contest.facts)
            simulator_free(&self.contest.simulator)
            free(self.contest.trial)
            free(self.contest.pairs)
            free(self.contest.world)
            free(self.contest.state)
            free(self.contest.other)
            free(self.contest)

    def priors(self):
        cdef Contest* contest = self.contest
        cdef float weights[MAX_ACTIONS]
        cdef double total
        deal(contest.source, key_of(contest.key, 0), contest.world, contest.other)
        begin(&contest.simulator, contest.world)
        total = weigh(&contest.simulator, contest.world, contest.actions,
                      contest.count, weights)
        return [weights[i] / total for i in range(contest.count)]

    def keep(self, places):
        self.contest.active = len(places)
        for i, place in enumerate(sorted(places)):
            self.contest.place[i] = place

    def run(self, uint32_t worlds, int64_t deadline, StopFlag stop not None, int64_t cpu=0):
        cdef Contest* contest = self.contest
        cdef uint32_t target = contest.worlds + worlds
        cdef const Flag* flag = &stop.flag
        cdef int32_t ending = BY_ITERATIONS
        cdef int64_t before
        with nogil:
            before = cpu_now() - contest.cpu
            while contest.worlds < target:
                if contest.worlds:
                    if raised(flag):
                        ending = obey(flag, deadline)
                        if ending != BY_ITERATIONS:
                            break
                    if deadline and now() >= deadline:
                        ending = BY_TIME
                        break
                    if cpu and cpu_now() - before >= cpu:
                        ending = BY_CPU_TIME
                        break
                if not try_world(contest):
                    ending = BY_FAULT
                    break
            contest.cpu = cpu_now() - before
        if ending == BY_FAULT:
            raise AssertionError("the view of a world is not the view it was dealt from")
        return ending

    @property
    def worlds(self):
        return self.contest.worlds

    @property
    def distinct_worlds(self):
        return self.contest.distinct.count

    def actions(self):
        cdef const Trial* trial
        cdef int32_t place
        totals = []
        for place in range(self.contest.count):
            trial = &self.contest.trial[place]
            totals.append((
                trial.visits,
                [trial.sum[seat] for seat in range(self.contest.simulator.game.players)],
                trial.square,
                [trial.estimates[k] for k in range(self.contest.simulator.estimates)],
            ))
        return totals

    def facts(self):
        return figures_of(self.contest.facts) if self.contest.facts != NULL else []

    def hands(self):
        return hands_found(&self.contest.hands)

    def paired_error(self, int32_t a, int32_t b):
        cdef const Pair* pair = &self.contest.pairs[min(a, b) * self.contest.count + max(a, b)]
        if pair.worlds < 2:
            return None
        squares = pair.square - pair.difference * pair.difference / pair.worlds
        return sqrt(max(0.0, squares) / (pair.worlds - 1.0) / pair.worlds)
