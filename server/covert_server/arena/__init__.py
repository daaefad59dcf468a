"""The service `Arena`: a tournament, watched by its ledger while another program plays it."""
