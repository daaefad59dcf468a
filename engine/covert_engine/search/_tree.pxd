"""The tree in memory: nodes, edges and the table of nodes in one arena, taken once.

    Node --edges--> Edge --next--> Edge --next--> ...      the actions seen taken here
                     |
                   child                                   where it led most often
                     v
                    Node ...

A node is a decision, an edge the searching seat's observation of an action taken there. The key of
a node stands for all that the searching seat has observed since the root, actions and chance alike.
Index 0 means none.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from covert_engine.search._game cimport MAX_ACTIONS, MAX_PLAYERS, action_t
from covert_engine.search._slots cimport Slots

cdef enum:
    ROOT = 1
    EDGES_PER_NODE = 16      # edges for which there is room, by node


cdef struct Node:
    uint64_t key                     # of all observations since the root
    uint64_t present                 # bits: a hash of each edge's key; no bit, no such edge
    double sum                       # the actor's utilities backed up through this node
    double square                    # their squares
    uint32_t edges                   # the first edge
    uint32_t visits
    int32_t actor                    # seat that decides here, a function of the key


cdef struct Edge:
    uint64_t key                     # the searching seat's observation of the action
    double sum                       # the actor's utilities backed up through this edge
    uint32_t next                    # the next edge of the same node
    uint32_t child                   # the most visited of the nodes it leads to
    uint32_t visits
    uint32_t available               # visits of the node at which the action was legal
    uint32_t stamp                   # last visit that found it legal
    action_t action                  # an action with this key, for the principal variation


cdef struct Tree:
    double root_sum[MAX_PLAYERS]     # utilities backed up through the root, by seat
    double root_square[MAX_PLAYERS]  # their squares
    Edge* edges                      # the start of the arena, a whole page
    Node* nodes                      # behind them
    Slots slots                      # behind those: nodes by key
    size_t bytes                     # size of the whole arena
    uint32_t node_count              # in use, including the unused index 0
    uint32_t edge_count
    uint32_t node_ceiling
    uint32_t edge_ceiling
    bint full                        # a node or an edge was refused


cdef struct Visit:                   # the legal actions of one visit, merged by observation
    int32_t count                    # distinct edges
    uint32_t edge[MAX_ACTIONS]       # by slot, in the order of the actions
    double prior[MAX_ACTIONS]        # by slot: the sum over its actions
    int32_t slot[MAX_ACTIONS]        # by action; -1 if the arena had no room for its edge


# Returns False if there is no memory; `tree_init` makes the root.
cdef bint tree_init(Tree* tree, uint32_t nodes) noexcept nogil
cdef void tree_free(Tree* tree) noexcept nogil
# Returns the node of that key, made if necessary; 0 if the arena is full.
cdef uint32_t node_of(Tree* tree, uint64_t key) noexcept nogil
# Finds or makes the edges of the actions, gathers them in `visit` and raises their availability.
# `stamp` differs from that of every earlier visit of this node; `weights` add up to `total`.
cdef void gather(Tree* tree, uint32_t node, const uint64_t* keys, const action_t* actions,
                 const float* weights, double total, double uniform, int32_t count,
                 uint32_t stamp, Visit* visit) noexcept nogil
