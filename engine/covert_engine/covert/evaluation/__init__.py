"""Judgement of actions and positions: plans, the policy, the value."""
