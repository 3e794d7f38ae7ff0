"""The rectangle of the plane that a picture shows."""

Extent = tuple[float, float, float, float]  # x0, x1, y0, y1
