"""Machines from tables: every number that is shown, from alpha, b and the kernel alone."""

import numpy as np
import pytest
from sklearn.feature_selection import f_classif

from pages.data.model import table_scene
from pages.data.text import cards_of, drawn_sentence, percent
from pages.state.board.board import Placed
from pages.state.table import table_job
from pages.state.table.table_job import Learnt, Training, seconds_left, sizes, train_all
from pages.state.table.table_pair import most_separating_columns
from pages.state.table.table_plan import DRAWN_ROWS, SAMPLE_WORK, plan_sentence
from pages.state.table.table_points import of_board, typed
from pages.state.table.table_run import trained, trained_on_sample
from pages.state.table.table_settings import LEARN, TableSettings, choice_of, fresh, places_of
from pages.state.text.job_words import time_left
from pages.tables.preparing import prepare
from pages.tables.reading import paste
from pages.tables.real import real
from pages.tables.record import TableError
from tests.helpers.table_settings import SETTINGS, crowd, plan_of, values, winner


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_the_numbers_on_the_cards(settings: TableSettings):
    run = trained_on_sample(plan_of(settings))
    plan, y = run.plan, run.plan.prepared.y
    rows = np.flatnonzero(~plan.apart)
    assert np.array_equal(run.rows, rows), "a small table is learnt whole"
    for c in range(len(plan.prepared.class_names)):
        kept = int((plan.apart & (y == c)).sum())
        assert kept == round(settings.held / 100 * (y == c).sum())
    train = winner(run, plan.X[rows]) != y[rows]
    test = winner(run, plan.X[plan.apart]) != y[plan.apart]
    held, training, tested, largest = cards_of(run)
    assert held.value == str((run.many.coef != 0.0).any(0).sum())
    for wrong, card in ((train, training), (test, tested)):
        assert card.value == (percent(1.0 - wrong.mean()) if len(wrong) else "–")
        assert card.detail.startswith(f"{wrong.sum()} of {len(wrong)} rows" if len(wrong) else "")
    assert largest.value == percent(np.bincount(y).max() / len(y))


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_the_machine_is_optimal_for_what_it_sees(settings: TableSettings):
    run = trained_on_sample(plan_of(settings))
    y, many, C = run.plan.prepared.y[run.rows], run.many, settings.C
    f = values(run, run.plan.X[run.rows])
    classes = range(len(run.plan.prepared.class_names)) if f.shape[1] > 1 else [0]
    for j in classes:
        sign = np.where(y == j, 1.0, -1.0)
        alpha, slack = sign * many.coef[j], np.maximum(0.0, 1.0 - sign * f[:, j])
        assert alpha.min() >= -1e-9
        assert alpha.max() <= C * (1.0 + 1e-9)
        assert abs(many.coef[j].sum()) <= 1e-7 * max(1.0, alpha.sum())
        norm = many.coef[j] @ (f[:, j] - many.intercept[j])
        primal, dual = 0.5 * norm + C * slack.sum(), alpha.sum() - 0.5 * norm
        assert primal - dual <= 2e-6 * primal


def test_the_two_columns_of_iris_are_those_of_the_petals():
    plan = plan_of(TableSettings())
    assert plan.axes == ("petal length (standardised)", "petal width (standardised)")
    prepared = plan.prepared
    scores = f_classif(prepared.X, prepared.y)[0]
    assert set(most_separating_columns(prepared)) == set(np.argsort(scores)[-2:])
    one = plan_of(TableSettings(first="sepal width"))
    assert one.axes[0].startswith("sepal width")
    assert one.pair[0] != one.pair[1]
    swapped = plan_of(TableSettings(first="petal width", second="petal length"))
    assert swapped.pair == (3, 2)


