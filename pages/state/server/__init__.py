"""Processes, memory and the log of a server."""
