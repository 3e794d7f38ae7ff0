"""The formula of a chosen kernel, and the other names that texts have for its parameters."""

from pages.state.board.experiment import Experiment
from pages.state.text.number_format import number


def kernel_notes(experiment: Experiment) -> tuple[str, ...]:
    """The formula, and sigma of the RBF kernel, kappa and theta of the sigmoid kernel."""
    formula = experiment.build_kernel().formula
    if experiment.kernel == "rbf":
        return (formula, f"σ = {number((0.5 / experiment['gamma']) ** 0.5)}, γ = 1/(2σ²)")
    if experiment.kernel == "sigmoid":
        kappa, theta = number(experiment["gamma"]), number(0.0 - experiment["coef0"])
        return (formula, f"κ = γ = {kappa}, θ = −coef0 = {theta} in tanh(κ⟨x, z⟩ − θ)")
    return (formula,)
