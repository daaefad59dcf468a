"""What all games share to read what comes from outside: mistakes, hints for slips, sealed bytes."""
