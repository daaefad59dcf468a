"""The training of Covert Action's figures: self-play, counts and fits."""