def test_what_is_told_of_the_machine():
    assert plan_sentence(plan_of(TableSettings())) == (
        "The model uses petal length and petal width only. 2 other columns are not used."
    )
    X = prepare(real("iris"), choice_of(real("iris"), TableSettings())).X
    spread = np.linalg.svd(X - X.mean(0), compute_uv=False) ** 2
    share = 100.0 * spread[:2].sum() / spread.sum()
    assert f"which hold {share:.0f} % of the variance" in plan_sentence(
        plan_of(TableSettings(learn="pca"))
    )
    sliced = plan_sentence(plan_of(TableSettings(learn="all")))
    medians = [np.median(real("iris").column(n).values) for n in ("sepal length", "sepal width")]
    assert f"held at their medians {medians[0]:g} and {medians[1]:g}" in sliced
    assert "all 4 columns" in sliced


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_a_long_table_is_learnt_in_part_until_it_is_asked_for(kernel: str):
    table = crowd(3900, 3)
    settings = TableSettings(real="mine", learn="all", kernel=kernel)
    run = trained_on_sample(plan_of(settings, table))
    assert run.whole == (kernel == "linear")
    said = drawn_sentence(table_scene(run), density=False)
    assert f"{DRAWN_ROWS:,} of the 3,900 points are drawn" in said
    if run.whole:
        return
    m = len(run.rows)
    assert 3 * m**2 <= SAMPLE_WORK < 3 * (m + 1) ** 2
    assert not run.plan.apart[run.rows].any()
    assert f"a sample: {m:,} of 2,925 rows" in said
    assert np.allclose(np.bincount(run.plan.prepared.y[run.rows]) / m, 1 / 3, atol=1e-3)


def test_a_job_gives_the_machine_that_one_would_train_here():
    plan = plan_of(TableSettings(real="mine", learn="all"), crowd(1200))
    seen = [step for step in train_all(plan, known=300) if isinstance(step, Training)]
    assert {len(step.run.rows) for step in seen if step.run} == {450, 900}
    found, here = seen[-1].run, trained(plan, plan.rows)
    assert found.whole
    assert np.allclose(found.many.coef, here.many.coef)
    assert np.array_equal(found.scores, here.scores)
    assert (
        found.train_wrong == (winner(found, plan.X[plan.rows]) != plan.prepared.y[plan.rows]).sum()
    )


def test_what_samples_took_says_how_long_all_rows_will_take():
    assert sizes(64_000) == (1000, 2000, 4000, 8000, 16_000, 32_000, 64_000)
    assert sizes(1200) == (100, 150, 300, 600, 1200), "two of one size tell nothing"
    timed = [(1000, 0.5), (2000, 1.0), (4000, 3.0), (8000, 9.0)]
    assert seconds_left(timed[:2], [4000]) is None
    assert seconds_left(timed[:3], [4000]) == pytest.approx(3.0)
    assert seconds_left(timed[:3], [8000]) is None, "from here on fewer rows of K are kept"
    assert seconds_left(timed, [16_000]) is None
    more = [*timed, (16_000, 36.0)]
    assert seconds_left(more, [32_000]) == pytest.approx(36.0 * 4.0)
    assert seconds_left([*more, (32_000, 108.0)], [64_000]) == pytest.approx(108.0 * 12.0**0.5)
    assert seconds_left([*timed[:2], (4000, 100.0)], [4000]) == pytest.approx(100.0)
    steep = [*timed, (16_000, 900.0)]
    assert seconds_left(steep, [32_000]) == pytest.approx(900.0 * 2.0**3)
    said = ["about 42 s left", "about 3 min left", "longer than estimated"]
    assert [time_left(seconds) for seconds in (41.6, 170.0, -3.0)] == said


@pytest.fixture
def timed(monkeypatch):
    """Samples that take 1, 2 and 4 seconds of computing, each 3 seconds on the clock."""

    def steps(work, visitor):
        yield None
        for k, seconds in enumerate((1.0, 2.0, 4.0)):
            learnt = Learnt(k, (None, None), seconds, 3.0)
            yield from (learnt, learnt)  # again, as nothing is new

    monkeypatch.setattr(table_job, "steps_apart", steps)


@pytest.mark.usefixtures("timed")
def test_the_time_that_is_left_is_that_of_the_clock_and_each_sample_counts_once():
    plan = plan_of(TableSettings(real="mine", learn="all"), crowd(5000))
    *_, now = train_all(plan, 2_000)
    at = sizes(3750)
    known = list(zip(at, (1.0, 2.0, 4.0), strict=False))
    assert (now.rows, now.run) == (468, None)
    assert now.soon == pytest.approx(3.0 * seconds_left(known, at[3:4]))
    assert now.left == pytest.approx(3.0 * seconds_left(known, at[3:]))


