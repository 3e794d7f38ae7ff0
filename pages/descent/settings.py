"""How a descent travels in a link: every word that its method does not bring by itself."""

from dataclasses import replace

from pages.state.codec import Entry
from svmcore.sgd.methods import Descent, change_descent


def _usual(descent: Descent) -> Descent:
    """The defaults of a method, its own name aside."""
    return replace(change_descent(Descent(), method=descent.method), method=Descent.method)


DESCENT = Entry(Descent(), "d_", change_descent, _usual)
