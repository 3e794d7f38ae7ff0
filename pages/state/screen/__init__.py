"""What a visitor sees and hides of a page."""
