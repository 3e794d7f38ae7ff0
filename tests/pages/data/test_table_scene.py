"""The picture of a table: every trace from the rows, alpha, b and the kernel alone."""

import numpy as np
import pytest

from pages.data.figures import CELLS, counted, scales_figure, table_figure
from pages.data.model import table_scene
from pages.data.text import drawn_sentence, scales_sentence, spreads
from pages.plots.theme import SYMBOLS
from pages.state.table.table_run import trained_on_sample
from pages.state.table.table_settings import TableSettings
from pages.tables.reading import paste
from pages.tables.real import real
from pages.tables.record import Column, Table
from tests.helpers.table_settings import SETTINGS, column, crowd, plan_of, values, winner


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_edges_are_where_the_winner_changes_on_the_plane(settings: TableSettings):
    run = trained_on_sample(plan_of(settings))
    scene, plane = table_scene(run), run.plan.plane
    assert sum(map(len, scene.edges)) > 6
    for c, edge in zip(scene.classes, scene.edges, strict=True):
        some = edge[~np.isnan(edge[:, 0])][::3]
        f = values(run, plane.origin + some @ plane.axes)
        if f.shape[1] == 1:
            lead = f[:, 0] if c == 0 else -f[:, 0]
        else:
            lead = f[:, c] - np.delete(f, c, axis=1).max(1)
        assert (np.abs(lead) <= 0.01 * max(1.0, np.abs(f).max(initial=0.0))).all()


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_every_trace_of_the_picture(settings: TableSettings):
    run = trained_on_sample(plan_of(settings))
    plan, y = run.plan, run.plan.prepared.y
    scene = table_scene(run)
    traces = {trace["uid"]: trace for trace in table_figure(scene)["data"]}
    points = traces["points"]
    raw = np.column_stack([column(plan, name) for name in plan.prepared.feature_names])
    if settings.standardise:
        raw = (raw - raw.mean(0)) / raw.std(0)
    if settings.learn == "pca" or (settings.learn == "all" and settings.plane == "pca"):
        centred = raw - raw.mean(0)
        widest = np.linalg.svd(centred, full_matrices=False)[2][:2]
        place = np.abs(centred @ widest.T)
        assert np.allclose(np.abs(np.column_stack([points["x"], points["y"]])), place, atol=1e-8)
    else:
        place = raw[:, list(plan.pair)]
        assert np.allclose(np.column_stack([points["x"], points["y"]]), place)
    learnt_from = ~plan.apart
    symbols = [SYMBOLS[c] + ("" if k else "-open") for c, k in zip(y, learnt_from, strict=True)]
    assert points["marker"]["symbol"] == symbols
    wrong = winner(run, plan.X) != y
    assert len(traces["wrong"]["x"]) == wrong.sum()
    assert np.allclose(traces["wrong"]["x"], np.asarray(points["x"])[wrong])
    held = np.zeros(len(y), dtype=bool)
    held[run.rows[(run.many.coef != 0.0).any(0)]] = True
    edges = np.array(points["marker"]["line"]["color"])
    assert np.array_equal(edges == "$ink", held)
    assert ["predicted" in said for said in points["customdata"]] == wrong.tolist()


def test_shades_count_every_row_in_the_box():
    run = trained_on_sample(plan_of(TableSettings(real="mine", density=True), crowd(3000)))
    scene = table_scene(run)
    uids = {t["uid"]: t for t in table_figure(scene, density=True)["data"]}
    assert "points" not in uids
    assert "wrong" not in uids
    x0, x1, y0, y1 = scene.home
    for c, letter in enumerate("ab"):
        U = run.plan.U[run.plan.prepared.y == c]
        inside = (U[:, 0] >= x0) & (U[:, 0] <= x1) & (U[:, 1] >= y0) & (U[:, 1] <= y1)
        counts = counted(U, scene.home)
        assert counts.sum() == inside.sum()
        x, y = U[inside][0]
        i, j = int((y - y0) / (y1 - y0) * CELLS), int((x - x0) / (x1 - x0) * CELLS)
        z = uids[f"density{letter}"]["z"]
        assert z[i, j] > 0.0
        assert z[i, j] == pytest.approx((counts[i, j] / counts.max()) ** 0.5)
        assert (z == 0.0).sum() == (counts == 0).sum()
    assert "All 3,000 rows" in drawn_sentence(scene, density=True)


