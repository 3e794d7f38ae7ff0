"""The glossary of the Guide: the terms of the field with their symbols, in alphabetical order."""

from pages.guide.text import kernel_terms, score_terms
from pages.guide.text.term import GlossaryTerm

_MODELS = (
    GlossaryTerm("Bias", "b", "The constant of f: it shifts the boundary along w.", "Mathematics"),
    GlossaryTerm(
        "Boundary",
        "f(x) = 0",
        "Where the prediction changes from one class to the other.",
        "Playground",
    ),
    GlossaryTerm(
        "C",
        "",
        "Penalty on margin violations: a large C allows little slack, and the margin is narrow. "
        "Some texts name it M; λ/2 ‖w‖² + mean loss has λ = 1/(N C).",
        "Playground",
    ),
    GlossaryTerm(
        "Certificate",
        "",
        "Primal value, dual value and KKT violation of a model, computed from α and b alone. It "
        "bounds how far the cost is above the optimum.",
        "Playground",
    ),
    GlossaryTerm(
        "Confusion matrix",
        "",
        "How many points of each class are predicted as each class.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Cross-validation",
        "",
        "The points are divided into folds; each fold tests the model of all others once.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Decision function",
        "f(x)",
        "Its sign is the predicted class, its size the distance to the boundary in units of half "
        "the margin (linear kernel).",
        "Playground",
    ),
    GlossaryTerm(
        "Dual problem",
        "max over α",
        "The problem in the multipliers α. It needs only the values K(x, x′) of the kernel.",
        "Dual",
    ),
    GlossaryTerm(
        "Duality gap",
        "",
        "The gap for short: primal minus dual value. The cost of the model is above the optimum by "
        "at most this.",
        "Dual",
    ),
    GlossaryTerm("Epoch", "", "One pass over all training points.", "Descent"),
    GlossaryTerm(
        "Free and bound",
        "0 < α < C, α = C",
        "A free support vector lies exactly on its margin; a bound one lies inside it, is "
        "misclassified, or lies on it, too.",
        "Dual",
    ),
    GlossaryTerm(
        "Hard margin",
        "C = ∞",
        "No violation is allowed. It exists only where the classes can be separated.",
        "Playground",
    ),
    GlossaryTerm(
        "Hinge loss",
        "max(0, 1 − y f(x))",
        "The slack as a function of y f(x): 0 beyond the margin, then a straight line.",
        "Mathematics",
    ),
    GlossaryTerm(
        "Hyperplane",
        "⟨w, x⟩ + b = 0",
        "A flat set of dimension n − 1 in a space of n dimensions: a line in the plane, a plane in "
        "space. It divides the space into two sides.",
        "Mathematics",
    ),
    GlossaryTerm(
        "Hyperparameter",
        "",
        "A number that training does not find, such as C, γ or ε. Cross-validation compares its "
        "values.",
        "Evaluation",
    ),
    GlossaryTerm(
        "KKT conditions",
        "",
        "What α, slack and margin satisfy at the optimum, point by point: α = 0 beyond the "
        "margin, α = C inside it.",
        "Dual",
    ),
    GlossaryTerm(
        "Learning rate",
        "η",
        "How far an update goes: w moves by −η g, g the subgradient. Too large, and the cost jumps "
        "back and forth or grows.",
        "Descent",
    ),
    GlossaryTerm(
        "Margin, margin width",
        "2/‖w‖",
        "The band between f = −1 and f = +1, and its width. Some texts name half of it, 1/‖w‖, the "
        "margin, or γ.",
        "Playground",
    ),
    GlossaryTerm(
        "Mini-batch",
        "B",
        "The points of an update, where these are several but not all. Some texts name this batch "
        "gradient descent, others the descent with all points.",
        "Descent",
    ),
    GlossaryTerm(
        "Mirror descent",
        "θ",
        "A method of online convex optimisation: it receives one point at a time, adds the "
        "negative subgradient of its loss to θ, and has the model w = θ/(ρt). That is stochastic "
        "gradient descent with η = 1/(ρt).",
        "Descent",
    ),
    GlossaryTerm(
        "Multiplier",
        "α",
        "The weight of a point in f(x) = Σ α y K(x, ·) + b: above 0 for support vectors only. Some "
        "texts name it λ.",
        "Dual",
    ),
    GlossaryTerm(
        "Nu",
        "ν",
        "The share of points that replaces C: an upper bound on margin errors, a lower bound on "
        "support vectors.",
        "ν-SVM",
    ),
    GlossaryTerm(
        "One-class SVM",
        "",
        "An outline around most points of a single class, to find those that do not belong.",
        "ν-SVM",
    ),
    GlossaryTerm(
        "One-vs-one",
        "",
        "A classifier for each pair of classes; they vote.",
        "Classes",
    ),
    GlossaryTerm(
        "One-vs-rest",
        "",
        "A classifier for each class against all others; the largest f wins.",
        "Classes",
    ),
    GlossaryTerm(
        "Overfitting",
        "",
        "A small training error, but a much larger one on new points.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Perceptron",
        "",
        "A linear classifier that changes only at a mistake: without margin, penalty and learning "
        "rate.",
        "Descent",
    ),
    GlossaryTerm(
        "Precision and recall",
        "",
        "Of the points predicted positive, the share that are; of the positive points, the share "
        "that are predicted so.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Primal problem",
        "min over w, b",
        "The problem in the weights: ½‖w‖² + C times the sum of the slacks.",
        "Dual",
    ),
    GlossaryTerm(
        "Quadratic program",
        "QP",
        "A quadratic objective with linear constraints. The primal and the dual problem of an SVM "
        "are convex ones if the kernel is positive semi-definite.",
        "Derivations",
    ),
    GlossaryTerm(
        "Reduced convex hull",
        "μ",
        "All means of a class's points in which no point has a weight above μ.",
        "Dual",
    ),
    GlossaryTerm(
        "Regularisation path",
        "",
        "The models for all C, as a film: α changes along straight lines between its events.",
        "Dual",
    ),
    GlossaryTerm(
        "ROC curve",
        "",
        "True positive rate over false positive rate for every threshold t.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Shattered",
        "",
        "A set of points of which every labelling is separable.",
        "Capacity",
    ),
    GlossaryTerm(
        "Slack",
        "ξ",
        "By how much a point violates its margin: max(0, 1 − y f(x)).",
        "Playground",
    ),
    GlossaryTerm(
        "SMO",
        "",
        "Sequential minimal optimisation, a decomposition method: solves the dual for two "
        "multipliers at a time. LIBSVM, which scikit-learn's SVC uses, and Weka's SMO do this.",
        "Dual",
    ),
    GlossaryTerm(
        "Stochastic gradient descent",
        "SGD",
        "One point per update: a step against the subgradient at this point.",
        "Descent",
    ),
    GlossaryTerm(
        "Subgradient",
        "g",
        "The slope of a line that touches a convex function and is nowhere above it.",
        "Mathematics",
    ),
    GlossaryTerm(
        "Support vector",
        "SV, α > 0",
        "A point with α > 0: it is on its margin, inside it, or misclassified. The model is a sum "
        "over these points; some lecture notes name them interior points.",
        "Playground",
    ),
    GlossaryTerm(
        "Support vector data description",
        "",
        "The sphere in feature space that minimises R² + C Σ ξ, where ξ is how far the squared "
        "distance of a point from the centre exceeds R². With C = 1/(ν n) at most the share ν of "
        "the n points lies outside.",
        "ν-SVM",
    ),
    GlossaryTerm(
        "Test points",
        "",
        "Points that are not used for training, only for scoring the model.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Threshold",
        "t",
        "The class is positive where f(x) ≥ t; t is 0 unless another one is chosen.",
        "Evaluation",
    ),
    GlossaryTerm(
        "Tube",
        "ε",
        "Errors of a regression up to ε cost nothing: the band f ± ε.",
        "Regression",
    ),
    GlossaryTerm(
        "Underfitting",
        "",
        "A large training error and a large error on new points: the model is too stiff.",
        "Evaluation",
    ),
    GlossaryTerm(
        "VC dimension",
        "",
        "The largest number of points for which some set is shattered.",
        "Capacity",
    ),
    GlossaryTerm(
        "Weight vector",
        "w",
        "The normal of the boundary (linear kernel): f(x) = ⟨w, x⟩ + b.",
        "Playground",
    ),
    GlossaryTerm(
        "L2 penalty",
        "½‖w‖²",
        "The squared length of w in the cost: a small one is a wide margin. It is also named L2 "
        "regularisation, and the factor λ before it the regularisation constant.",
        "Losses",
    ),
    GlossaryTerm(
        "NP-hard",
        "",
        "Of a problem: no method is known that is fast in every case. Finding the boundary with "
        "the fewest misclassified points is one if the number of dimensions is not fixed.",
        "Losses",
    ),
)
TERMS = tuple(
    sorted(
        (*_MODELS, *kernel_terms.TERMS, *score_terms.TERMS), key=lambda term: term.name.casefold()
    )
)
