"""Numbers, vectors and sums as LaTeX, and LaTeX as plain text."""

import re
from collections.abc import Iterable, Sequence

from pages.state.text.number_format import RAISED, TIMES, number
from svmcore.arrays import Array

LOWERED = {chr(v): chr(k) for k, v in RAISED.items()}  # the digits of exponents
TERMS = 2  # of a long sum that are written
LISTED = 6  # numbers of points that are written
SUPERSCRIPTS = {"2": "²", "3": "³", "\\top": "ᵀ", "-1": "⁻¹", "\\prime": "′", "0": "⁰", "*": "*"}
SUBSCRIPTS = {"i": "ᵢ", "j": "ⱼ", "s": "ₛ", "0": "₀", "1": "₁", "2": "₂", "3": "₃"}
SUBSCRIPTS |= {
    "+": "₊",
    "-": "₋",
    "t": "ₜ",
    "4": "₄",
    "5": "₅",
    "6": "₆",
    "7": "₇",
    "8": "₈",
    "9": "₉",
}
SMALL = {"12": "½", "14": "¼", "18": "⅛"}
WORDS = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "eta": "η",
    "theta": "θ",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "xi": "ξ",
    "rho": "ρ",
    "sigma": "σ",
    "varphi": "φ",
    "ell": "ℓ",
    "nabla": "∇",
    "partial": "∂",
    "sum": "Σ",
    "le": "≤",
    "ge": "≥",
    "ne": "≠",
    "in": "∈",
    "perp": "⊥",
    "cdot": "·",
    "times": "×",
    "dots": "…",
    "infty": "∞",
    "langle": "⟨",
    "rangle": "⟩",
    "Rightarrow": "⇒",
    "Leftrightarrow": "⇔",
    "to": "→",
    "leftarrow": "←",
    "notin": "∉",
    "top": "ᵀ",
    "quad": "  ",
    "qquad": "    ",
    "max": "max",
    "min": "min",
    "exp": "exp",
    "ln": "ln",
    "tanh": "tanh",
    "cos": "cos",
    "sin": "sin",
    "approx": "≈",
    "pm": "±",
}


def tex(value: float, digits: int = 3) -> str:
    """A number rounded for reading, see `number`, as LaTeX."""
    text = number(float(value), digits).replace("−", "-").replace(TIMES, r" \times ")
    text = re.sub(
        "10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda m: f"10^{{{''.join(LOWERED[c] for c in m[1])}}}", text
    )
    return text.replace(",", "{,}").replace("∞", r"\infty")


def signed(value: float, digits: int = 3) -> str:
    """A number with its sign before it, as the next term of a sum."""
    text = tex(value, digits)
    return f"- {text[1:]}" if text.startswith("-") else f"+ {text}"


def bracketed(value: float, digits: int = 3) -> str:
    """A number as a factor: a negative one in brackets."""
    text = tex(value, digits)
    return f"({text})" if text.startswith("-") else text


def vector(values: Array | Sequence[float], digits: int = 3) -> str:
    """The numbers in brackets."""
    inside = ",\\ ".join(tex(v, digits) for v in values)
    return f"({inside})"


def rows(*lines: str) -> str:
    r"""Lines below each other; & says what stands below each other."""
    if len(lines) == 1:
        return lines[0].replace("&", "")
    body = r"\\".join(lines)
    return rf"\begin{{aligned}}{body}\end{{aligned}}"


def sum_rows(lhs: str, terms: Sequence[str], total: str, *, least: int = TERMS) -> str:
    """lhs = term + term + ... = total, a term a line; a term has its sign before it."""
    first, *others = terms[:least] or ["+ 0"]
    lines = [
        rf"{lhs} &= {first.removeprefix('+ ').replace('- ', '-', 1)}",
        *(rf"&\quad {term}" for term in others),
    ]
    left = len(terms) - least
    if left > 0:
        lines.append(rf"&\quad + \dots\ ({left}\text{{ more {'terms' if left > 1 else 'term'}}})")
    return rows(*lines, f"&= {total}")


