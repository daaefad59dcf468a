"""What is Covert Action's of the service: its views in requests, its rules for hosts."""
