"""Single-observer information set Monte Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions
on Computational Intelligence and AI in Games 4(2), 2012. Beyond the paper: PUCT with the game's
policy as a prior, values of all seats backed up as a vector, leaves valued at a horizon, and no
node at all for decisions whose refusal the searching seat could not see.
"""

from typing import NamedTuple

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from covert_engine.search._distinct cimport distinct_add, distinct_free, distinct_new
from covert_engine.search._evaluator cimport action_t
from covert_engine.search._game cimport NOBODY, GameFunctions, fold, hash_bytes, key_of
from covert_engine.random._splitmix cimport draw, mix, unit
from covert_engine.search._hands cimport count_hands, hands_found, hands_free, hands_init
from covert_engine.search._root cimport Root, deal
from covert_engine.search._simulation cimport (
    Horizon, Simulator, add_estimates, begin, draw_action, first_horizon, reached, simulate,
    simulator_free, simulator_init, step, weigh
)
from covert_engine.search._selection cimport select
from covert_engine.search._stop cimport (
    BY_CPU_TIME, BY_FAULT, BY_ITERATIONS, BY_TIME, Flag, StopFlag, cpu_now, now, obey, raised
)
from covert_engine.search._tree cimport (
    ROOT, Edge, Node, Tree, gather, node_of, tree_free, tree_init
)


cdef bint hides(Growth* growth, int32_t count, int32_t observer) noexcept nogil:
    """Write the keys of the actions; return True if the observer would not see one of them."""
    cdef const GameFunctions* game = &growth.simulator.game
    cdef Iteration* it = &growth.now
    cdef bint hidden = False
    cdef int32_t i
    for i in range(count):
        it.keys[i] = game.observed(game.rules, growth.state, it.actions[i], observer)
        hidden |= it.keys[i] == 0
    return hidden


cdef uint64_t node_key(Growth* growth, int32_t actor, uint64_t seen) noexcept nogil:
    """Return the key of the present decision.

    Drawn cards that look alike to the tree can lead to decisions of different seats.
    """
    cdef const GameFunctions* game = &growth.simulator.game
    seen = fold(seen, 1 + actor)
    if not growth.simulator.settings.actor_knows or actor == growth.seat:
        return seen
    game.view(game.rules, growth.state, actor, growth.other)
    return fold(seen, hash_bytes(growth.other, game.view_bytes, 0))


cdef action_t action_of(const Growth* growth, int32_t count, int32_t slot,
                        uint64_t* stream) noexcept nogil:
    """Return the action of the chosen edge, drawn by prior where several look the same."""
    cdef const Iteration* it = &growth.now
    cdef double total = 0
    cdef int32_t i, last = 0, alike = 0
    for i in range(count):
        if it.visit.slot[i] == slot:
            alike += 1
            last = i
            total += it.weights[i]
    if alike > 1:
        total *= unit(draw(stream))
        for i in range(count):
            if it.visit.slot[i] == slot:
                total -= it.weights[i]
                if total < 0:
                    return it.actions[i]
    return it.actions[last]


cdef void back_up(Growth* growth) noexcept nogil:
    """Add the leaf's utilities to every node and edge of the path."""
    cdef Iteration* it = &growth.now
    cdef Node* node
    cdef Edge* edge = NULL
    cdef RootAction* action
    cdef double utility
    cdef int32_t i, seat
    for i in range(it.depth):
        node = &growth.tree.nodes[it.node[i]]
        node.visits += 1
        if edge != NULL and node.visits > growth.tree.nodes[edge.child].visits:
            edge.child = it.node[i]      # node 0 has no visits
        edge = &growth.tree.edges[it.edge[i]]
        edge.visits += 1
        utility = it.utilities[node.actor]
        node.sum += utility
        node.square += utility * utility
        edge.sum += utility
    action = &growth.root[it.root_slot]
    action.visits += 1
    for seat in range(growth.simulator.game.players):
        utility = it.utilities[seat]
        action.sum[seat] += utility
        action.square[seat] += utility * utility
        growth.tree.root_sum[seat] += utility
        growth.tree.root_square[seat] += utility * utility
    add_estimates(&growth.simulator, growth.state, action.estimates)


