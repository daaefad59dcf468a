"""What any server of `covertbots.v1` must do, checked from outside."""
