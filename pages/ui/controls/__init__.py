"""The controls in the sidebar."""
