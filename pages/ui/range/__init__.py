"""A numeric control."""
