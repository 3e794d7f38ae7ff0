"""The terms of the glossary that name scores, and what stands behind abbreviations."""

from pages.guide.text.term import GlossaryTerm

TERMS = (
    GlossaryTerm(
        "Accuracy",
        "",
        "The share of the points that are classified correctly; the error is the rest.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Ambiguous region",
        "",
        "Where the classifiers of several classes do not agree on one class: hatched.",
        "Classes",
    ),
    GlossaryTerm(
        "Area under the ROC curve",
        "AUC",
        "The share of the pairs of a positive and a negative point in which the positive one has "
        "the larger f (with equal f half of it). 1 is perfect, 0.5 is chance.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Average precision",
        "AP",
        "The mean of the precision over all thresholds, each counted by how much the recall "
        "increases there. 1 is perfect.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Classifier",
        "",
        "A function that predicts the class of a point. One for two classes; for more, one per "
        "class or pair, or one score per class.",
        "Classes",
    ),
    GlossaryTerm(
        "Coefficient of determination",
        "R²",
        "Of a regression: 1 is perfect, 0 is as good as the mean, below 0 is worse.",
        "Regression",
    ),
    GlossaryTerm(
        "Crammer–Singer",
        "CS",
        "All scores are trained together; only the worst violation of a point is penalised.",
        "Classes",
    ),
    GlossaryTerm(
        "F1 score",
        "F1",
        "The harmonic mean of precision and recall.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Iteration",
        "",
        "One step of a solver, from one model to the next.",
        "Playground",
    ),
    GlossaryTerm(
        "KKT violation",
        "",
        "How far a model is from the KKT conditions, at the worst point: 0 at the optimum.",
        "Dual",
    ),
    GlossaryTerm(
        "Leave-one-out",
        "",
        "Cross-validation with as many folds as points: the model of all others predicts each.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Loss",
        "",
        "What the cost sums over the points: the hinge loss for classes, the error beyond ε for a "
        "regression. The sum or the mean over the training points is the empirical loss.",
        "Race",
    ),
    GlossaryTerm(
        "Margin violation",
        "y f(x) < 1",
        "A point inside the margin or misclassified. With ν it is a margin error.",
        "Playground",
    ),
    GlossaryTerm(
        "Mean absolute error",
        "MAE",
        "Of a regression: the mean of |z − f(x)|.",
        "Regression",
    ),
    GlossaryTerm(
        "Objective, cost",
        "J",
        "What training minimises: ½‖w‖² + C times the sum of the losses.",
        "Playground",
    ),
    GlossaryTerm(
        "Optimum",
        "J*",
        "The least possible cost, and its model. A cost J is (J − J*)/J* above the optimum.",
        "Race",
    ),
    GlossaryTerm(
        "Principal component analysis",
        "PCA",
        "The directions in which the points spread most; the first two make a picture of many "
        "columns.",
        "Data",
    ),
    GlossaryTerm(
        "RBF kernel",
        "exp(−γ ‖x − x′‖²)",
        "The Gaussian kernel: points are similar if they are close.",
        "Kernels",
    ),
    GlossaryTerm(
        "Rho",
        "ρ",
        "Of a model with ν: f is divided by it, so that the margins are f = ±1. Of one class: the "
        "level of the outline.",
        "ν-SVM",
    ),
    GlossaryTerm(
        "Root mean squared error",
        "RMSE",
        "Of a regression: the root of the mean of (z − f(x))².",
        "Regression",
    ),
    GlossaryTerm(
        "Standard error",
        "",
        "How far a mean may be off by chance: the standard deviation of the mean.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Stratified",
        "",
        "Of a split into parts: the shares of the classes are about the same in every part.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Support vector machine",
        "SVM, SVC",
        "The classifier that has a wide margin and few violations of it: C weighs the two. It is a "
        "kernel method, and supervised: it is trained on points whose class is known.",
        "Playground",
    ),
    GlossaryTerm(
        "Support vector regression",
        "SVR",
        "A function that balances flatness (small ‖w‖) against errors beyond ε: ½‖w‖² + C times "
        "their sum.",
        "Regression",
    ),
    GlossaryTerm(
        "Weston–Watkins",
        "WW",
        "All scores are trained together; every class within δ of the right score is penalised.",
        "Classes",
    ),
    GlossaryTerm(
        "Bayes error",
        "",
        "The smallest error that a classifier can have on new points: where the classes overlap, "
        "the less likely one is lost.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Brier score",
        "",
        "The mean of (P − y)², y = 1 or 0: how far the probabilities are from what happened. "
        "0 is perfect.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Log loss",
        "",
        "The mean of −log P of the class that a point has. 0 is perfect; a wrong class at P near "
        "0 costs most.",
        "Evaluation",
    ),
    GlossaryTerm(
        "True error",
        "",
        "The share of all new points that a classifier misclassifies; the test error estimates it.",
        "Evaluation",
    ),
)
