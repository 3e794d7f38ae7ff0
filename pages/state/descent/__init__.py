"""Descents, and the films of their updates."""
