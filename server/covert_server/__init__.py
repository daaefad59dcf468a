"""The service `covertbots.v1`, and the command line."""
