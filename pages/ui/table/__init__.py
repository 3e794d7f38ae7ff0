"""A visitor's table: uploaded, read, kept, and its model."""
