"""The services `Arena`, a tournament that is watched by its ledger while a program plays it, and
`League`, for those who hand in bots."""

ARENA = "covertbots.v1.Arena"
LEAGUE = "covertbots.v1.League"
