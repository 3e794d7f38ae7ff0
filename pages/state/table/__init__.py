"""Models of a table: what is asked, how it is trained, and what is shown."""
