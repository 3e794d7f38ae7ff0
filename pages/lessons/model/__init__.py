"""What the answers of scenarios are computed from."""
