"""Tests of the games for OpenSpiel; skipped where the extra `openspiel` is not installed."""
