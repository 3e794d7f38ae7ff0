"""What several pages say of a board without points, and of one without a sample."""

EMPTY_BOARD = "The board is empty: click on it to place points."
NO_CLASSES = "The board is empty: click on it to place points of {} classes."
NO_TWO_CLASSES = NO_CLASSES.format("both")
CLICK_HERE = "Click here to place points"  # in the picture
OWN_POINTS = "Your own points: click on the picture to place them."
