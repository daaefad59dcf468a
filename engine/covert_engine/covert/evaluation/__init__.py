"""What judges actions and positions: plans, the policy, the value."""
