"""The arena's report: one HTML page that needs nothing else, with plots in it and all figures."""

from covert_bots.arena.report.tournament import MS, Tournament
from covert_bots.arena.report.write import need_matplotlib, write_reports

__all__ = ["MS", "Tournament", "need_matplotlib", "write_reports"]
