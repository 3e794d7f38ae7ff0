"""What is said on several pages, and how numbers and names are written."""
