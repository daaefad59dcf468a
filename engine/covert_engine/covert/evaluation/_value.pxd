"""The hand-made value: the final points that each seat can expect."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.rules._state cimport State


cdef struct ValueWeights:    # weights.py has the figures; in points unless said otherwise
    float mission            # how much the worth of a mission in hand counts (factor)
    float die                # what a die is worth when it brings a mission nearer
    float pending            # how much of a die's work on a circle counts before it is done (factor)
    float queue              # how far nearer missions delay farther ones (factor on their dice)
    float next_mission       # how much the next nearest mission counts for (factor)
    float rounds_a_mission   # rounds the leader takes for a mission
    float foot               # a foot, for each round left
    float card               # an Agency Card in hand
    float use                # a use that the character has left for the whole game
    float token              # a token in hand
    float cube               # a cube on the character
    float reroll             # the reroll token
    float new_mission        # a die on Mission Cards while the hand has room
    float spare_mission      # the same with a full hand
    float spare_agency       # a die on Agency Cards that serves no mission
    float[5] held_code       # a code in hand, by how many of its numbers are missing
    float late_code          # share of that worth that stays in the last round (factor)
    float broken_code        # a broken code's use beyond its points, for each round left
    float lacking_die        # how much likelier it is with each die more that a mission is completed
    float margin             # the margin that is worth 3/4, if no round is left
    float[3] margin_a_round  # how much more it takes for each, with 2, 3 and 4 players
    float[2] behind          # how far behind the best of several others a seat is by luck alone, in
                             # margins worth 3/4, with 3 and 4 players, if no round is left
    float[2] behind_a_round  # how much more for each
    float win_margin         # the same of the chance to win
    float[3] win_margin_a_round
    float score_a_round      # what a final score has beyond these points, for each round left
    float score_late         # how much less, whatever is left


# Rounds after this one, from how far the leader is from a sixth mission.
cdef float rounds_left(const ValueWeights* w, const State* state) noexcept nogil
# The parts of a seat's expected final points.
cdef float held_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                       float rounds) noexcept nogil
cdef float code_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                       float rounds) noexcept nogil
cdef float mission_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                          Plan* plan, float rounds) noexcept nogil
# Expected final points of each seat. `plans` are those of the seats, made for this state or an
# earlier one, and brought up to date.
cdef void expected_points(const ValueWeights* w, const CardSet* cards, const State* state,
                          Plan* plans, float rounds, float* points) noexcept nogil
# The margin that is worth 3/4 in the utility, in points.
cdef float margin_scale(const ValueWeights* w, int players, float rounds) noexcept nogil
# The margin in points that is worth a half in it.
cdef float even_margin(const ValueWeights* w, int players, float rounds) noexcept nogil
# The final score that comes of as many expected points.
cdef float final_score(const ValueWeights* w, float points, float rounds) noexcept nogil
