"""What the page Challenges says."""
