"""The classes of data that come in parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from svmcore.estimators.checks import classes as classes_of


def stream_classes(classes: Any, before: Any) -> Any:
    """All labels of a stream, sorted; `before` are those of earlier calls, None in the first.

    Raises
    ------
    ValueError
        If `classes` is missing in the first call, or not the same later.
    """
    if classes is None:
        if before is None:
            raise ValueError("classes must be given in the first call of partial_fit")
        return before
    found, _ = classes_of(np.asarray(classes))
    if before is not None and not np.array_equal(found, before):
        raise ValueError(f"classes must stay {before}, got {found}")
    return found
