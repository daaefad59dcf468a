"""Fields of the messages of a view, as `name:number:type`.

Made of covert_view.proto by proto/engine_layouts.py; do not edit.
"""

MESSAGES = {
    "View": """
    card_set:1:text options:2:Options seat:3:number round:4:number phase:5:Phase
    decision:6:Decision to_decide:7:number on_turn:8:number turn:9:Turn starter:10:number
    order:11:number* had_break_turn:12:number* final_round:13:flag players:14:Player*
    circles:15:Circle* tiles:16:number* agency_face_up:17:number* missions_face_up:18:number*
    cubes:19:CityCubes* agency_deck:20:CardDeck mission_deck:21:CardDeck code_decks:22:CodeDeck*
    code_shuffles:23:number tokens:24:Tokens* fresh_tokens:25:Tokens* use:26:Use
    espionage:27:EspionageWindow movement:28:Movement pairs:29:Pairs reroll:30:Reroll
    search:31:Search claim:32:Claim asked_first:33:number
    """,
    "Options": """
    circle_wraps:1:flag either_direction:2:flag codes_bend:6:flag swaps_first:3:flag
    reroll_decoder:7:flag distinct_agents:4:flag flight_trails:5:flag
    """,
    "Tokens": "ability:1:Ability count:2:number",
    "Place": "card:1:number known_by:2:number* lot:3:number",
    "CodePlace": "card:1:number equipment:2:text equipment_public:3:flag",
    "Lot": "lot:1:number cards:2:number*",
    "Player": """
    character:1:number character_uses:2:number reroll_token:3:flag dice:4:number*
    folder_dice:5:number decoder_dice:6:number* agents:7:text* supply:8:number cubes:9:number*
    completed_missions:10:number* completed_codes:11:number* agency_cards:12:Place*
    missions:13:Place* codes:14:CodePlace* tokens:15:number token_draws:16:number
    reroll_count:17:number agency_card_count:18:number mission_count:19:number
    code_count:20:number
    """,
    "CityCubes": "city:1:text colours:2:number*",
    "Circle": "spaces:1:number*",
    "Turn": """
    plays:1:number owed:2:number placed:3:number shifted:4:number drawn:5:number swaps:6:number
    claimed:7:flag acted:8:flag
    """,
    "Use": """
    kind:1:Kind seat:2:number ability:3:Ability card:4:number by_token:5:flag
    by_character:6:flag face:7:number deck:8:Deck agent:9:number mission:10:number
    symbols_paid:11:number feet_used:12:number last_payment:13:text agency_cards:14:number*
    codes:15:number* draws_left:16:number any_equipment_used:17:number
    """,
    "EspionageWindow": "opener:1:number pool:2:number* played:3:number*",
    "Movement": "pool:1:number steps:2:number* last_agent:3:number",
    "Pairs": "colours:1:number* region:2:text",
    "Reroll": "faces:1:number* by_character:2:flag",
    "Search": "cards:1:Place* kept:2:number size:3:number",
    "Claim": "code:1:number tiles:2:number*",
    "CardDeck": """
    places:1:Place* lot:2:number discards:3:number* shuffles:4:number unseen:5:Lot*
    size:6:number
    """,
    "CodeDeck": "size:1:number top_equipment:2:text",
}

ENUMS = {
    "Phase": "unspecified setup placing first_a breaking first_b resolving last_mission over",
    "Decision": """
    unspecified none return_mission place reroll die break draw_code resolve last_mission
    payment code_order agent step reward discard mission_discard keep bottom espionage first
    tile
    """,
    "Ability": """
    unspecified plus_one minus_one move_three espionage sneak_attack first search code_breaker
    """,
    "Kind": "unspecified ability flight mission draw",
    "Deck": "unspecified agency mission",
}
