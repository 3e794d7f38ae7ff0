"""The terms of the glossary that belong to kernels."""

from pages.guide.text.term import GlossaryTerm

TERMS = (
    GlossaryTerm(
        "Disagreement",
        "",
        "How many points two models classify differently.",
        "Kernels",
    ),
    GlossaryTerm(
        "Feature space",
        "φ(x)",
        "The space in which the boundary of a kernel model is flat: K(x, x′) = ⟨φ(x), φ(x′)⟩. A "
        "width in feature space is measured there.",
        "Kernels",
    ),
    GlossaryTerm(
        "Gamma",
        "γ",
        "Of the RBF kernel: how quickly similarity falls with the distance. Its width is "
        "σ = 1/√(2γ).",
        "Kernels",
    ),
    GlossaryTerm("Gram matrix", "K", "The kernel's values for all pairs of points.", "Kernels"),
    GlossaryTerm(
        "Kernel",
        "K(x, x′)",
        "The similarity of two points, an inner product in a feature space. It bends the boundary.",
        "Kernels",
    ),
    GlossaryTerm(
        "Kernel trick",
        "φ(x)ᵀφ(z) → K(x, z)",
        "To replace inner products in a feature space by values of K, so that φ is never computed. "
        "(1 + xᵀz)¹⁰ of 100 features needs 109 multiplications; its φ has 4.7 × 10¹³ coordinates.",
        "Kernels",
    ),
    GlossaryTerm(
        "Norm of f",
        "‖f‖",
        "The length ‖w‖ of f in feature space, without b. The margin is 2/‖f‖ wide.",
        "Kernels",
    ),
    GlossaryTerm(
        "Nyström method",
        "",
        "Approximates K by its values at D landmarks among the training points.",
        "Kernels",
    ),
    GlossaryTerm(
        "Random Fourier features",
        "z(x)",
        "D random cosines whose inner products approximate the RBF kernel.",
        "Kernels",
    ),
    GlossaryTerm(
        "Representer theorem",
        "",
        "The best f is Σ αᵢ yᵢ K(xᵢ, ·) + b: any part orthogonal to the K(xᵢ, ·) changes no "
        "prediction on the training points and only adds to ‖f‖.",
        "Kernels",
    ),
    GlossaryTerm(
        "String kernel",
        "K(s, t)",
        "The similarity of two words: the substrings, or subsequences with gaps, that they share.",
        "Strings",
    ),
)
