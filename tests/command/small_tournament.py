"""The tournament whose ledger several tests look at."""

RUN = ("arena", "run", "--bots", "greedy,random", "--blocks", "3", "--workers", "2")