def test_a_point_that_is_far_away_is_said_and_left_outside():
    table = crowd(200)
    far = table.columns[0].values.copy()
    far[7] = 1e4
    table = Table("far", (Column("c0", far), *table.columns[1:]))
    run = trained_on_sample(
        plan_of(TableSettings(real="mine", standardise=False, first="c0", second="c1"), table)
    )
    scene = table_scene(run)
    assert scene.far == 1
    assert "1 point lies far from the others" in drawn_sentence(scene, False)
    assert scene.home[1] < 100.0


def test_scales_are_those_of_the_table():
    for standardise in (True, False):
        plan = plan_of(TableSettings(real="wine", standardise=standardise))
        widths = spreads(plan.prepared)
        table = real("wine")
        wanted = [table.column(n).values.std() for n in plan.prepared.feature_names]
        assert np.allclose(widths, wanted)
        said = scales_sentence(plan.prepared.feature_names, widths, standardise)
        times = float(f"{max(wanted) / min(wanted):.1e}")
        assert said.startswith(f"proline spreads {times:,.0f} times as widely as nonflavanoid")
        assert ("standardise them" in said) == (not standardise)
    figure = scales_figure(*2 * (plan.prepared.feature_names,), widths)
    (bars,) = figure["data"]
    assert (bars["x"][0], bars["x"][-1]) == (max(widths), min(widths))
    assert scales_sentence(("a", "b"), np.array([1.0, 9.0]), True) == ""
    assert "b spreads 3\u00a0×\u00a010¹² times as widely as a" in scales_sentence(
        "ab", np.array([1.0, 3e12]), True
    )


def test_scales_that_no_float_can_compare_are_said_and_drawn():
    widths = np.array([2e300, 3e-300])  # their ratio is 7e599, the largest float 1.8e308
    assert "a spreads more than 10³⁰⁰ times as widely as b." in scales_sentence("ab", widths, True)
    axis = scales_figure("ab", "ab", widths)["layout"]["xaxis"]
    assert 600 / axis["dtick"] <= 6, "more labels run into each other"
    assert scales_figure("ab", "ab", np.array([1.0, 3e4]))["layout"]["xaxis"]["dtick"] == 1


def test_names_are_shown_with_all_their_signs():
    table = paste("a<b>\tc\tk\n0\t1\t<1 year\n1\t5\tx\n2\t2\tx\n")
    plan = plan_of(TableSettings(real="mine", held=0), table)
    figure = table_figure(table_scene(trained_on_sample(plan)))
    assert figure["layout"]["annotations"][0]["text"].startswith("a&lt;b&gt; (")
    [points] = [t for t in figure["data"] if t["uid"] == "points"]
    assert points["customdata"][0].startswith("row 1: &lt;1 year")
    assert plan.column_labels(99)[:1] == ("a&lt;b&gt;",)


def test_it_is_said_that_points_lie_on_few_places_and_how_many_rows_were_tested():
    table = paste("a,b,y\n" + "".join(f"{k % 2},{k % 3},{'uv'[k % 2]}\n" for k in range(60)))
    scene = table_scene(trained_on_sample(plan_of(TableSettings(real="mine"), table)))
    assert "The 60 points lie on 6 places: they cover each other." in drawn_sentence(scene, False)
    assert "places" not in drawn_sentence(
        table_scene(trained_on_sample(plan_of(TableSettings()))), False
    )
    many = plan_of(TableSettings(real="mine", held=50, kernel="linear"), crowd(12_000))
    said = drawn_sentence(table_scene(trained_on_sample(many)), False)
    assert "Tested on a sample: 5,000 of 6,000 test rows." in said
