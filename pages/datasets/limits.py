"""How many points a sample has, and the part of the plane that is shown."""


# --- Limits of all samples: decimals of a coordinate, number of classes ---

DECIMALS = 4  # of a coordinate: another platform's sine then gives the same points
MAX_CLASSES = 10  # as many as there are colours and symbols that can be told apart


# --- The rectangle of the plane that a picture shows ---

Extent = tuple[float, float, float, float]  # x0, x1, y0, y1
