"""Runs, jobs and memory of the server."""
