"""The conventions of the cost as the page writes them."""

from typing import NamedTuple


class Written(NamedTuple):
    """A convention, by its key in svmcore: its title, its formula, and where it is used."""

    title: str
    formula: str
    seen: str


WRITTEN: dict[str, Written] = {
    "sum": Written(
        "½‖w‖² + C Σ",
        "J = ½‖w‖² + C Σ loss",
        "Cortes and Vapnik; LIBSVM; SVC. The bias is not penalised.",
    ),
    "average": Written(
        "½‖w‖² + C/N Σ",
        "J = ½(‖w‖² + b²) + C/N Σ loss",
        "Texts that put the bias into w: every point gets one more coordinate, always 1.",
    ),
    "square": Written(
        "‖w‖² + C/N Σ",
        "J = ‖w‖² + C/N Σ loss",
        "Programs that square the norm without the half. The bias is not penalised.",
    ),
    "square_sum": Written(
        "‖w‖² + C Σ",
        "J = ‖w‖² + C Σ loss",
        "Lecture notes with neither the half nor the mean. The bias is not penalised.",
    ),
    "lambda": Written(
        "λ/2‖w‖² + 1/N Σ",
        "J = λ/2 (‖w‖² + b²) + 1/N Σ loss",
        "Pegasos and online learning, with the bias inside w.",
    ),
    "course": Written(
        "λ‖W‖² + 1/N Σ",
        "L = 1/N Σ loss + λ‖W‖²",
        "Texts that put the bias into W as an extra column, with no half before λ.",
    ),
}
