"""What the page Strings computes."""
