"""What all share to read what comes from outside: mistakes, hints for slips, TOML, sealed bytes."""
