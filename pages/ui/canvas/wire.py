"""Serialisation of figures for the browser."""

import base64
import json
from collections.abc import Mapping

import numpy as np

# plotly.js knows these typed arrays; the other number types are converted to one of them.
_DTYPES = {"i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8"}
_INT32 = np.iinfo(np.int32)


def to_json(figure: Mapping[str, object]) -> str:
    """`figure` as JSON; numpy arrays become typed arrays `{"dtype", "bdata", "shape"}`.

    Lists and strings stay as they are. An array may hold NaN (it travels as bytes), a list may
    not: JSON has no word for it.

    Raises ValueError if a list holds NaN or an infinity.
    """
    return json.dumps(figure, separators=(",", ":"), default=_encode, allow_nan=False)


def pack(header: Mapping[str, object], figure: str) -> bytes:
    """One message: the header, a line break, the figure.

    Bytes, because Streamlit parses and sorts a JSON payload on every run to find out who it is;
    and a figure inside another JSON text would be escaped here and parsed twice there.
    """
    return f"{json.dumps(header, separators=(',', ':'))}\n{figure}".encode()


def _encode(value: object) -> object:
    if isinstance(value, np.ndarray):
        return _typed_array(value)
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"a figure cannot hold a {type(value).__name__}")


def _typed_array(array: np.ndarray) -> object:
    if array.dtype.kind not in "iuf" or array.size == 0 or array.ndim not in (1, 2):
        return array.tolist()
    if array.dtype.str[1:] not in _DTYPES:
        # beyond int32 plotly.js has floats only
        whole = array.dtype.kind in "iu"
        fits = whole and _INT32.min <= array.min() and array.max() <= _INT32.max
        array = array.astype(np.int32 if fits else np.float64)
    little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    spec = {"dtype": little.dtype.str[1:], "bdata": base64.b64encode(little).decode()}
    if array.ndim == 2:
        spec["shape"] = f"{array.shape[0]}, {array.shape[1]}"
    return spec
