"""The buttons at the lower edge of a phone, and the drawer that they open."""