@pytest.mark.usefixtures("timed")
def test_what_takes_too_long_leaves_the_model_of_the_sample(monkeypatch):
    plan = plan_of(TableSettings(real="mine", learn="all"), crowd(5000))
    monkeypatch.setattr(table_job, "MAX_SECONDS", 10.0)
    why = r"Training on 468 rows would take about 1 minutes: the model is still that of 2,000 rows"
    with pytest.raises(ValueError, match=why):
        list(train_all(plan, 2_000))


def test_what_is_chosen_follows_the_table():
    iris = real("iris")
    assert choice_of(iris, TableSettings()).label == "species"
    assert choice_of(iris, TableSettings(label="nothing")).label == "species"
    halves = choice_of(iris, TableSettings(label="sepal length", halves=True))
    assert halves.split_at_median
    assert halves.features == iris.names[1:4]
    assert not choice_of(iris, TableSettings(label="species", halves=True)).split_at_median
    people = paste("height,weight,sex\n1.7,60,f\n1.8,80,m\n1.6,70,f\n")
    assert choice_of(people, TableSettings(real="mine")).features == ("height", "weight")
    assert choice_of(iris, TableSettings(features="9" * 5000)).features == iris.names[:4]
    word = places_of(iris, ["petal width", "sepal length"])
    assert choice_of(iris, TableSettings(features=word)).features == ("sepal length", "petal width")
    assert choice_of(iris, TableSettings(features="4.9.x")).features == iris.names[:4]
    kept = fresh(TableSettings(kernel="linear", C=3.0, label="species", learn="all"), "wine")
    assert kept == TableSettings(real="wine", kernel="linear", C=3.0)
    for bad in ({"real": "moons"}, {"learn": "none"}, {"held": 95}, {"C": 0.0}):
        with pytest.raises(ValueError, match="must be"):
            TableSettings(**bad)
    assert set(LEARN) == {"columns", "pca", "all"}


def test_one_column_is_no_picture():
    with pytest.raises(TableError, match="only 'sepal length' is left: choose or add"):
        plan_of(TableSettings(features="0"))
    flat = paste("a\tb\tk\n1\t7\tx\n2\t7\ty\n4\t7\tx\n")
    with pytest.raises(TableError, match=r"only 'a' is left.* the same everywhere"):
        plan_of(TableSettings(real="mine"), flat)


def test_the_points_of_a_board_as_a_table():
    points = [Placed(0.5, -1.0, 0, 1), Placed(1.0, 2.0, 3, 2)]
    table = of_board(points, "Board")
    assert table.names == ("x", "y", "class")
    assert table.notes == ()
    heavy = of_board([*points, Placed(0.0, 1.0, 1, 3, 4.0)], "Board")
    assert heavy.names == ("x", "y", "point weight", "class")
    assert heavy.column("point weight").values.tolist() == [1.0, 1.0, 4.0]
    assert choice_of(heavy, TableSettings(real="mine")).features == ("x", "y")
    with pytest.raises(TableError, match="empty"):
        of_board([], "Board")
    first = typed()
    assert choice_of(first, TableSettings(real="mine")).label == "class"
    assert trained_on_sample(plan_of(TableSettings(real="mine"), first)).train_wrong == 0


def test_gaps_of_columns_that_the_model_does_not_use_cost_no_rows():
    rows = (f"{k % 3},{k % 7},{'' if k % 4 else k},{'uv'[k % 3 > 1]}\n" for k in range(60))
    table = paste("a,b,age,y\n" + "".join(rows))
    two = plan_of(TableSettings(real="mine", features="0.1.2", first="a", second="b"), table)
    assert (len(two.prepared.y), two.axes) == (60, ("a (standardised)", "b (standardised)"))
    aged = plan_of(TableSettings(real="mine", features="0.1.2", first="a", second="age"), table)
    assert (len(aged.prepared.y), aged.axes[1]) == (15, "age (standardised)")
    assert len(plan_of(TableSettings(real="mine", features="0.1.2", learn="all"), table).U) == 15
