"""What is said of a long job: its place in the queue, and how long it will still take."""

STARTING = "Starting"
NO_MODEL_YET = "There is no model yet: it is being trained."
CANCEL_TEXT = "The training was cancelled."
NOT_BEGUN = "This takes its time: it begins when you ask for it."


def waiting(place: int) -> str:
    """Before the first step: the place of a job in the queue, 0 where its turn has come."""
    return f"Waiting for other jobs to end: place {place} in the queue" if place else STARTING


def time_left(seconds: float | None) -> str:
    """How long the rest will take by what was measured, as one would say it; "" if unknown."""
    if seconds is None:
        return ""
    if seconds < 0.0:
        return "longer than estimated"
    return f"about {_rounded(max(1.0, seconds))} left"


def time_passed(seconds: float) -> str:
    """How long it has taken, for work of which nobody knows how long the rest will take."""
    return f"{_rounded(seconds)} so far"


def _rounded(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90.0 else f"{seconds / 60.0:.0f} min"


def no_model(wrong: str, *, running: bool) -> str:
    """Why there is no model while a job trains it, or where that failed or was cancelled."""
    return NO_MODEL_YET if running else wrong or CANCEL_TEXT


def cancel_text(done: int, total: int, what: str) -> str:
    """How far a job was when it was cancelled."""
    return f"Cancelled after {done} of {total} {what}."
