"""What phi and K cost: the map is that of the kernel, and the counts are those of both."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics.pairwise import polynomial_kernel
from sklearn.preprocessing import PolynomialFeatures

from pages.guide.text.kernel_terms import TERMS
from pages.kernels.model.approximation import WRITTEN, counted, measured
from pages.kernels.text.kernel_trick import cells, cost_text, table_text
from pages.state.model.feature_maps import dimension, multiplications, polynomial_map
from pages.state.text.number_format import number
from tests.helpers.opened import open_page, plain


@pytest.mark.parametrize(("d", "p"), [(2, 2), (3, 4), (1, 5), (5, 1), (4, 3)])
def test_the_map_has_so_many_coordinates_and_gives_the_kernel(d: int, p: int):
    X = np.random.default_rng(d).standard_normal((5, d))
    phi = polynomial_map(X, p)
    assert phi.shape[1] == dimension(d, p) == PolynomialFeatures(p).fit(X).n_output_features_
    kernel = polynomial_kernel(X, X, degree=p, gamma=1.0, coef0=1.0)
    np.testing.assert_allclose(phi @ phi.T, kernel, rtol=1e-10, atol=1e-12)


def test_a_degree_below_one_has_no_map():
    with pytest.raises(ValueError, match="degree must be at least 1, got 0"):
        polynomial_map([[1.0, 2.0]], 0)


def test_a_hundred_features_of_degree_ten():
    assert (dimension(100, 10), multiplications(100, 10)) == (46_897_636_623_981, 109)
    text = cost_text(10, next(row for row in counted(10, 100) if row.features == 100))
    assert text == (
        f"p = 10, d = 100: φ has {number(4.6897e13)} coordinates, K needs 109 multiplications."
    )
    [term] = [term for term in TERMS if term.name == "Kernel trick"]
    coordinates = number(4.6897e13).replace("\u00a0", " ")
    assert f"needs 109 multiplications; its φ has {coordinates} coordinates" in term.text


def test_times_are_measured_as_far_as_the_map_is_written_out():
    rows = measured(10, 7)
    assert [row.features for row in rows] == [2, 5, 7, 10, 20, 50, 100]
    for row in rows:
        assert (row.map_seconds is not None) == (row.coordinates <= WRITTEN)
        assert row.kernel_seconds is not None
        assert cells(row)[2].endswith(("s", "–"))
        assert cells(row)[4].endswith("s")
    assert rows[3].map_seconds > rows[3].kernel_seconds  # 184,756 coordinates
    assert f"{number(8.0 * dimension(100, 10) / 1e9)} GB" in table_text(rows)


def test_the_view_counts_what_the_link_says_and_measures():
    app = open_page("kernels", {"i_kernels": "lift", "i_degree": "3", "i_features": "4"})
    texts = [plain(h.value) for h in app.get("html")]
    assert "p = 3, d = 4: φ has 35 coordinates, K needs 6 multiplications." in texts
    assert "·" in next(text for text in texts if "coordinates of φ" in text)
    app.button(key="measure_map").click().run()
    table = next(plain(h.value) for h in app.get("html") if "coordinates of φ" in h.value)
    assert "·" not in table
    assert "µs" in table
