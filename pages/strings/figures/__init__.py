"""What the page Strings draws."""
