"""The Export button and what it writes."""
