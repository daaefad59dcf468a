"""Tests of actions and views as numbers."""
