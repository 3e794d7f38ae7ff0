"""Models for several classes, and what is drawn and said of them."""
