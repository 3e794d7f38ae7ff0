"""The points of a board as files: CSV, and the format of LIBSVM."""

import csv
import io

from pages.state.run import Data


def points_csv(data: Data) -> str:
    """A header and one row a point: x1, x2, y; the class where there are several, the weight.

    Source: https://www.rfc-editor.org/rfc/rfc4180
    """
    several = len(set(data.labels)) > 2
    columns = {"x1": data.X[:, 0], "x2": data.X[:, 1], "y": data.y.astype(int)}
    rows = [list(row) for row in zip(*(c.tolist() for c in columns.values()), strict=True)]
    names = [*columns, *(["class"] if several else []), *(["weight"] if data.weighed else [])]
    for k, row in enumerate(rows):
        row += [data.labels[k]] if several else []
        row += [float(data.weight[k])] if data.weighed else []
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return text.getvalue()


def points_libsvm(data: Data) -> str:
    """One line a point: "+1 1:0.5 2:-1.25". The format has no place for weights.

    Source: https://www.csie.ntu.edu.tw/~cjlin/libsvm/
    """
    rows = zip(data.y.tolist(), data.X.tolist(), strict=True)
    return "".join(f"{y:+.0f} 1:{a!r} 2:{b!r}\n" for y, (a, b) in rows)
