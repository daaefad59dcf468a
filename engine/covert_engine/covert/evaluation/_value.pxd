"""The hand-made value: the final points that each seat can expect."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.rules._state cimport State


cdef struct ValueWeights:    # weights.py has the values; in points unless stated
    float mission            # share of the worth of a mission in hand (factor)
    float die                # worth of a die that brings a mission nearer
    float pending            # share of a die's work on a circle before it is done (factor)
    float queue              # delay of farther missions by nearer ones (factor on their dice)
    float next_mission       # share of the next nearest mission (factor)
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
    float late_code          # share of that worth in the last round (factor)
    float broken_code        # a broken code's use beyond its points, for each round left
    float lacking_die        # rise of a mission's chance of completion with each die more
    float margin             # the margin worth 3/4, with no round left
    float[3] margin_a_round  # addition for each round left, with 2, 3 and 4 players
    float[2] behind          # average lag behind the best of several others by luck alone, in
                             # margins worth 3/4, with 3 and 4 players and no round left
    float[2] behind_a_round  # addition for each round left
    float win_margin         # the same margin for the chance to win
    float[3] win_margin_a_round
    float score_a_round      # final score beyond these points, for each round left
    float score_late         # deduction from it, in any round


# Estimates the rounds after this one, from the leader's distance to a sixth mission.
cdef float rounds_left(const ValueWeights* w, const State* state) noexcept nogil
# The parts of a seat's expected final points.
cdef float held_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                       float rounds) noexcept nogil
cdef float code_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                       float rounds) noexcept nogil
cdef float mission_points(const ValueWeights* w, const CardSet* cards, const State* state, int seat,
                          Plan* plan, float rounds) noexcept nogil
# Writes the expected final points of each seat. `plans` are those of the seats, made for this state
# or an earlier one, and are updated.
cdef void expected_points(const ValueWeights* w, const CardSet* cards, const State* state,
                          Plan* plans, float rounds, float* points) noexcept nogil
# The margin worth 3/4 in the utility, in points.
cdef float margin_scale(const ValueWeights* w, int players, float rounds) noexcept nogil
# The margin worth 1/2 in the utility, in points.
cdef float even_margin(const ValueWeights* w, int players, float rounds) noexcept nogil
# The final score for so many expected points.
cdef float final_score(const ValueWeights* w, float points, float rounds) noexcept nogil
