"""What one visitor has chosen, and what the widgets show of it."""
