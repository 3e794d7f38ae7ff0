"""What the view 3-D says of the kernel trick: its name, and what it saves."""

from pages.kernels.model.approximation import WRITTEN, MapCostRow
from pages.state.text.number_format import number

TRICK = (
    "The model needs the points only in inner products, and K(x, z) is this inner product without "
    "φ: the **kernel trick**."
)
COST = "What φ and K cost"
COST_TEXT = "For K(x, z) = (1 + ⟨x, z⟩)ᵖ with d features, one pair of points:"
HEADS = ("d", "coordinates of φ", "with φ", "multiplications in K", "with K")
MEASURE, MEASURE_HELP = "Measure", "Times one pair of points on the server, with φ and with K."
UNMEASURED = "·"
UNWRITTEN = "–"


def cost_text(degree: int, row: MapCostRow) -> str:
    """The two counts of the chosen degree and number of features."""
    return (
        f"p = {degree}, d = {row.features}: φ has {number(row.coordinates)} "
        f"coordinate{'' if row.coordinates == 1 else 's'}, K needs {row.multiplications:,} "
        f"multiplication{'' if row.multiplications == 1 else 's'}."
    )


def cells(row: MapCostRow) -> tuple[str, ...]:
    """A row of the table, in the order of `HEADS`."""
    unknown = UNWRITTEN if row.coordinates > WRITTEN else UNMEASURED
    return (
        str(row.features),
        number(row.coordinates),
        unknown if row.map_seconds is None else duration(row.map_seconds),
        f"{row.multiplications:,}",
        UNMEASURED if row.kernel_seconds is None else duration(row.kernel_seconds),
    )


def duration(seconds: float) -> str:
    """A short time in µs or ms."""
    if seconds < 1e-3:
        return f"{number(1e6 * seconds, 2)} µs"
    return f"{number(1e3 * seconds, 2)} ms"


def table_text(rows: tuple[MapCostRow, ...]) -> str:
    """What the marks of the table mean, and the memory of the largest φ."""
    largest = rows[-1].coordinates
    text = f"Up to {WRITTEN:,} coordinates φ is written out and timed"
    if largest <= WRITTEN:
        return f"{text}."
    return (
        f"{text}; {UNWRITTEN} is beyond that. The largest φ here would take "
        f"{number(8.0 * largest / 1e9)} GB per point."
    )
