"""The frame of a page: views, switches, layouts and styles."""
