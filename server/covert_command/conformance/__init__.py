"""Duties of any server of `covertbots.v1`, checked from outside."""
