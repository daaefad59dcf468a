"""Engines of the operator as bots of the service (docs/engine-protocol.md)."""
