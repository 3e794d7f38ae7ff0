"""A pytest plugin: svmcore's estimators in the place of those of `sklearn.svm`."""

from __future__ import annotations

import sklearn.svm

import svmcore

NAMES = ("SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM", "LinearSVC", "LinearSVR")

for _name in NAMES:
    setattr(sklearn.svm, _name, getattr(svmcore, _name))