def points_text(points: Iterable[int]) -> str:
    """The points by their numbers from 1: "points 3, 7 and 12 more"."""
    found = [int(i) + 1 for i in points]
    if not found:
        return "no point"
    if len(found) == 1:
        return f"point {found[0]}"
    if len(found) <= LISTED:
        return f"points {', '.join(map(str, found[:-1]))} and {found[-1]}"
    return f"points {', '.join(map(str, found[:LISTED]))} and {len(found) - LISTED} more"


def plain_text(latex: str) -> str:
    """A formula without LaTeX's commands, in lines as it is set."""
    text = re.sub(r"\\(begin|end)\{aligned\}", "", latex).replace("&", "")
    text = re.sub(r"\\frac(\w)(\w)", r"\\frac{\1}{\2}", text)
    text = re.sub(r"\\tfrac(\d)(\d)", lambda m: SMALL.get(m[1] + m[2], f"{m[1]}/{m[2]}"), text)
    text = text.replace(r"\\", "\n").replace(r"\|", "‖").replace(r"\{", "⦃").replace(r"\}", "⦄")
    text = re.sub(r"\\[,;:! ]", " ", text).replace("{,}", ",")
    text = re.sub(r"\\tilde\{?(\w)\}?", "\\1\u0303", text)
    text = re.sub(r"\\(left|right|bigl|bigr|Bigl|Bigr|textstyle|displaystyle)(?![a-z])", "", text)
    text = re.sub(r"\\mathcal\{?(\w)\}?", r"\1", text)
    text = _groups(text)
    text = re.sub(r"\\([a-zA-Z]+)", lambda m: WORDS.get(m[1], m[0]), text)
    text = text.replace("⦃", "{").replace("⦄", "}")
    text = re.sub(r"([⟨∂∇]) | ?(·) ?", r"\1\2", text)
    lines = (re.sub(r" {2,}", "  ", line.strip()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _groups(text: str) -> str:
    """Fractions, roots, words and indices, the innermost first."""
    text = re.sub(r"([\^_])(\\[a-z]+|[^{\\])", r"\1{\2}", text)
    before = ""
    while before != text:
        before = text
        text = re.sub(r"\\text\{([^{}]*)\}", r"\1", text)
        text = re.sub(r"\^\{([^{}]*)\}", lambda m: _index(m[1], SUPERSCRIPTS, "^"), text)
        text = re.sub(r"_\{([^{}]*)\}", lambda m: _index(m[1], SUBSCRIPTS, "_"), text)
        text = re.sub(
            r"\\t?frac\{([^{}]*)\}\{([^{}]*)\}(?=(\w|‖|\\sum)?)",
            lambda m: f"{_factor(m[1])}/{_denominator(m[2])}" + (" " if m[3] else ""),
            text,
        )
        text = re.sub(r"\\sqrt\{([^{}]*)\}", lambda m: f"√{_factor(m[1])}", text)
    return text


def _denominator(text: str) -> str:
    """A denominator, in brackets if it is a product or a sum: "1/2C" would be C/2."""
    text = text.strip()
    single = re.fullmatch(r"[\d.]+|‖\w‖[²]?|(\\[a-zA-Z]+|\w)[²ᵢⱼ₀₁₂]*", text)
    return text if single else f"({text})"


def _factor(text: str) -> str:
    """A numerator, in brackets if it has several parts."""
    text = text.strip()
    return text if re.fullmatch(r"\\?[\w.∞‖²½ᵢⱼ₀₁₂]+", text) else f"({text})"


def _index(text: str, known: dict[str, str], sign: str) -> str:
    """An index or exponent, raised or lowered where there are letters for it."""
    if text in known:
        return known[text]
    if all(letter in known for letter in text):
        return "".join(known[letter] for letter in text)
    if sign == "^" and re.fullmatch(r"-?\d+", text):
        return text.translate(RAISED)
    return f"{sign}{text}" if re.fullmatch(r"\\?\w+", text) else f"{sign}({text})"
