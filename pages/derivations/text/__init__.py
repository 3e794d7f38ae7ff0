"""What the page Derivations says."""
