"""Limits of all samples: decimals of a coordinate, number of classes."""

DECIMALS = 4  # of a coordinate: another platform's sine then gives the same points
MAX_CLASSES = 10  # as many as there are colours and symbols that can be told apart
