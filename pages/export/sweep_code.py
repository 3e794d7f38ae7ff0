"""A learning curve, a validation curve or a grid of C and gamma as programs, fold by fold."""

from dataclasses import dataclass
from typing import NamedTuple

from pages.export.program_text import numbers_code
from pages.model_selection.kernel_choice import TIE_TOL
from svmcore.arrays import Array

FOLDS = """folds = [
    (np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(fold.max() + 1)
]"""
CORRECT = '''def correct(one, its, rows):
    """The share of some points whose class is predicted."""
    return ({predicted} == y[rows]).mean()


'''
ORDER = '''
lots = {lots}  # of each point: its place in a random order


def in_order(rows):
    """Points in a random order whose beginnings have about the same share of each class."""
    place = np.empty(len(rows))
    for label in np.unique(y):
        own = np.flatnonzero(y[rows] == label)
        place[own[np.argsort(lots[rows[own]])]] = (np.arange(len(own)) + 0.5) / len(own)
    return rows[np.lexsort((lots[rows], place))]
'''
ENDS = """\
# where C is so small that no support vector lies on its margin, b is not unique: scikit-learn may
# choose another one than svmcore, and score otherwise
"""
CURVE = """# {at}; training and validation accuracy: mean, standard error of each{counted}
{scores} = []
for {at} in {values}:
{parts}    found = []
    for there, out in {folds}:
        one, its = {trained}(X[there], y[there], weight[there]{given})
        found.append([correct(one, its, there), correct(one, its, out){of_fold}])
    mean, error = np.mean(found, 0), np.std(found, 0, ddof=1) / len(folds) ** 0.5
{whole}    {scores}.append([{at}, mean[0], error[0], mean[1], error[1]{of_all}])
    print(
        f"{at} = {{{at}:<7g}} training {{mean[0]:.4%}} +- {{error[0]:.2%}}, "
        f"validation {{mean[1]:.4%}} +- {{error[1]:.2%}}{said}"
    )
"""
WHOLE = "    one, its = {trained}(X, y, weight{given})\n"
PARTS = """    parts = [(in_order(there)[:size], out) for there, out in folds]
    if any(len(np.unique(y[rows[weight[rows] > 0.0]])) <= y.max() for rows, _ in parts):
        continue  # a class is missing
"""
GRID = """# {names}; training error; cross-validation error: mean, standard error{counted}
{scores} = []
for {names} in {values}:
    wrong = []
    for there, out in folds:
        one, its = {trained}(X[there], y[there], weight[there]{given})
        wrong.append(1.0 - correct(one, its, out))
    mean, error = np.mean(wrong), np.std(wrong, ddof=1) / len(folds) ** 0.5
    one, its = {trained}(X, y, weight{given})
    {scores}.append([{names}, 1.0 - correct(one, its, train), mean, error{support}])
    print(
        f"{words}: cross-validation error {{mean:.4%}} +- {{error:.2%}}, "
        f"training error {{{scores}[-1][{k}]:.4%}}{said}"
    )
ordered = sorted({scores})  # by C, then by gamma
least = min(mean for {names}, _, mean, *_ in ordered)
row = next(row for row in ordered if row[{mean}] <= least + {tie})
{names}, _, mean, error, *_ = row
print(f"best cell: {last}, cross-validation error {{mean:.4%}}")
{names}, *_ = next(row for row in ordered if row[{mean}] <= mean + error + {tie})
print(f"the smallest C within one standard error of it: {last}")
"""


class Fold(NamedTuple):
    """How a program calls what it trains, the class that a model predicts, its support vectors.

    is_sklearn : whether it is scikit-learn's. support : "" where the model does not know them
    """

    trained: str
    predicted: str
    support: str
    is_sklearn: bool


@dataclass(frozen=True, kw_only=True)
class FoldSweep:
    """What is trained on the folds: of a learning curve more and more points, else other settings.

    sizes, lots : numbers of points, and the order of all in which they come, (n,)
    Cs, gammas : the values; of a `grid` each with each, else of a curve over one of them
    """

    sizes: tuple[int, ...] = ()
    lots: Array | None = None
    Cs: tuple[float, ...] = ()
    gammas: tuple[float, ...] = ()
    grid: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The settings that vary, as arguments of what trains."""
        return tuple(name for name, of in (("C", self.Cs), ("gamma", self.gammas)) if of)

    @property
    def data(self) -> str:
        """The lines that make the folds, and the order of the points."""
        if self.lots is None:
            return FOLDS
        lots = numbers_code(self.lots.argsort().argsort().tolist())
        return f"{FOLDS}\n{ORDER.format(lots=lots)}"

    def code(self, how: Fold) -> str:
        """The lines that compute and print it."""
        scores = "svc_scores" if how.is_sklearn else "scores"
        words = {
            "scores": scores,
            "trained": how.trained,
            "given": "".join(f", {name}={name}" for name in self.names),
            "counted": "; support vectors" if how.support else "",
            "said": f", {{{scores}[-1][-1]:g}} support vectors" if how.support else "",
        }
        count = f", {how.support}" if how.support else ""
        begin = CORRECT.format(predicted=how.predicted)
        begin += ENDS if how.is_sklearn else ""
        return begin + (self._grid if self.grid else self._curve)(words, count)

    def _curve(self, words: dict[str, str], count: str) -> str:
        learning = self.lots is not None
        values = self.sizes or self.Cs or self.gammas
        return CURVE.format(
            at="size" if learning else self.names[0],
            values=repr(values),
            parts=PARTS if learning else "",
            folds="parts" if learning else "folds",
            of_fold=count if learning else "",
            whole=WHOLE.format(**words) if count and not learning else "",
            of_all=", *mean[2:]" if learning else count,
            **words,
        )

    def _grid(self, words: dict[str, str], count: str) -> str:
        both = f"[(C, gamma) for gamma in {self.gammas!r} for C in {self.Cs!r}]"
        return GRID.format(
            names=", ".join(self.names),
            values=both if self.gammas else repr(self.Cs),
            words=" ".join(f"{name} = {{{name}:<7g}}" for name in self.names),
            last=", ".join(f"{name} = {{{name}:g}}" for name in self.names),
            k=len(self.names),
            mean=len(self.names) + 1,
            support=count,
            tie=repr(TIE_TOL),
            **words,
        )
