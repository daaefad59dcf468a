"""Positions of Covert as people at a table write them down (docs/positions.md)."""
