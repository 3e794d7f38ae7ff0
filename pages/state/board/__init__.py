"""What a board holds: points, an experiment, and the edits that change them."""
