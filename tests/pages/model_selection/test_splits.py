"""Splits: partitions that are even, stay where they are, and refuse what is too small."""

from __future__ import annotations

import numpy as np
import pytest

from pages.model_selection.splits import (
    ORDERS,
    by_lot,
    held_out,
    k_fold,
    leave_one_out,
    lots_of,
    train_test,
)

classes = np.repeat([0, 1, 2], [17, 26, 11])[np.random.default_rng(0).permutation(54)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("folds", [2, 5])
def test_folds_are_a_partition(order, folds):
    parts = k_fold(classes, folds, order=order, seed=3)
    assert sorted(np.concatenate([test for _, test in parts])) == list(range(54))
    for train, test in parts:
        assert sorted([*train, *test]) == list(range(54))
        assert abs(len(test) - 54 / folds) < (3 if order == "stratified" else 1)
        if order == "stratified":
            for c in range(3):
                assert abs((classes[test] == c).sum() - (classes == c).sum() / folds) <= 1.0
        if order == "given":
            assert np.ptp(test) == len(test) - 1
    again = k_fold(classes, folds, order=order, seed=4)
    same = all(np.array_equal(a.test, b.test) for a, b in zip(parts, again, strict=True))
    assert same == (order == "given")


@pytest.mark.parametrize("stratified", [True, False])
def test_a_split_keeps_about_the_share_of_each_class_apart(stratified):
    train, test = train_test(classes, share=0.3, stratified=stratified, seed=1)
    assert sorted([*train, *test]) == list(range(54))
    assert len(test) == pytest.approx(0.3 * 54, abs=1.5)
    for c in range(3):
        many = (classes == c).sum()
        assert not stratified or (classes[test] == c).sum() == round(0.3 * many)


def test_points_keep_their_place_whatever_the_others_do():
    """Ids decide: in another order, and with one point more, all others stay where they were."""
    ids = np.arange(54) * 3 + 7
    order = np.random.default_rng(1).permutation(54)
    for there, moved in (
        (train_test(classes, ids, seed=2), train_test(classes[order], ids[order], seed=2)),
        *zip(
            k_fold(classes, 5, ids, seed=2),
            k_fold(classes[order], 5, ids[order], seed=2),
            strict=True,
        ),
    ):
        assert set(ids[there.test]) == set(ids[order][moved.test])
    assert train_test(classes, range(54)).test.tolist() == train_test(classes).test.tolist()
    signs = np.where(classes == 0, -1.0, 1.0)
    apart = held_out(ids, signs, 0.25, 2)
    assert (
        train_test(classes == 0, ids, share=0.25, seed=2).test.tolist()
        == np.flatnonzero(apart).tolist()
    )


def test_an_order_by_lot_puts_the_r_th_of_m_points_at_r_and_a_half_of_m():
    """1 of 5 stands in the middle; of equal places the smaller lot comes first."""
    assert np.array([0, 1, 1, 1, 1])[by_lot([0, 1, 1, 1, 1])].tolist() == [1, 1, 0, 1, 1]
    for seed in range(8):
        lots = lots_of(range(4), seed)
        pairs = np.sort(lots[:2]), np.sort(lots[2:])
        expected = np.sort(np.array(pairs).T, axis=1).ravel()
        assert lots[by_lot([0, 0, 1, 1], seed=seed)].tolist() == expected.tolist()


def test_classes_that_are_too_small_are_refused_in_a_sentence():
    few = np.array([0] * 10 + [1] * 3)
    for act, sentence in (
        (lambda: k_fold(few, 5), "Each class needs 5, one for each fold: class 1 has 3"),
        (lambda: k_fold([0, 0, 0, 1], 2, order="given"), "Fold 2 holds all points of class 1"),
        (lambda: leave_one_out([0, 0, 1]), "class 1 has 1"),
        (lambda: train_test(few, share=0.1), "Class 1 has too few points, 3, for a test share of"),
        (
            lambda: train_test([0] * 6 + [1], share=0.5, stratified=False, seed=1),
            "All points of cl",
        ),
        (lambda: k_fold([0, 0, 0]), "two classes"),
        (lambda: k_fold(classes, 1), "2 folds"),
        (lambda: k_fold(classes, 2, [1, 2]), "one id a point"),
        (lambda: train_test(classes, share=1.0), "between 0 and 1"),
        (lambda: k_fold(classes, order="random"), "order must be"),
    ):
        with pytest.raises(ValueError, match=sentence):
            act()