cdef bint iterate(Growth* growth) noexcept nogil:
    cdef const Simulator* simulator = &growth.simulator
    cdef const GameFunctions* game = &growth.simulator.game
    cdef const void* rules = game.rules
    cdef void* state = growth.state
    cdef Iteration* it = &growth.now
    cdef uint64_t world = key_of(growth.key, growth.iterations)
    cdef uint64_t stream = mix(world)    # as for the deal; docs/history/search.md has why
    cdef uint64_t seen = growth.key      # including everything that the seat sees from here on
    cdef uint64_t sealed = 0             # its own choice in the open window
    cdef uint32_t window = 0, now_open
    cdef uint32_t node, edge = 0         # the last edge taken
    cdef int32_t i, count, actor, slot, steps = 0
    cdef bint expands
    cdef action_t action
    cdef double total
    cdef Horizon horizon

    # Step 1. Determinization: a fresh world that agrees with the view, chance to come included.
    if not deal(growth.source, world, state, growth.other):
        return False
    begin(simulator, state)
    growth.iterations += 1
    distinct_add(&growth.worlds, game.hidden(rules, state))
    count_hands(&growth.hands, state)
    horizon = first_horizon(simulator, state)
    it.depth = 0
    while it.depth < MAX_DEPTH and steps < simulator.settings.step_ceiling:
        steps += 1

        # Step 2. The decision: at the root the actions to choose among, further down all legal
        # actions of this world.
        if edge == 0:
            count = growth.choices
            memcpy(it.actions, growth.choice, count * sizeof(action_t))
        else:
            count = game.legal(rules, state, it.actions)
            if count == 0 or reached(simulator, state, &horizon):
                break
        actor = game.to_move(rules, state)

        # Sealed choices have nodes: all know that they are made, and every seat learns from its
        # own. The searching seat's choice counts as seen only once the window has closed, because
        # no other seat may respond to it.
        now_open = game.window(rules, state) if game.window != NULL else 0
        if now_open != window:
            if sealed:
                seen = fold(seen, sealed)
                sealed = 0
            window = now_open

        # Step 3. Unseen decisions: where a seat might do something that the searching seat cannot
        # see, there is no node. The policy plays; the visible part distinguishes the next nodes.
        if hides(growth, count, actor if window else growth.seat) and actor != growth.seat:
            i = draw_action(simulator, state, it.actions, count, &stream)
            if it.keys[i]:
                seen = fold(seen, it.keys[i])
            seen = game.apply(rules, state, it.actions[i], growth.seat, seen)
            step(simulator, it.actions[i], state)
            growth.decisions += 1
            continue

        # Step 4. Selection among the actions legal here; each of them counts as available, even
        # when this iteration expands the tree below.
        node = ROOT if edge == 0 else node_of(&growth.tree, node_key(growth, actor, seen))
        if node == 0:
            break
        total = weigh(simulator, state, it.actions, count, it.weights)
        gather(&growth.tree, node, it.keys, it.actions, it.weights, total,
               simulator.settings.prior_uniform, count, growth.iterations, &it.visit)
        if it.visit.count == 0:
            break
        growth.tree.nodes[node].actor = actor
        slot = select(&growth.tree, &simulator.settings, &it.visit, node, actor, &stream)
        if edge == 0:
            it.root_slot = slot
            for i in range(it.visit.count):
                growth.root[i].edge = it.visit.edge[i]
                growth.root[i].prior += it.visit.prior[i]
        edge = it.visit.edge[slot]
        it.node[it.depth] = node
        it.edge[it.depth] = edge
        it.depth += 1

        # Step 5. Expansion: the first edge without a visit ends the path in the tree.
        growth.decisions += 1
        expands = growth.tree.edges[edge].visits == 0
        if window == 0:
            seen = fold(seen, growth.tree.edges[edge].key)
        elif actor == growth.seat:
            sealed = growth.tree.edges[edge].key
        action = action_of(growth, count, slot, &stream)
        seen = game.apply(rules, state, action, NOBODY if expands else growth.seat, seen)
        step(simulator, action, state)
        if expands:
            break

    # Step 6. Simulation to the horizon or the end of the game, and its value.
    growth.decisions += simulate(simulator, state, &horizon, &stream, it.utilities)

    # Step 7. Backpropagation, of all seats' utilities: each node serves the seat that decides.
    back_up(growth)
    return True


cdef int32_t grow(Growth* growth, uint32_t target, int64_t deadline, int64_t cpu,
                  const Flag* flag) noexcept nogil:
    # The clocks are read every 8 iterations, which keeps them out of the profile of the smallest
    # games. The first iteration is always done, so that there is something to choose by.
    cdef int64_t before = cpu_now() - growth.cpu
    cdef int32_t ending = BY_ITERATIONS
    while growth.iterations < target:
        if growth.iterations:
            if raised(flag):
                ending = obey(flag, deadline)
                if ending != BY_ITERATIONS:
                    break
            if growth.iterations % 8 == 0:
                if deadline and now() >= deadline:
                    ending = BY_TIME
                    break
                if cpu and cpu_now() - before >= cpu:
                    ending = BY_CPU_TIME
                    break
        if not iterate(growth):
            ending = BY_FAULT
            break
    growth.cpu = cpu_now() - before
    return ending


class EdgeEntry(NamedTuple):
    visits: int
    available: int
    sum: float


class NodeEntry(NamedTuple):
    actor: int
    visits: int
    sum: float
    square: float
    edges: dict


