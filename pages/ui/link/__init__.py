"""The address bar, the Share button, and ways to other pages."""
