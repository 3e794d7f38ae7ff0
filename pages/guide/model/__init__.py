"""The examples of the Guide, and what is computed of them."""
