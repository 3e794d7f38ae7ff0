"""The models as scikit-learn estimators; each but `SubgradientSVC` has the proof of its answer.

    from svmcore import SVC
    model = SVC(C=10.0, gamma=0.5).fit(X, y)
    model.predict(X), model.certificate_.relative_gap

They stand wherever scikit-learn's own stand: in pipelines, grid searches and cross-validation.
Their parameters and attributes are those of https://scikit-learn.org/stable/modules/svm.html
"""

from svmcore.estimators.linear import LinearSVC, LinearSVR
from svmcore.estimators.one_vs_one import SVC, NuSVC
from svmcore.estimators.one_vs_rest import JointSVC, OneVsRestSVC
from svmcore.estimators.regressors import SVR, NuSVR, OneClassSVM
from svmcore.estimators.subgradient import SubgradientSVC

__all__ = [
    "SVC",
    "SVR",
    "JointSVC",
    "LinearSVC",
    "LinearSVR",
    "NuSVC",
    "NuSVR",
    "OneClassSVM",
    "OneVsRestSVC",
    "SubgradientSVC",
]
