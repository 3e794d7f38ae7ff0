"""What the page Derivations computes: the numbers that stand in its formulas."""
