"""Probabilities from the scores of SVMs: Platt's sigmoid for two classes, coupling for several.

    from svmcore.probability import couple, fit_sigmoid
    p = fit_sigmoid(f, y)(f)

f must be scores of models that were not trained on the point: `fit_sigmoid` does not see to that;
`predict_proba` of `svmcore.SVC` does. `couple` makes probabilities of k classes from those of two.

Sources: Platt, Probabilistic outputs for support vector machines (1999); Lin, Lin and Weng, A note
on Platt's probabilistic outputs for support vector machines, Machine Learning 68 (2007),
https://doi.org/10.1007/s10994-007-5018-6; Wu, Lin and Weng, Probability estimates for multi-class
classification by pairwise coupling, JMLR 5 (2004), https://www.jmlr.org/papers/v5/wu04a.html
"""

from svmcore.probability.coupling import couple
from svmcore.probability.platt import PlattSigmoid, fit_sigmoid, sigmoid, smoothed_targets

__all__ = ["PlattSigmoid", "couple", "fit_sigmoid", "sigmoid", "smoothed_targets"]
