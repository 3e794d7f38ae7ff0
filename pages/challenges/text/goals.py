"""The goals of the page; a new one is an entry here and one in `WORDS` (model/widest.py)."""

from pages.challenges.text import conditions
from pages.challenges.text.goal import Goal

OF_MARGIN = (
    Goal(
        "bound",
        "No bound support vector",
        "Find a soft margin with at least three free support vectors and no bound one.",
        "A bound support vector has α = C. What must C be so that no α reaches it?",
        ("C",),
        conditions.none_bound,
    ),
    Goal(
        "free",
        "No free support vector",
        "Find a soft margin where every support vector is bound: α = C for all of them.",
        "The smaller C is, the wider the margin, and the more points lie inside it.",
        ("C",),
        conditions.none_free,
    ),
    Goal(
        "outlier",
        "Give up the outlier",
        "Get a margin at least 3 wide, with at most one misclassified point.",
        "One point forces the margin to be narrow. What does its slack cost?",
        ("C",),
        conditions.wide_despite_outlier,
    ),
)
OF_KERNEL = (
    Goal(
        "few",
        "Four support vectors",
        "Classify all training points correctly with at most four support vectors.",
        "Which kernel has circles among its boundaries, and needs few terms for one around 0?",
        ("C", "kernel"),
        conditions.few_support,
    ),
    Goal(
        "all",
        "Every point on the margin",
        "Make every training point a free support vector and classify all of them correctly.",
        "When K(x, z) is almost 0 for any two points, no point helps another one.",
        ("C", "gamma"),
        conditions.all_free,
    ),
    Goal(
        "under",
        "Underfit",
        "Make the RBF kernel so rigid that less than 60 % of the training points are correct.",
        "With a wide kernel the boundary is almost a straight line.",
        ("C", "gamma"),
        conditions.underfits,
    ),
    Goal(
        "over",
        "Overfit",
        "Classify all training points correctly, and at least 25 % of new points incorrectly.",
        "How narrow can the kernel be?",
        ("C", "gamma"),
        conditions.overfits,
    ),
    Goal(
        "new",
        "Good on new points",
        "Get at most 8 % error on new points with at most 20 support vectors.",
        "First make the kernel wider, then choose C.",
        ("C", "kernel"),
        conditions.generalises,
    ),
    Goal(
        "without",
        "No leave-one-out error",
        "Every point is to be predicted correctly by the model trained on all other points.",
        "Opposite corners share a class: which kernels can do that?",
        ("C", "kernel"),
        conditions.no_left_out_error,
    ),
    Goal(
        "mercer",
        "Not positive semi-definite",
        "Give the sigmoid kernel a clearly negative eigenvalue, and classify 90 % correctly.",
        "A positive semi-definite Gram matrix has no K(x, x) < 0. Which coef0 makes it negative?",
        ("C", "gamma", "coef0"),
        conditions.negative_eigenvalue,
    ),
)
OF_POINTS = (
    Goal(
        "wide",
        "A wide margin",
        "Place at least ten points of each class so that the hard margin is at least 3 wide.",
        "The width is the distance of the two classes' convex hulls. The axes have numbers.",
        ("points",),
        conditions.wide_margin,
        conditions.ten_each,
    ),
    Goal(
        "four",
        "No line separates them",
        "Place at most four points that no line separates, but the RBF kernel does.",
        "Radon: any four points of the plane can be split into two classes that no line separates.",
        ("points", "gamma"),
        conditions.only_rbf,
        conditions.four_points,
    ),
    Goal(
        "double",
        "Remove one point",
        "Remove one point so that the hard margin becomes twice as wide.",
        "Only a support vector can do that. The tool Erase removes points.",
        ("points",),
        conditions.doubled,
        conditions.one_removed,
    ),
    Goal(
        "two",
        "Two support vectors",
        "Move points until the hard margin has two support vectors, with eight points of each "
        "class left.",
        "When do the two nearest points of the classes alone fix the line?",
        ("points",),
        conditions.two_support,
        conditions.eight_each,
    ),
    Goal(
        "idle",
        "A point that does nothing",
        "Move one point by at least 1 so that the line does not change.",
        "What is α of a point that can move without any effect?",
        ("points",),
        conditions.same_line,
        conditions.one_moved,
    ),
)
GOALS = {goal.key: goal for goal in (*OF_MARGIN, *OF_KERNEL, *OF_POINTS)}