cdef class Lane:

    def __cinit__(self, Root root not None, params, int number, uint32_t nodes):
        cdef Growth* growth = <Growth*> calloc(1, sizeof(Growth))
        self.growth = growth
        if growth == NULL:
            raise MemoryError
        self.root = root
        self.params = params
        simulator_init(&growth.simulator, root, params)
        hands_init(&growth.hands, root, params)
        growth.source = &root.source
        growth.seat = root.seat
        growth.key = key_of(root.key, number)
        growth.choices = root.count
        growth.choice = root.choices
        growth.root = <RootAction*> calloc(root.count, sizeof(RootAction))
        growth.state = malloc(root.game.state_bytes)
        growth.other = malloc(root.game.view_bytes)
        if (growth.root == NULL or growth.state == NULL or growth.other == NULL
                or not tree_init(&growth.tree, nodes) or not distinct_new(&growth.worlds)):
            raise MemoryError

    def __dealloc__(self):
        if self.growth != NULL:
            tree_free(&self.growth.tree)
            distinct_free(&self.growth.worlds)
            hands_free(&self.growth.hands)
            simulator_free(&self.growth.simulator)
            free(self.growth.root)
            free(self.growth.state)
            free(self.growth.other)
            free(self.growth)

    def run(self, uint32_t target, int64_t deadline, StopFlag stop not None, int64_t cpu=0):
        cdef Growth* growth = self.growth
        cdef const Flag* flag = &stop.flag
        cdef int32_t ending
        with nogil:
            ending = grow(growth, target, deadline, cpu, flag)
        if ending == BY_FAULT:
            raise AssertionError("the view of a world is not the view it was dealt from")
        return ending

    def meet(self, lanes):
        cdef Tree* tree = &self.growth.tree
        cdef Node* root = &tree.nodes[ROOT]
        cdef Edge* edge
        cdef const RootAction* action
        cdef Lane lane
        cdef int32_t seat = self.growth.seat
        cdef int32_t i, other
        root.visits = sum([lane.growth.iterations for lane in lanes])
        root.sum = root.square = 0
        memset(tree.root_sum, 0, sizeof(tree.root_sum))
        memset(tree.root_square, 0, sizeof(tree.root_square))
        for i in range(self.growth.choices):
            edge = &tree.edges[self.growth.root[i].edge]
            edge.visits = 0
            edge.available = root.visits
            edge.sum = 0
            for lane in lanes:
                action = &lane.growth.root[i]
                edge.visits += action.visits
                edge.sum += action.sum[seat]
                root.square += action.square[seat]
                for other in range(self.growth.simulator.game.players):
                    tree.root_sum[other] += action.sum[other]
                    tree.root_square[other] += action.square[other]
            root.sum += edge.sum

    @property
    def iterations(self):
        return self.growth.iterations

    @property
    def decisions(self):
        return self.growth.decisions

    @property
    def cpu(self):
        return self.growth.cpu

    @property
    def nodes(self):
        return self.growth.tree.node_count - ROOT

    @property
    def full(self):
        return self.growth.tree.full

    def worlds(self):
        return {self.growth.worlds.keys[1 + i] for i in range(self.growth.worlds.count)}

    @property
    def distinct_worlds(self):
        return self.growth.worlds.count

    def root_actions(self):
        cdef const RootAction* action
        cdef int32_t i
        actions = []
        for i in range(self.growth.choices):
            action = &self.growth.root[i]
            actions.append((
                action.visits, self.growth.iterations if action.edge else 0, action.prior,
                [action.sum[seat] for seat in range(self.growth.simulator.game.players)],
                action.square[self.growth.seat],
                [action.estimates[k] for k in range(self.growth.simulator.estimates)],
            ))
        return actions

    def hands(self):
        return hands_found(&self.growth.hands)

    def variation(self, int32_t first, int32_t length):
        cdef const Edge* edges = self.growth.tree.edges
        cdef const Node* nodes = self.growth.tree.nodes
        cdef uint32_t edge = self.growth.root[first].edge
        cdef uint32_t node = ROOT
        cdef uint32_t other
        cdef uint32_t visits = self.growth.root[first].visits
        steps = []
        while visits and len(steps) < length:
            steps.append((nodes[node].actor, edges[edge].action, visits))
            node = edges[edge].child
            edge = other = nodes[node].edges     # node 0 has none
            while other:
                if edges[other].visits > edges[edge].visits:
                    edge = other
                other = edges[other].next
            visits = edges[edge].visits          # edge 0 has none
        return steps

    def tree(self):
        cdef const Node* node
        cdef const Edge* edge
        cdef uint32_t place, index
        nodes = []
        for place in range(ROOT, self.growth.tree.node_count):
            node = &self.growth.tree.nodes[place]
            edges = {}
            index = node.edges
            while index:
                edge = &self.growth.tree.edges[index]
                edges[edge.action] = EdgeEntry(edge.visits, edge.available, edge.sum)
                index = edge.next
            nodes.append(NodeEntry(node.actor, node.visits, node.sum, node.square, edges))
        return nodes

    def root_sums(self):
        players = range(self.growth.simulator.game.players)
        return ([self.growth.tree.root_sum[seat] for seat in players],
                [self.growth.tree.root_square[seat] for seat in players])
