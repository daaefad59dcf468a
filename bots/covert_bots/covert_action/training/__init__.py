"""How the figures of Covert Action come about: self-play, and what is counted in it."""
