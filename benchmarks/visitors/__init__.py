"""Visitors of a load test: browser tabs as the server sees them, and what they do."""
