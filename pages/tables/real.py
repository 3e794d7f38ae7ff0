"""Real data sets of https://scikit-learn.org/stable/datasets/toy_dataset.html as tables."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from pages.tables.record import Column, Table, TableError
from svmcore.arrays import read_only


@dataclass(frozen=True)
class Real:
    """What is said of a data set before it is opened; `source` is its name in sklearn.datasets."""

    title: str
    label: str
    source: str
    help: str


REAL = {
    "iris": Real(
        "Iris",
        "species",
        "load_iris",
        "150 flowers, 4 lengths in centimetres, 3 species (Fisher 1936; the data of Anderson).",
    ),
    "wine": Real(
        "Wine",
        "cultivar",
        "load_wine",
        "178 wines, 13 chemical measurements, 3 cultivars (Aeberhard and Forina, UCI 1992).",
    ),
    "cancer": Real(
        "Breast cancer",
        "diagnosis",
        "load_breast_cancer",
        "569 tumours, 30 measurements of cell nuclei, 2 diagnoses (Wolberg and others, UCI 1993).",
    ),
    "digits": Real(
        "Digits",
        "digit",
        "load_digits",
        "Two of ten digits, about 180 of each, 64 pixels from 0 to 16, 2 classes "
        "(Alpaydin and Kaynak, UCI 1998).",
    ),
}


def real(name: str, pair: tuple[int, int] = (3, 8)) -> Table:
    """Load a data set of `REAL` as a table, its class last; of the digits, the two of `pair`.

    Raises TableError if there is no such set, or `pair` is not two different digits.
    """
    if name not in REAL:
        raise TableError(f"Data must be one of {', '.join(REAL)}.")
    if name == "digits" and (len(set(pair)) != 2 or not set(pair) <= set(range(10))):
        raise TableError("A pair of digits must be two different numbers from 0 to 9.")
    first, second = sorted(pair) if name == "digits" else (0, 0)
    return _real(name, first, second)


@cache  # 48 small ones: a table is known by itself, so it must stay the same
def _real(name: str, first: int, second: int) -> Table:
    from sklearn import datasets

    data = getattr(datasets, REAL[name].source)()
    X, y = np.asarray(data.data, dtype=np.float64), np.asarray(data.target)
    words = tuple(str(word) for word in data.target_names)
    names = [str(word).removesuffix(" (cm)") for word in data.feature_names]
    title = REAL[name].title
    if name == "digits":
        kept = np.isin(y, (first, second))
        X, y, words = X[kept], y[kept], ()
        names = [f"row {k // 8 + 1}, column {k % 8 + 1}" for k in range(64)]
        title = f"Digits {first} and {second}"
    order = np.argsort(words)  # a column keeps its words in alphabetical order
    y = np.argsort(order)[y] if words else y
    columns = [Column(word, read_only(x)) for word, x in zip(names, X.T, strict=True)]
    return Table(title, (*columns, Column(REAL[name].label, read_only(y), tuple(sorted(words)))))
