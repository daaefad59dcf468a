"""The arena, and the lookup of a visit's edges in it."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.search._slots cimport (
    FIRST_SLOTS, put_entry, slot_of, slots_clear, slots_for
)

cdef extern from "<sys/mman.h>" nogil:
    # MAP_ANONYMOUS is not part of POSIX, so <sys/mman.h> may hide it under -std=c11.
    """
    #ifndef MAP_ANONYMOUS
    #define MAP_ANONYMOUS 0x20
    #endif
    """
    void* mmap(void* address, size_t size, int protection, int flags, int file, long offset)
    int munmap(void* address, size_t size)
    int PROT_READ, PROT_WRITE, MAP_PRIVATE, MAP_ANONYMOUS
    void* MAP_FAILED

cdef bint tree_init(Tree* tree, uint32_t nodes) noexcept nogil:
    # Pages straight from the system are zero, and cost nothing until they are touched: a high
    # ceiling is cheap for a short search. The allocator would clear recycled pages, all of them.
    tree.node_ceiling = ROOT + nodes
    tree.edge_ceiling = 1 + MAX_ACTIONS + nodes * EDGES_PER_NODE   # the root always has room
    tree.bytes = (tree.edge_ceiling * sizeof(Edge) + tree.node_ceiling * sizeof(Node)
                  + slots_for(tree.node_ceiling) * sizeof(uint32_t))
    tree.edges = <Edge*> mmap(NULL, tree.bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    if tree.edges == MAP_FAILED:
        tree.edges = NULL
        return False
    tree.nodes = <Node*> (tree.edges + tree.edge_ceiling)
    tree.slots.entry = <uint32_t*> (tree.nodes + tree.node_ceiling)
    slots_clear(&tree.slots, FIRST_SLOTS)
    tree.node_count = ROOT + 1
    tree.edge_count = 1
    tree.full = False
    return True


cdef void tree_free(Tree* tree) noexcept nogil:
    if tree.edges != NULL:
        munmap(tree.edges, tree.bytes)
        tree.edges = NULL


cdef uint32_t node_of(Tree* tree, uint64_t key) noexcept nogil:
    cdef const uint64_t* keys = &tree.nodes[0].key
    cdef uint32_t slot = slot_of(&tree.slots, keys, sizeof(Node), key)
    cdef uint32_t node = tree.slots.entry[slot]
    if node:
        return node
    if tree.node_count == tree.node_ceiling:
        tree.full = True
        return 0
    node = tree.node_count
    tree.node_count += 1
    tree.nodes[node].key = key
    put_entry(&tree.slots, keys, sizeof(Node), slot, ROOT + 1, node)   # the root is in no slot
    return node


cdef uint32_t find(const Tree* tree, uint32_t node, uint32_t previous,
                   uint64_t key) noexcept nogil:
    """Return the edge with that key, or 0.

    Edges lie in the order of the actions, and mostly the same actions come again, so the search
    begins after the previous edge.
    """
    cdef uint32_t edge = tree.edges[previous].next if previous else tree.nodes[node].edges
    while edge:
        if tree.edges[edge].key == key:
            return edge
        edge = tree.edges[edge].next
    if previous:
        edge = tree.nodes[node].edges
        while True:
            if tree.edges[edge].key == key:
                return edge
            if edge == previous:
                return 0
            edge = tree.edges[edge].next
    return 0


cdef uint32_t add(Tree* tree, uint32_t node, uint32_t previous, uint64_t key,
                  action_t action) noexcept nogil:
    """Make an edge right after `previous`; return 0 if the arena is full."""
    cdef uint32_t edge = tree.edge_count
    cdef uint32_t* link
    if edge == tree.edge_ceiling:
        tree.full = True
        return 0
    tree.edge_count += 1
    link = &tree.edges[previous].next if previous else &tree.nodes[node].edges
    tree.edges[edge].key = key
    tree.edges[edge].action = action
    tree.edges[edge].next = link[0]
    link[0] = edge
    return edge


cdef void gather(Tree* tree, uint32_t node, const uint64_t* keys, const action_t* actions,
                 const float* weights, double total, double uniform, int32_t count,
                 uint32_t stamp, Visit* visit) noexcept nogil:
    cdef double scale = (1 - uniform) / total
    cdef double floor = uniform / count
    cdef uint64_t bit
    cdef uint32_t edge, previous = 0
    cdef int32_t i, slot
    visit.count = 0
    for i in range(count):
        bit = <uint64_t> 1 << (keys[i] * <uint64_t> 0x9E3779B97F4A7C15 >> 58)
        edge = find(tree, node, previous, keys[i]) if tree.nodes[node].present & bit else 0
        if edge == 0:
            edge = add(tree, node, previous, keys[i], actions[i])
            if edge == 0:
                visit.slot[i] = -1
                continue
            tree.nodes[node].present |= bit
        previous = edge
        if tree.edges[edge].stamp == stamp:
            # Another legal action with the same key: one edge, the sum of the priors.
            slot = visit.count - 1
            while visit.edge[slot] != edge:
                slot -= 1
            visit.prior[slot] += weights[i] * scale + floor
        else:
            slot = visit.count
            visit.count += 1
            tree.edges[edge].stamp = stamp
            tree.edges[edge].available += 1
            visit.edge[slot] = edge
            visit.prior[slot] = weights[i] * scale + floor
        visit.slot[i] = slot
