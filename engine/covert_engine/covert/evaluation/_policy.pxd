"""A cheap hand-made policy: the prior of the search, and the play of simulated seats."""

from libc.stdint cimport int32_t, uint32_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.evaluation._plan cimport Plan
from covert_engine.covert.rules._state cimport State

# Weights of actions, without unit unless stated; weights.py has the values. In double precision, in
# which they are combined before they are rounded.
cdef struct PolicyWeights:
    # Placing a die
    double complete_due        # on Complete Missions, as long as missions could be done there
    double complete_first      # on Complete Missions beyond that, as the only die
    double complete_more       # on Complete Missions beyond that, beside another die
    double mission_due         # on Mission Cards, as long as the hand has room
    double mission_more        # on Mission Cards beyond that
    double agency_due          # on Agency Cards, as long as the two nearest missions miss cards
    double agency_more         # on Agency Cards beyond that
    double movement_due        # on Movement, as long as the two nearest missions want dice
    double movement_more       # on Movement beyond that
    double folder              # in the folder
    double decoder_due         # on the Decoder, with a number that a code in hand misses
    double decoder_more        # on the Decoder, with any other number
    double pass_early          # pass with dice left to place
    double pass_done           # pass without
    double stop_placing        # place no more dice this turn
    double reroll              # use the reroll token
    # Free plays: the worth of a play, times the factor of the card that pays for it
    double fly_served          # a flight by a card whose equipment a mission asks for (factor)
    double fly_spare           # a flight by any other card (factor)
    double play_served         # a use by a card whose equipment a mission asks for (factor)
    double play_spare          # a use by any other card (factor)
    double flight_nearest      # a flight to a far agent's target for the nearest mission
    double flight_other        # the same for another mission
    double flight_idle         # a flight to any other city
    double steps_due           # Move x3, where the two nearest missions want Movement dice
    double steps_more          # Move x3 otherwise
    double search_mission_due  # a Search for missions, with room in the hand
    double search_mission_more # a Search for missions, without room
    double search_agency_due   # a Search for Agency Cards, where the two nearest missions miss some
    double search_agency_more  # a Search for Agency Cards otherwise
    double sneak_attack        # a Sneak Attack
    double shift               # +1 or -1
    double character_draw      # a token or an Agency Card drawn by the character
    double play                # any other use
    # Resolving
    double complete            # complete a mission
    double complete_point      # for each of its points (weight a point, added)
    double blind_mission       # take the top mission of the deck
    double full_hand           # a face-up mission that displaces another one (factor)
    double blind_card          # take the top Agency Card of the deck
    double dear_card           # a face-up Agency Card that takes two dice (factor)
    double step_idle           # move by one die, where no mission wants any
    double steps_idle          # move by more dice, where no mission wants any
    double steps_right         # move by as many dice as a mission wants
    double steps_few           # move by fewer dice
    double steps_many          # move by more dice
    double forfeit             # take a die back for no effect
    double end_resolve         # end the turn in Dice Resolution
    double end_last            # end the turn in the Last Mission phase
    # The use of a card or a mission
    double card_nearest        # an Agency Card that the nearest mission misses
    double card_other          # an Agency Card that another mission misses
    double card_idle           # any other Agency Card
    double mission_point       # each point of a mission (weight a point, divided by the cost below)
    double cost_base           # cost of a mission with everything at hand
    double cost_equipment      # cost of each equipment not at hand (added)
    double cost_step           # cost of each step of the nearest agent to each city (added)
    double cost_region         # cost of each region (added)
    double cost_any_card       # cost of each "any Agency Card" (added)
    # Steps
    double stop_moving         # move no farther
    double[3] cubes_of_others  # a step to a city: cubes of others none, some, one for a pair
    double nearer_nearest      # a step nearer to the agent's target for the nearest mission (added)
    double nearer_other        # a step nearer to its target for another mission (added)
    double away_nearest        # any other step of an agent that the nearest mission sends (factor)
    double away_other          # any other step of an agent that another mission sends (factor)
    # Breaking codes
    double claim               # claim a code
    double stop_breaking       # swap no more
    double break_use           # a use between swaps
    double swap_gain           # a swap that helps, for each point of `code_short` gained
    double[3] code_short       # a code that misses 0, 1, 2 numbers; with more it has none (points)
    double swap_idle           # any other swap
    # The small choices
    double discard_served      # discard a card whose equipment a mission asks for
    double discard_spare       # discard any other card
    double pay_served          # pay with a card whose equipment a mission asks for
    double pay_spare           # pay with any other card
    double pay_foot            # pay with the foot of a completed mission
    double pay_code            # pay with a broken code
    double reward_blind        # take the top card of the deck as the reward of a pair
    double espionage           # take a card by Espionage, by the worth of the card (factor)
    double refuse              # let a window pass
    double first_use           # a use in the window of First
    double drop                # give up a mission; its dice squared over its points are added
    double drop_unplanned      # give up a mission that is in no plan
    double agent_sent          # fly the agent that a mission sends to this city
    double agent_idle          # fly an agent that no mission sends anywhere
    double agent_needed        # fly an agent that a mission sends elsewhere
    double tile_shown          # go on along a bent claim on a tile that shows its number
    double tile_covered        # the same on a tile that a die covers
    double otherwise           # choices among which the policy makes no difference


# Writes a weight (> 0, any scale) for each of the actions, which are those of `state.actor`, and
# returns the sum. `plans` are those of the seats, made for this state or an earlier one; the
# actor's is updated if the decision needs it.
cdef double weigh(const PolicyWeights* w, const CardSet* cards, const State* state, Plan* plans,
                  const uint32_t* actions, int32_t count, float* weights) noexcept nogil
