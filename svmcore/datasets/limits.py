"""What every sample keeps to."""

DECIMALS = 4  # of a coordinate: another platform's sine then gives the same points
MAX_CLASSES = 10  # as many as there are colours and symbols that can be told apart
