"""Values as the words of a link, and back."""
