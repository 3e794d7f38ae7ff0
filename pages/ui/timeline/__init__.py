"""A training run as a film."""
