"""Numbers rounded for reading."""

import math

FAR_ABOVE = 10.0  # times above the optimum: from here on "% above" says nothing to anybody
GROUPED = 1e4  # from here on commas part the thousands
TIMES = "\u00a0×\u00a0"  # no line ends beside the sign
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 3) -> str:
    """A number rounded for reading: 0.3, 1200, 28,896, 4 × 10⁻¹³, never 0.30000000000004."""
    if 1e-3 <= abs(value) < 1e3 and 3 <= digits <= 6:  # most are: a fifth of what follows
        text = f"{value:.{digits}g}"
        if "e" not in text:
            return text.replace("-", "−")
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞" if value < 0 else "undefined"
    if value == 0.0:
        return "0"
    rounded = round(value, max(0, digits - 1 - math.floor(math.log10(abs(value)))))
    if abs(value) >= 1e-3 and abs(rounded) < 1e6:
        return f"{rounded:{',' if abs(rounded) >= GROUPED else ''}g}".replace("-", "−")
    mantissa, exponent = _scientific(value, digits)
    if mantissa in ("1", "-1"):
        return f"{mantissa[:-1]}{power(exponent)}".replace("-", "−")
    return f"{mantissa}{TIMES}{power(exponent)}".replace("-", "−")


def power(exponent: int) -> str:
    """A power of ten: 10⁻¹³."""
    return f"10{str(exponent).translate(RAISED)}"


def _scientific(value: float, digits: int) -> tuple[str, int]:
    """Mantissa and exponent, of two digits at most."""
    mantissa, exponent = f"{value:.{min(digits, 2) - 1}e}".split("e")
    return mantissa.removesuffix(".0"), int(exponent)


def beyond(above: float) -> str:
    """A cost that is (1 + above) times the least one, in words."""
    if above > FAR_ABOVE:
        return f"{number(1.0 + above, 2)} times the optimum"
    return percent_above(above)


def percent_above(above: float) -> str:
    """The same in percent whatever it is, for numbers that are compared."""
    return f"{number(100.0 * above, 2)} % above the optimum"
