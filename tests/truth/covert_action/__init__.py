"""Whether the words of Covert Action's hints are true, sentence by sentence."""
