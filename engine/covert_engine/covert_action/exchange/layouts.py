"""Fields of the messages of a view, as `name:number:type`.

Made of covert_action.proto by proto/engine_layouts.py; do not edit.
"""

MESSAGES = {
    "View": """
    settings:1:other seat:2:number round:3:number opener:4:number t:5:number beat:6:number
    phase:7:Phase speaker:8:number to_decide:9:number choice:10:Choice players:11:Player*
    centre:12:Card* deck:13:number statements:14:Statement* shots:15:Shot*
    """,
    "Player": """
    team:1:Team is_in:2:flag role:3:Role held:4:number drawn:5:number types:6:number*
    """,
    "Card": "team:1:Team role:2:Role",
    "Statement": "t:1:number seat:2:number text:3:text operands:4:other",
    "Choice": "text:1:text operands:2:other",
    "Shot": "t:1:number shooter:2:number target:3:number outcome:4:Outcome ordered:5:flag",
}

ENUMS = {
    "Phase": "unspecified talk window deadline over",
    "Team": "unspecified red blue green",
    "Role": "unspecified sniper cleaner mole bodyguard saboteur",
    "Outcome": "unspecified coup misfire purge success fail team_out",
}
