"""Servers that a command calls, over gRPC or HTTP."""
