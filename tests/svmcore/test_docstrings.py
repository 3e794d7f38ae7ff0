"""Every method and formula that a user can choose names its source with a link."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import pytest
from sklearn.base import BaseEstimator

import svmcore
from svmcore.kernels import KERNELS, Built
from svmcore.kernels.approximation import FourierFeatures, NystromFeatures
from svmcore.kernels.strings import SpectrumKernel, SubsequenceKernel
from svmcore.losses import LOSSES
from svmcore.multiclass import joint_problem, train_many
from svmcore.multiclass.loss import SCORE_LOSSES
from svmcore.sgd.methods import METHODS
from svmcore.solvers import SOLVERS

PUBLIC = [getattr(svmcore, name) for name in svmcore.__all__]
ESTIMATORS = [one for one in PUBLIC if isinstance(one, type) and issubclass(one, BaseEstimator)]
RULES = {type(method.rule) for method in METHODS.values()}
BASIC = [kernel for kernel in KERNELS.values() if kernel is not Built]
REGISTERED = [*BASIC, *SOLVERS.values(), *LOSSES.values(), *SCORE_LOSSES.values()]
BESIDE = [FourierFeatures, NystromFeatures, SpectrumKernel, SubsequenceKernel]
SOURCED = [*ESTIMATORS, *BESIDE, *REGISTERED, *sorted(RULES, key=str), train_many, joint_problem]


@pytest.mark.parametrize("thing", SOURCED, ids=attrgetter("__name__"))
def test_a_source_is_linked(thing: Any):
    assert "https://" in (thing.__doc__ or "")
