"""The service `Arena`: a tournament, watched by its ledger while another program plays it."""

ARENA = "covertbots.v1.Arena"
